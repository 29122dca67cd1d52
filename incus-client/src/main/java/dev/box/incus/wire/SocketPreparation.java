package dev.box.incus.wire;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * What the JDK does once for the first Unix socket of a process: it sets up SecureRandom and a selector, 12 ms that
 * another thread can spend while this one prepares its request.
 */
public final class SocketPreparation {

    private static boolean begun;

    private SocketPreparation() {}

    /** Begins it, if nobody has yet. Opens no connection. */
    public static synchronized void begin() {
        if (!begun) {
            begun = true;
            Thread.ofPlatform().daemon().name("socket-preparation").start(SocketPreparation::run);
        }
    }

    private static void run() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            // whoever needs a socket will meet the same fault, and can say what for
        }
    }
}
