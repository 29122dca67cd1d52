package dev.box.core.removal;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Removable;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes several things off a host. What counts is not that each removal succeeded but that each thing is looked for again
 * at the end.
 */
public final class Removal {

    private final String tried;
    private final List<? extends Removable> parts;

    /** @param tried for the failure, e.g. {@code taking the host stack off}; users of a thing come before it in {@code parts} */
    public Removal(String tried, List<? extends Removable> parts) {
        this.tried = tried;
        this.parts = List.copyOf(parts);
    }

    /** What is there, by name, harmless to print. */
    public List<String> find(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (Removable part : parts) {
            for (String name : part.artefacts(deadline)) {
                found.add(Untrusted.line(name));
            }
        }
        return found;
    }

    /**
     * Removes them one after the other; one that will not go keeps none of the others. Throws {@link BoxFailure.Failed}
     * naming whatever is still there at the end, and why if that is known.
     */
    public void run(Progress progress, Deadline deadline) {
        Failures failures = new Failures();
        for (Removable part : parts) {
            failures.collect(part.title(), () -> remove(part, progress, deadline));
        }
        requireAbsence(failures.reasons(), progress, deadline);
    }

    private static void remove(Removable part, Progress progress, Deadline deadline) {
        if (part.artefacts(deadline).isEmpty()) {
            return;
        }
        try (Progress.Step step = progress.step("removing " + part.title(), deadline)) {
            part.remove(deadline);
            step.done("");
        }
    }

    private void requireAbsence(List<String> reasons, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("looking for each of them again", deadline)) {
            Set<String> left = new LinkedHashSet<>(find(deadline));
            if (!left.isEmpty()) {
                String survivors = String.join(", ", left);
                step.failed("still there: " + survivors);
                String why = reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")";
                throw new BoxFailure.Failed(
                        tried, "still there: " + survivors + why, "run it again, or remove it by hand");
            }
            step.done("none is there");
        }
    }
}
