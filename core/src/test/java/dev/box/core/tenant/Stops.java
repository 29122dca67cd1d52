package dev.box.core.tenant;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls a listener as each step opens, before any of its work. */
final class Stops implements Progress {

    final List<String> steps = new ArrayList<>();
    private final Consumer<Integer> onStep;

    /** {@code onStep} gets the number of the step, from 0. */
    Stops(Consumer<Integer> onStep) {
        this.onStep = onStep;
    }

    @Override
    public Step step(String what, Deadline deadline) {
        steps.add(what);
        onStep.accept(steps.size() - 1);
        return Progress.silent().step(what, deadline);
    }

    @Override
    public void note(String message) {}

    @Override
    public void warn(String message) {}
}
