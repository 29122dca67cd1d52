package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code box setup-host}: converges the host stack, layer by layer, each proven before the next. */
public final class SetupHost {

    private final HostStack stack;

    public SetupHost(HostStack stack) {
        this.stack = stack;
    }

    /**
     * Makes every layer so, and reads the whole stack back at the end.
     *
     * @param progress told of each change as {@code layer: what: was → is}
     * @param deadline for all of it; installing packages over a slow line is the long part
     */
    public SetupOutcome run(Progress progress, Deadline deadline) {
        Optional<SetupOutcome> barred = barred(deadline);
        if (barred.isPresent()) {
            return barred.get();
        }
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            for (Layer<?> layer : stack.layers()) {
                layer.precheck(deadline);
            }
            List<Change> changes = new ArrayList<>();
            for (Layer<?> layer : stack.layers()) {
                changes.addAll(layer.converge(progress, deadline));
            }
            if (!changes.isEmpty()) {
                readBack(progress, deadline);
            }
            return new SetupOutcome.Converged(changes);
        }
    }

    /** What {@link #run} would change, without changing anything. */
    public SetupOutcome plan(Deadline deadline) {
        return barred(deadline).orElseGet(() -> new SetupOutcome.Planned(stack.verify(deadline)));
    }

    /** A later layer may have undone an earlier one (Incus rewrites firewall rules when a network changes). */
    private void readBack(Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("reading the stack back from the kernel and the daemon", deadline)) {
            List<Change> left = stack.verify(deadline);
            if (!left.isEmpty()) {
                throw new BoxFailure.Failed(
                        "reading the host stack back",
                        "after everything was applied: " + left.getFirst(),
                        "run it again; if it stays: box doctor");
            }
            step.done("in force");
        }
    }

    /** Who may not set a host up: an outcome and not a failure, since nothing was tried. */
    private Optional<SetupOutcome> barred(Deadline deadline) {
        if (id("-u", deadline).equals("0")) {
            return Optional.empty();
        }
        List<String> groups = List.of(id("-nG", deadline).split(" "));
        boolean admin = groups.contains("incus-admin") || groups.contains("sudo") || groups.contains("wheel");
        if (groups.contains("incus") && !admin) {
            return Optional.of(
                    new SetupOutcome.Restricted("this account uses Incus in the restricted tier: the host is set"
                            + " up by its administrator, and nothing was changed"));
        }
        return Optional.of(new SetupOutcome.NeedsRoot("setting a host up needs root", "sudo box setup-host"));
    }

    private String id(String option, Deadline deadline) {
        return stack.host()
                .machine()
                .command("id", option)
                .orFail("asking who runs this", "id " + option, deadline)
                .stdout()
                .strip();
    }
}
