package dev.box.core.net;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.List;

/** Firewall rules as the kernel lists them, and the one way to load some. */
public final class Nft {

    private static final String ADVICE =
            "see whether nft works: sudo nft list tables; if it is missing: sudo apt-get install nftables; then: box doctor";

    private final Machine machine;

    public Nft(Machine machine) {
        this.machine = machine;
    }

    /** What is in force now. */
    public Ruleset live(Deadline deadline) {
        return Ruleset.parse(machine.command("nft", "-st", "list", "ruleset")
                .orFail("reading the live firewall rules", ADVICE, deadline)
                .stdout());
    }

    /**
     * What the kernel makes of a ruleset file, seen by loading it into a network namespace that exists for this one
     * question: so shipped and live rules are both listed by the same kernel and the same nft, and compare word by word.
     */
    public Scratch rehearse(String text, Deadline deadline) {
        Subprocess.Result result = machine.command(
                        "unshare", "--net", "sh", "-c", "nft -f /dev/stdin && nft -st list ruleset")
                .stdin(text)
                .run(deadline);
        if (result.timedOut()) {
            throw new BoxFailure.Failed(
                    "loading the firewall rules into a scratch namespace", result.complaint(), ADVICE);
        }
        return result.ok()
                ? new Scratch(true, Ruleset.parse(result.stdout()), "")
                : new Scratch(false, Ruleset.parse(""), result.complaint());
    }

    /** Loads a ruleset text in one transaction: all of it or nothing. */
    public void load(String text, Deadline deadline) {
        machine.command("nft", "-f", "-").stdin(text).orFail("loading the firewall rules", ADVICE, deadline);
    }

    /** Empties every named set of a table, so that what it has learned is forgotten; a missing table is fine. */
    public void forget(String family, String name, Deadline deadline) {
        StringBuilder text = new StringBuilder();
        live(deadline).table(family, name).map(Ruleset.Table::others).orElse(List.of()).stream()
                .filter(line -> line.startsWith("set ") && line.endsWith(" {"))
                .map(line -> line.substring(4, line.length() - 2))
                .forEach(set -> text.append("flush set ")
                        .append(family)
                        .append(' ')
                        .append(name)
                        .append(' ')
                        .append(set)
                        .append('\n'));
        load(text.toString(), deadline);
    }

    /** Removes a table; a missing one is fine. */
    public void removeTable(String family, String name, Deadline deadline) {
        String table = " table " + family + " " + name + "\n";
        load("add" + table + "delete" + table, deadline);
    }

    /**
     * What came of a rehearsal.
     *
     * @param loads whether the kernel takes it
     * @param rules as the kernel lists them; empty if it does not load
     * @param complaint nft's words if it does not load
     */
    public record Scratch(boolean loads, Ruleset rules, String complaint) {}
}
