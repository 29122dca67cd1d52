package dev.box.incus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A stand-in that answers each connection with a script; it only ever proves what the client makes of odd answers. */
public final class FakeDaemon implements AutoCloseable {

    /** What to do with one accepted connection. */
    public interface Script {
        void run(SocketChannel client) throws IOException, InterruptedException;
    }

    private final Path directory;
    private final Path socket;
    private final ServerSocketChannel server;
    private Thread acceptor = new Thread();
    private final List<SocketChannel> open = new ArrayList<>();

    private FakeDaemon(int backlog) {
        try {
            directory = Files.createTempDirectory("fake-daemon");
            socket = directory.resolve("unix.socket");
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(socket), backlog);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Accepts in a loop and, like Incus, looks at a connection's first byte inside that loop. */
    public static FakeDaemon peeking(String response) {
        FakeDaemon daemon = new FakeDaemon(50);
        daemon.serve(client -> {
            ByteBuffer one = ByteBuffer.allocate(1);
            if (client.read(one) > 0) {
                readHead(client);
                write(client, response);
            }
            client.close();
        });
        return daemon;
    }

    /** Runs the script for one connection after the other. */
    public static FakeDaemon scripted(Script script) {
        FakeDaemon daemon = new FakeDaemon(50);
        daemon.serve(script);
        return daemon;
    }

    /** Sends these bytes to each request and closes. */
    public static FakeDaemon answering(String response) {
        return scripted(client -> {
            readHead(client);
            write(client, response);
            client.close();
        });
    }

    /** Listens with the shortest queue and never accepts. */
    public static FakeDaemon neverAccepting() {
        return new FakeDaemon(1);
    }

    private void serve(Script script) {
        acceptor = Thread.ofPlatform().daemon().name("fake-daemon").start(() -> {
            try {
                while (true) {
                    SocketChannel client = server.accept();
                    synchronized (open) {
                        open.add(client);
                    }
                    run(script, client);
                }
            } catch (IOException | InterruptedException e) {
                // closed: the test is over
            }
        });
    }

    private static void run(Script script, SocketChannel client) throws InterruptedException {
        try {
            script.run(client);
        } catch (IOException e) {
            // this client is gone; the next one may come
        }
    }

    public static String readHead(SocketChannel client) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            if (client.read(one.clear()) < 0) {
                break;
            }
            head.write(one.get(0));
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    public static void write(SocketChannel client, String text) throws IOException {
        write(client, text.getBytes(StandardCharsets.UTF_8));
    }

    public static void write(SocketChannel client, byte[] bytes) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        while (all.hasRemaining()) {
            client.write(all);
        }
    }

    public static String ok(String metadata) {
        return http(
                200,
                "{\"type\":\"sync\",\"status\":\"Success\",\"status_code\":200,\"operation\":\"\",\"error_code\":0,\"error\":\"\",\"metadata\":"
                        + metadata + "}");
    }

    public static String error(int status, String message) {
        return http(
                status,
                "{\"type\":\"error\",\"error_code\":" + status + ",\"error\":\"" + message + "\",\"metadata\":null}");
    }

    public static String http(int status, String body) {
        return "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    public Path socket() {
        return socket;
    }

    Incus connect() {
        return Incus.connect(Endpoint.of(socket));
    }

    /** Ends without removing the socket's file, as a killed daemon does. */
    void die() throws IOException, InterruptedException {
        server.close();
        acceptor.join();
    }

    @Override
    public void close() throws IOException {
        server.close();
        synchronized (open) {
            for (SocketChannel client : open) {
                client.close();
            }
        }
        Files.deleteIfExists(socket);
        Files.deleteIfExists(directory);
    }
}
