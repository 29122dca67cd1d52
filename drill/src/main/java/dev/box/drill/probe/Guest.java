package dev.box.drill.probe;

import dev.box.incus.Deadline;
import java.util.List;

/** A box as an instrument sees it: a place to run one command, as root. */
public interface Guest {

    /** The instance's name. */
    String name();

    /** Standard input is closed; output is captured; the command is killed at the deadline. */
    Ran run(List<String> command, Deadline deadline);

    /** What a command left behind. */
    record Ran(int exitStatus, String stdout, String stderr) {}
}
