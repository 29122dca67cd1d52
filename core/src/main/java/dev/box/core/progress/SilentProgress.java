package dev.box.core.progress;

import dev.box.incus.Deadline;

enum SilentProgress implements Progress, Progress.Step {
    INSTANCE;

    @Override
    public Step step(String what, Deadline deadline) {
        return this;
    }

    @Override
    public void note(String message) {}

    @Override
    public void warn(String message) {}

    @Override
    public void update(String detail) {}

    @Override
    public void done(String result) {}

    @Override
    public void failed(String reason) {}

    @Override
    public void close() {}
}
