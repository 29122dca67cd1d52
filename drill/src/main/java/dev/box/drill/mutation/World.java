package dev.box.drill.mutation;

import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.process.Machine;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import java.time.Duration;
import java.util.List;

/**
 * What mutations work on.
 *
 * @param boxes names of the drill's own boxes; after an aborted run those of that run, which may be gone
 */
record World(Incus incus, HostStack stack, List<String> boxes) {

    private static final Duration ONE_COMMAND = Duration.ofSeconds(20);

    World {
        boxes = List.copyOf(boxes);
    }

    Host host() {
        return stack.host();
    }

    Machine machine() {
        return host().machine();
    }

    /** Runs a shell line as root in every box that still runs. */
    void inBoxes(String line, Deadline deadline) {
        for (String box : boxes) {
            inBox(box, line, deadline);
        }
    }

    /** The same in one box; one that is gone or stopped has nothing left to be put back. */
    void inBox(String box, String line, Deadline deadline) {
        boolean running = incus.instances()
                .find(box, deadline)
                .filter(found -> found.value().running())
                .isPresent();
        if (running) {
            incus.instances().exec(box, ExecRequest.of(List.of("sh", "-c", line)), deadline.within(ONE_COMMAND));
        }
    }
}
