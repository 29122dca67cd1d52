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

    private final Thread thread;

    private ExecPump(String name, Runnable work) {
        this.thread = Thread.ofPlatform().daemon().name(name).start(work);
    }

    static ExecPump output(WebSocket from, OutputStream to) {
        return new ExecPump("exec-output", () -> copyOut(from, to));
    }

    static ExecPump input(InputStream from, WebSocket to) {
        return new ExecPump("exec-input", () -> copyIn(from, to));
    }

    private static void copyOut(WebSocket from, OutputStream to) {
        try {
            WebSocket.Message message = from.read(AS_LONG_AS_OPEN);
            while (message != null && !message.text()) {
                to.write(message.content());
                to.flush();
                message = from.read(AS_LONG_AS_OPEN);
            }
        } catch (IOException e) {
            // the socket was closed under us, or the caller's stream is gone: either way nobody reads on
        } finally {
            from.close();
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
