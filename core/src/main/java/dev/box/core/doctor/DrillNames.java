package dev.box.core.doctor;

import dev.box.core.process.Machine;
import dev.box.incus.Deadline;
import java.util.regex.Pattern;

/** How a drill names what it makes on a host, and how one that is at work is told from one that was cut off. */
final class DrillNames {

    /** Beginning of its boxes' names, and of the accounts that it makes. */
    static final String BOXES = "drill-";

    /** The command line of box's own process while it mints or drills. */
    private static final Pattern AT_WORK = Pattern.compile(" -Dbox\\.home=.*\\.Main (new|drill)( |$)");

    private DrillNames() {}

    /** Whether a drill or a mint runs on this machine: then what looks left over or half made is theirs. */
    static boolean atWork(Machine machine, Deadline deadline) {
        String processes = machine.command("ps", "-eo", "args").run(deadline).stdout();
        return processes.lines().anyMatch(line -> AT_WORK.matcher(line).find());
    }
}
