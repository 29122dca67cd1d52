package dev.box.core.doctor;

import dev.box.core.host.Change;
import dev.box.incus.SocketHolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether Incus answers, is new enough, and is not stuck. */
final class DaemonChecks {

    /** Less than this and a daemon cannot even write its database. */
    private static final long FULL = 16L << 20;

    /** Longer than any download, export or copy of a box should take. */
    private static final long STUCK_SECONDS = 30 * 60;

    private static final String RESTART = "sudo systemctl restart incus   (running boxes keep running)";

    static final List<Check> ALL = List.of(
            Check.of(
                    "daemon",
                    "what Incus answers within 10 s, its unit, the disk under it",
                    "every verb of box goes through it",
                    Repair.DAEMON,
                    reading -> Seen.is(reading.daemon()),
                    DaemonChecks::daemon),
            Check.of(
                    "packages",
                    "the programs that the stack runs on",
                    "a missing one is a layer that cannot be read or made",
                    Repair.NONE,
                    Reading::packages,
                    layered -> changes(layered, "all programs are there", "sudo box setup-host")),
            Check.of(
                    "security",
                    "the daemon's version and its package's, against known holes",
                    "a hole in Incus can be a way out of a box, or from one project into another",
                    Repair.NONE,
                    Reading::version,
                    SecurityFloors::judge),
            Check.of(
                    "operations",
                    "what the daemon has been busy with, and for how long",
                    "a stuck operation holds its box's lock: every verb on that box waits",
                    Repair.NONE,
                    Reading::operations,
                    DaemonChecks::operations));

    private DaemonChecks() {}

    static Result daemon(Reading.DaemonFacts facts) {
        return switch (facts.daemon()) {
            case DaemonAnswer.Answers answers ->
                Result.ok("Incus " + answers.version() + " answers in " + answers.millis() + " ms");
            case DaemonAnswer.Forbidden forbidden -> Result.info(forbidden.said(), forbidden.advice());
            case DaemonAnswer.Wedged wedged -> wedged(wedged);
            case DaemonAnswer.Stopped stopped when full(facts) -> full(facts, "Incus is stopped");
            case DaemonAnswer.Stopped stopped
            when facts.unit().equals("failed") ->
                Result.dirty(
                        "Incus is stopped, its unit failed: " + stopped.said(),
                        "sudo journalctl -u incus -n 30; then sudo systemctl reset-failed incus && sudo systemctl start"
                                + " incus");
            case DaemonAnswer.Stopped stopped ->
                Result.repairable("Incus is stopped"
                        + (facts.unit().isEmpty() ? "" : " (incus.service is " + facts.unit() + ")") + ": "
                        + stopped.said());
            case DaemonAnswer.Slow slow when full(facts) -> full(facts, "Incus does not answer");
            case DaemonAnswer.Slow slow ->
                Result.dirty("Incus runs and does not answer, and no silent client holds it: " + slow.said(), RESTART);
            case DaemonAnswer.Broken broken when full(facts) -> full(facts, broken.said());
            case DaemonAnswer.Broken broken -> Result.dirty(broken.said(), broken.advice());
        };
    }

    private static Result wedged(DaemonAnswer.Wedged wedged) {
        StringBuilder holders = new StringBuilder();
        for (SocketHolder holder : wedged.holders()) {
            holders.append(holders.isEmpty() ? "" : ", ")
                    .append(holder.pid())
                    .append(" (")
                    .append(holder.command())
                    .append(')');
        }
        return Result.dirty(
                "Incus is wedged by a client that connected and says nothing"
                        + (holders.isEmpty() ? "" : ": pid " + holders) + "; " + wedged.said(),
                wedged.advice());
    }

    private static boolean full(Reading.DaemonFacts facts) {
        return facts.freeBytes() >= 0 && facts.freeBytes() < FULL;
    }

    private static Result full(Reading.DaemonFacts facts, String state) {
        return Result.dirty(
                state + ", and the disk that holds its data is full: " + Bytes.of(facts.freeBytes()) + " left",
                "make room, e.g. sudo journalctl --vacuum-size=100M; then sudo systemctl restart incus");
    }

    static Result operations(List<Reading.Busy> busy) {
        for (Reading.Busy operation : busy) {
            if (operation.seconds() > STUCK_SECONDS) {
                return Result.dirty(
                        "'" + operation.description() + "' has been running for " + operation.seconds() / 60 + " min",
                        operation.mayCancel() ? "incus operation delete " + operation.id() : RESTART);
            }
        }
        return Result.ok(busy.isEmpty() ? "nothing under way" : busy.size() + " under way, none for long");
    }

    /** A layer's differences as one line; those that begin alike share their beginning. */
    static Result changes(Reading.Layered<?> layered, String fine, String fix) {
        return changes(layered.changes(), fine, fix);
    }

    static Result changes(List<Change> changes, String fine, String fix) {
        if (changes.isEmpty()) {
            return Result.ok(fine);
        }
        Map<String, List<String>> grouped = new LinkedHashMap<>();
        for (Change change : changes) {
            grouped.computeIfAbsent(change.what() + ": " + change.was() + " → ", none -> new ArrayList<>())
                    .add(change.is());
        }
        List<String> words = new ArrayList<>();
        grouped.forEach((what, wanted) -> words.add(what + String.join(", ", wanted)));
        return Result.dirty(String.join("; ", words), fix);
    }
}
