package dev.box.cli.terminal;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One line for each finished step, with the time it took. While a step lasts: on a terminal a live line that says what is
 * waited for, how long already and until when; elsewhere one line every half minute, because a silent minute looks like a
 * hang.
 */
final class StepProgress implements Progress {

    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);

    private final Terminal terminal;
    private final boolean live;
    private final List<OpenStep> open = new ArrayList<>();
    private boolean ticking;

    StepProgress(Terminal terminal, boolean live) {
        this.terminal = terminal;
        this.live = live;
    }

    @Override
    public Step step(String what, Deadline deadline) {
        OpenStep step = new OpenStep(what, deadline);
        synchronized (open) {
            open.add(step);
            if (!ticking) {
                ticking = true;
                Thread.ofVirtual().start(this::tick);
            }
        }
        return step;
    }

    @Override
    public void note(String message) {
        terminal.err(message);
    }

    @Override
    public void warn(String message) {
        terminal.err("warning: " + message);
    }

    /** Runs as long as a step is open. */
    private void tick() {
        while (true) {
            try {
                Thread.sleep(live ? REDRAW : HEARTBEAT);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (open) {
                if (open.isEmpty()) {
                    ticking = false;
                    return;
                }
                show(open.getLast());
            }
        }
    }

    private void show(OpenStep step) {
        if (live) {
            terminal.draw(step.state());
        } else {
            terminal.err(step.state());
        }
    }

    private final class OpenStep implements Step {
        private final String what;
        private final Deadline deadline;
        private final long began = System.nanoTime();
        private String detail = "";

        OpenStep(String what, Deadline deadline) {
            this.what = what;
            this.deadline = deadline;
        }

        @Override
        public void update(String news) {
            synchronized (open) {
                detail = news;
            }
        }

        @Override
        public void done(String result) {
            end(result.isEmpty() ? what : what + ": " + result);
        }

        @Override
        public void failed(String reason) {
            end(what + ": failed" + (reason.isEmpty() ? "" : ", " + reason));
        }

        @Override
        public void close() {
            failed("");
        }

        private void end(String line) {
            synchronized (open) {
                if (open.remove(this)) {
                    terminal.err(elapsed() + "  " + line);
                }
            }
        }

        /** E.g. {@code   3.2 s  waiting for an address, at most 60 s}. */
        private String state() {
            Duration most = Duration.ofNanos(System.nanoTime() - began).plus(deadline.remaining());
            return elapsed() + "  " + what + (detail.isEmpty() ? "" : ": " + detail) + " (at most "
                    + Durations.limit(most) + ")";
        }

        private String elapsed() {
            return Durations.column(Duration.ofNanos(System.nanoTime() - began));
        }
    }
}
