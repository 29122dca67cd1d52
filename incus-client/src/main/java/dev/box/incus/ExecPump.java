package dev.box.incus;

import dev.box.incus.wire.TimeLeft;
import dev.box.incus.wire.WebSocket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Carries one stream of a command on a thread of its own, which never keeps the JVM alive. */
final class ExecPump {

    /** The session's deadline ends a stream, by closing its socket; the stream itself has none. */
    private static final TimeLeft AS_LONG_AS_OPEN = () -> Duration.ofDays(1);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final Thread thread;

    /** When it began to wait for the guest's output, by {@link System#nanoTime}; 0 while it hands output to the caller. */
    private volatile long waitingSince;

    private ExecPump(WebSocket from, OutputStream to) {
        this.waitingSince = System.nanoTime();
        this.thread = Thread.ofPlatform().daemon().name("exec-output").start(() -> copyOut(from, to));
    }

    static ExecPump output(WebSocket from, OutputStream to) {
        return new ExecPump(from, to);
    }

    static void input(InputStream from, WebSocket to) {
        Thread.ofPlatform().daemon().name("exec-input").start(() -> copyIn(from, to));
    }

    private void copyOut(WebSocket from, OutputStream to) {
        try {
            WebSocket.Message message = from.read(AS_LONG_AS_OPEN);
            while (message != null && !message.text()) {
                waitingSince = 0;
                to.write(message.content());
                to.flush();
                waitingSince = System.nanoTime();
                message = from.read(AS_LONG_AS_OPEN);
            }
        } catch (IOException e) {
            // the socket was closed under us, or the caller's stream is gone: either way nobody reads on
        } finally {
            from.close();
        }
    }

    /**
     * Waits until all output is with the caller, however slow the caller is; but not for a guest that sends nothing more
     * and does not close.
     *
     * @param idle how long to wait for the guest
     */
    void finish(Duration idle, Deadline deadline) {
        Deadline quiet = Deadline.after(idle);
        while (thread.isAlive() && !deadline.expired()) {
            join(LOOK);
            long since = waitingSince;
            boolean waitsForGuest = since != 0 && System.nanoTime() - since > idle.toNanos();
            if (waitsForGuest && quiet.expired()) {
                return;
            }
        }
    }

    private static void copyIn(InputStream from, WebSocket to) {
        byte[] buffer = new byte[32 * 1024];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                to.sendBinary(buffer, 0, n, AS_LONG_AS_OPEN);
            }
        } catch (IOException e) {
            // the command closed its input or ended, or the caller's stream broke: the end is all there is to say
        }
        try {
            to.sendText("", AS_LONG_AS_OPEN);
        } catch (IOException e) {
            // it ended first
        }
    }

    void join(Duration limit) {
        try {
            thread.join(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
