package dev.box.drill.trial;

import dev.box.core.host.LegacyStack;
import dev.box.core.migrate.MigrateHost;
import dev.box.core.progress.Progress;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.control.LayerChecks;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import dev.box.incus.InstanceRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Phase M: a host of the predecessor, with a box that somebody lives in, is moved over. */
final class MigrationPhase extends TrialPhase {

    /** What somebody left in it, and who may read it. */
    private static final String LIVED_IN =
            "cloud-init status --wait >/dev/null; umask 77; echo token > /home/claude/.login;"
                    + " chown claude: /home/claude/.login";

    private static final String INSIDE =
            "stat -c '%n %U %a' /home/claude/.login; cat /home/claude/.login /etc/machine-id;"
                    + " grep -c '^claude:' /etc/shadow; hostname";

    private static final String ADDRESSES = "ip -4 -o address show scope global";

    private @Nullable Disturbance legacy;
    private String box = "";

    MigrationPhase(Bench bench) {
        super(PhaseId.M, bench);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        Disturbance made = bench().disturb("migrate.legacy", deadline);
        legacy = made;
        made.make(deadline);
        box = bench().claim("legacy", deadline);
        String image = incus().instances()
                .get(bench().boxes().getFirst(), deadline)
                .value()
                .config()
                .getOrDefault("volatile.base_image", "");
        incus().instances()
                .create(
                        InstanceRequest.fromImage(box, "container", image)
                                .withProfiles(List.of("claude-dev"))
                                .withConfig(Map.of("user.claudebox", "1")),
                        deadline)
                .await(deadline);
        incus().instances().start(box, deadline).await(deadline);
        inBox(LIVED_IN, deadline);
        List<String> found = new LegacyStack(bench().context().host()).artefacts(deadline);
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("H1.migrate", this::migrate);
        trials.put("H1.isolated", this::isolated);
        trials.put("H1.retire", limit -> retire(found, limit));
        return trials;
    }

    private Tried migrate(Deadline deadline) {
        String inside = inBox(INSIDE, deadline);
        String from = inBox(ADDRESSES, deadline);
        List<MigrateHost.Migrated> moved = host().migrate(List.of(box), Progress.silent(), deadline);
        String failure = moved.getFirst().failure().map(Throwable::getMessage).orElse("");
        String to = inBox(ADDRESSES, deadline);
        String address = moved.getFirst().address();
        boolean same = inBox(INSIDE, deadline).equals(inside);
        return Tried.of(
                from.contains(" 10.87.0.") && inside.contains("claude 600") && inside.contains("token"),
                failure.isEmpty() && same && !address.isEmpty() && to.contains(" " + address + "/"),
                failure.isEmpty() ? same ? "it has no address of boxnet" : "what is in it changed" : failure,
                "was on " + firstLine(from) + ", is on " + firstLine(to) + "; files, owner, mode and machine-id "
                        + (same ? "as they were" : "changed"));
    }

    private static String firstLine(String words) {
        String[] word = words.lines().findFirst().orElse("").strip().split("\\s+", -1);
        return word.length > 3 ? word[3] : "no address";
    }

    private Tried isolated(Deadline deadline) {
        List<LayerReport> layers = LayerChecks.check(bench().context().stack(), deadline);
        List<String> red = new ArrayList<>();
        layers.stream().filter(layer -> !layer.green()).forEach(layer -> red.add(layer.id() + ": " + layer.fact()));
        boolean onBoxnet = incus()
                .networks()
                .leases(bench().context().situation().bridge(), deadline)
                .stream()
                .anyMatch(
                        lease -> lease.hostname().equals(box) || !lease.hwaddr().isEmpty());
        return Tried.of(
                onBoxnet,
                red.isEmpty(),
                "layers are red",
                red.isEmpty()
                        ? layers.size() + " layers green, its port among those that were read"
                        : String.join("; ", red));
    }

    private Tried retire(List<String> found, Deadline deadline) {
        List<String> gone = host().retire(Progress.silent(), deadline);
        List<String> left = new LegacyStack(bench().context().host()).artefacts(deadline);
        return Tried.of(
                found.size() >= 6,
                left.isEmpty(),
                "still there: " + left,
                "were there: " + String.join(", ", found) + "; retired: " + gone.size() + "; left: "
                        + (left.isEmpty() ? "none" : left));
    }

    @Override
    void finish(Deadline deadline) {
        if (!box.isEmpty()) {
            bench().release(box, deadline);
        }
        Disturbance made = legacy;
        if (made != null) {
            made.undo(deadline);
        }
    }

    private String inBox(String script, Deadline deadline) {
        return incus().instances()
                .exec(box, ExecRequest.of("sh", "-c", script), deadline)
                .stdout();
    }

    private MigrateHost host() {
        return new MigrateHost(bench().context().stack());
    }

    private Incus incus() {
        return bench().context().incus();
    }
}
