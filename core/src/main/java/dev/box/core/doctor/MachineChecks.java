package dev.box.core.doctor;

import java.util.ArrayList;
import java.util.List;

/** What the machine is to the boxes: disk, clock, who else may use it, and what a drill left on it. */
final class MachineChecks {

    private static final long LEAST = 1L << 30;
    private static final long PERCENT = 5;
    private static final long CLOCK_SLACK_SECONDS = 120;

    static final List<Check> ALL = List.of(
            Check.of(
                    "storage",
                    "the pool's driver, quota and free space, and the disk under it",
                    "a full pool stops every box at once; without copy-on-write each clone is a full copy",
                    Repair.NONE,
                    Reading::storage,
                    MachineChecks::storage),
            Check.of(
                    "tier",
                    "the socket of Incus's restricted tier",
                    "without it no user can be granted boxes",
                    Repair.TIER,
                    Reading::tier,
                    layered -> layered.observed().socket().exists()
                            ? DaemonChecks.changes(layered, "its socket is open", Result.BY_FIX)
                            : Result.ok("this Incus does not ship it")),
            Check.of(
                    "leftovers",
                    "nft tables, namespaces, boxes and accounts that are named like a drill's",
                    "counters of an aborted drill count on, and its boxes are nobody's",
                    Repair.LEFTOVERS,
                    Reading::leftovers,
                    MachineChecks::leftovers),
            Check.of(
                    "clock",
                    "this machine's time against its own files, and who keeps it",
                    "boxes share it; with a wrong clock TLS and package signatures fail inside",
                    Repair.NONE,
                    Reading::clock,
                    MachineChecks::clock));

    private MachineChecks() {}

    static Result storage(Reading.StorageFacts facts) {
        if (facts.driver().isEmpty()) {
            return Result.dirty("there is no storage pool 'default'", "sudo box setup-host");
        }
        List<String> faults = new ArrayList<>();
        long free = facts.total() - facts.used();
        if (facts.total() > 0 && (free < LEAST || free * 100 < facts.total() * PERCENT)) {
            faults.add("the pool is nearly full: " + Bytes.of(free) + " of " + Bytes.of(facts.total()) + " left");
        }
        if (facts.hostFree() >= 0 && facts.hostFree() < LEAST) {
            faults.add("the disk under it is nearly full: " + Bytes.of(facts.hostFree()) + " left");
        }
        if (!faults.isEmpty()) {
            return Result.dirty(
                    String.join("; ", faults), "box list, then box rm what is not needed; incus storage info default");
        }
        String space = facts.total() == 0 ? "" : ", " + Bytes.of(free) + " of " + Bytes.of(facts.total()) + " free";
        String quota = switch (facts.quota()) {
            case "on" -> ", disk sizes are enforced";
            case "off" -> ", disk sizes are enforced from the first --disk on";
            default -> "";
        };
        return facts.driver().equals("dir")
                ? Result.info("driver dir" + space + ": clones and snapshots are full copies, --disk is not enforced")
                : Result.ok(facts.driver() + space + quota);
    }

    static Result leftovers(Reading.Leftovers left) {
        List<String> found = new ArrayList<>(left.things());
        left.boxes().forEach(box -> found.add("box " + box.title()));
        left.users().forEach(user -> found.add("account " + user));
        if (found.isEmpty()) {
            return Result.ok("none");
        }
        String words = String.join(", ", found);
        return left.busy()
                ? Result.info(words + " (a drill is running on this machine right now)")
                : dirty(left, words);
    }

    /** An account may own files: it is named and left. */
    private static Result dirty(Reading.Leftovers left, String words) {
        List<String> fixes = new ArrayList<>();
        if (!left.things().isEmpty() || !left.boxes().isEmpty()) {
            fixes.add(Result.BY_FIX);
        }
        left.users().forEach(user -> fixes.add("sudo userdel --remove " + user));
        return Result.dirty("of a drill that was cut off: " + words, String.join("; ", fixes));
    }

    static Result clock(Reading.ClockFacts facts) {
        long behind = facts.newestFile() - facts.now();
        if (behind > CLOCK_SLACK_SECONDS) {
            return Result.dirty(
                    "the clock is wrong: " + facts.where() + " was written " + behind / 60 + " min in its future",
                    "sudo timedatectl set-ntp true");
        }
        return switch (facts.synchronised()) {
            case "yes" -> Result.ok("synchronised");
            case "no" ->
                Result.info(
                        "not wrong by its own files, but nothing synchronises it",
                        "sudo timedatectl set-ntp" + " true");
            default -> Result.info("not wrong by its own files; who keeps it is unknown");
        };
    }
}
