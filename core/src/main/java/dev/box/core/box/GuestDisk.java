package dev.box.core.box;

import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.time.Duration;

/** What a guest holds back of its own disk. A container's kernel is the host's, which knows; a VM has to be asked. */
public final class GuestDisk {

    private static final Duration FLUSH = Duration.ofSeconds(30);

    private GuestDisk() {}

    /**
     * Has a running VM write down what it holds in memory, so that a snapshot or a copy of its disk has what was written
     * before. One that does not answer is copied as it is, as after a power cut.
     */
    public static void flush(Incus incus, String name, boolean runningVm, Deadline deadline) {
        if (!runningVm) {
            return;
        }
        try {
            incus.instances().exec(name, ExecRequest.of("sync"), deadline.within(FLUSH));
        } catch (IncusException e) {
            if (deadline.expired()) {
                throw e;
            }
        }
    }
}
