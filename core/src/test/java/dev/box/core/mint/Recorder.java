package dev.box.core.mint;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Keeps what a mint tells, and calls a listener as each step opens. */
final class Recorder implements Progress {

    final List<String> steps = new CopyOnWriteArrayList<>();
    final List<String> warnings = new CopyOnWriteArrayList<>();

    /** What steps that ended well told of their end, if anything. */
    final List<String> results = new CopyOnWriteArrayList<>();

    /** What steps told on their way. */
    final List<String> news = new CopyOnWriteArrayList<>();

    private final Consumer<String> onStep;

    Recorder() {
        this(step -> {});
    }

    Recorder(Consumer<String> onStep) {
        this.onStep = onStep;
    }

    @Override
    public Step step(String what, Deadline deadline) {
        steps.add(what);
        onStep.accept(what);
        return new Step() {
            @Override
            public void update(String detail) {
                news.add(detail);
            }

            @Override
            public void done(String result) {
                results.add(result);
            }

            @Override
            public void failed(String reason) {}

            @Override
            public void close() {}
        };
    }

    @Override
    public void note(String message) {}

    @Override
    public void warn(String message) {
        warnings.add(message);
    }
}
