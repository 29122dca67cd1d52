package dev.box.drill.count;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.incus.JsonBinding;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The drill's counters in the kernel: tables {@code netdev boxdrill} and {@code inet boxdrill}. Armed before a round of
 * probes and removed after it, on every way out; what an aborted run left is found by {@link #leftOver} and removed.
 */
public final class Counters implements AutoCloseable {

    private static final Duration STEP = Duration.ofSeconds(20);
    private static final String ADVICE =
            "see 'nft list tables'; as root, 'nft delete table netdev boxdrill' removes a stuck one";

    private Counters() {}

    /** Whether an earlier run's tables are still there. */
    public static boolean leftOver(Deadline deadline) {
        String tables = nft(List.of("list", "tables"), "", "reading nft's tables", deadline);
        return tables.contains(" " + Ruleset.TABLE + "\n");
    }

    /** Removes them; no error if there are none. */
    public static void remove(Deadline deadline) {
        nft(List.of("-f", "-"), Ruleset.removal(), "removing the drill's counters", deadline);
    }

    /** Arms these counters, all at zero, in one transaction. */
    public static Counters arm(List<CounterRule> rules, List<String> uplinks, Deadline deadline) {
        nft(List.of("-f", "-"), Ruleset.render(rules, uplinks), "arming the drill's counters", deadline);
        return new Counters();
    }

    /** Packets by the key of their rule. */
    public Map<String, Long> read(Deadline deadline) {
        Map<String, Long> packets = new HashMap<>();
        for (String family : Ruleset.FAMILIES) {
            String json = nft(
                    List.of("-j", "list", "table", family, Ruleset.TABLE),
                    "",
                    "reading the drill's counters",
                    deadline);
            NftCounters.collect(json, packets);
        }
        return packets;
    }

    @Override
    public void close() {
        remove(Deadline.after(STEP));
    }

    private static String nft(List<String> words, String stdin, String tried, Deadline deadline) {
        List<String> command = new java.util.ArrayList<>(List.of("nft"));
        command.addAll(words);
        Subprocess.Result result = Subprocess.of(command).stdin(stdin).run(deadline.within(STEP));
        if (!result.ok()) {
            throw new BoxFailure.Unjudged(tried, "nft said: " + result.complaint(), ADVICE);
        }
        return result.stdout();
    }

    /** Reads what {@code nft -j list table} prints. */
    static final class NftCounters {

        private NftCounters() {}

        static void collect(String json, Map<String, Long> packets) {
            if (!(JsonBinding.TREE.fromJson(json) instanceof Map<?, ?> top)
                    || !(top.get("nftables") instanceof List<?> items)) {
                throw new BoxFailure.Unjudged("reading the drill's counters", "nft's JSON has no 'nftables'", ADVICE);
            }
            for (Object item : items) {
                if (item instanceof Map<?, ?> entry && entry.get("rule") instanceof Map<?, ?> rule) {
                    rule(rule, packets);
                }
            }
        }

        private static void rule(Map<?, ?> rule, Map<String, Long> packets) {
            if (rule.get("comment") instanceof String key && rule.get("expr") instanceof List<?> expressions) {
                for (Object expression : expressions) {
                    if (expression instanceof Map<?, ?> entry
                            && entry.get("counter") instanceof Map<?, ?> counter
                            && counter.get("packets") instanceof Number number) {
                        packets.put(key, number.longValue());
                    }
                }
            }
        }
    }
}
