package dev.box.cli.verb;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.lab.LabHost;
import java.util.ArrayList;
import java.util.List;

/**
 * Box itself in a lab's host, one verb at a time.
 *
 * @param lab how to name the lab in a command, e.g. {@code  --name x}; empty for the usual one
 */
record BoxInLab(LabHost host, String lab, Progress progress, Deadline deadline) {

    /** Shows {@code what} as a step; throws {@link BoxFailure.Failed} with the verb's own words if it does not succeed. */
    void run(String what, String... verb) {
        List<String> command = new ArrayList<>(List.of("box"));
        command.addAll(List.of(verb));
        String typed = String.join(" ", command);
        try (Progress.Step step = progress.step(what, deadline)) {
            Subprocess.Result result = host.program(command)
                    .onLine(line -> step.update(Untrusted.line(line.strip())))
                    .run(deadline);
            if (!result.ok()) {
                throw new BoxFailure.Failed(
                        what,
                        "'" + typed + "' said: " + verdict(result.complaint()),
                        "look at it: box lab exec" + lab + " -- " + typed);
            }
            step.done("");
        }
    }

    /** What a verb says when it fails, without the account of its steps before that. */
    static String verdict(String complaint) {
        int start = complaint.startsWith("box: ") ? 0 : complaint.lastIndexOf("\nbox: ") + 1;
        String last = complaint.substring(start);
        return last.startsWith("box: ") ? last.substring("box: ".length()) : last;
    }
}
