package dev.box.lab;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Prints each step with its time, and remembers what was said. */
final class PrintedProgress implements Progress {

    final List<String> said = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Step step(String what, Deadline deadline) {
        say("-> " + what);
        return new Printed(what);
    }

    @Override
    public void note(String message) {
        say("   " + message);
    }

    @Override
    public void warn(String message) {
        say(" ! " + message);
    }

    private void say(String line) {
        said.add(line);
        System.out.println(line);
    }

    private final class Printed implements Step {
        private final String what;
        private final long start = System.nanoTime();
        private boolean ended;

        Printed(String what) {
            this.what = what;
        }

        @Override
        public void update(String detail) {}

        @Override
        public void done(String result) {
            ended = true;
            say(" = " + what + ": " + (System.nanoTime() - start) / 1_000_000 + " ms " + result);
        }

        @Override
        public void failed(String reason) {
            ended = true;
            say(" x " + what + ": " + reason);
        }

        @Override
        public void close() {
            if (!ended) {
                failed("");
            }
        }
    }
}
