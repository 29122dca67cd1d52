package dev.box.incus.wire;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The wait for the daemon's first byte, during which it may turn out that none will ever come. */
final class FirstByte {

    private FirstByte() {}

    static int read(UnixChannel channel, ByteBuffer into, TimeLeft time, Patience patience) throws IOException {
        while (true) {
            Duration left = time.left();
            Duration slice = Duration.ofMillis(Patience.INTERVAL_MILLIS);
            Duration step = left.compareTo(slice) < 0 ? left : slice;
            long end = System.nanoTime() + step.toNanos();
            try {
                return channel.read(into, () -> Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            } catch (SocketTimeoutException e) {
                patience.check();
                if (time.none()) {
                    throw new NoAnswer("no answer");
                }
            }
        }
    }
}
