package dev.box.core.doctor;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A process that connects to the daemon and says nothing, which is all that it takes to wedge it. */
final class SilentClient {

    private SilentClient() {}

    static Process start(String socket) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SilentClient.class.getName(),
                        socket)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() != 'c') {
            throw new IOException("the silent client did not connect");
        }
        return process;
    }

    /** Silent until whoever started it closes its input, or is gone. */
    public static void main(String[] args) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
            System.out.println("connected " + channel.isConnected());
            int end = System.in.read();
            System.out.println("ended by " + end);
        }
    }
}
