package dev.box.core.box;

import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Answers Incus's API from what a test has written down, for what no lab's daemon can do: without KVM it makes no VM. It shows
 * what is made of such answers, never that Incus gives them.
 */
public final class RecordedDaemon implements AutoCloseable {

    private final Path socket;
    private final ServerSocketChannel server;

    /** What it answers to one request. */
    public interface Answers {
        Answer to(String method, String path, String body);
    }

    /** Status, kind of content and content. */
    public record Answer(int status, String content, String body) {

        public static Answer of(String json) {
            return new Answer(
                    200, "application/json", "{\"type\":\"sync\",\"status_code\":200,\"metadata\":" + json + "}");
        }

        public static Answer error(int status, String message) {
            return new Answer(
                    status,
                    "application/json",
                    "{\"type\":\"error\",\"error\":\"" + message + "\",\"error_code\":" + status + "}");
        }

        public static Answer file(String text) {
            return new Answer(200, "application/octet-stream", text);
        }
    }

    public RecordedDaemon(Path directory, Answers answers) {
        try {
            socket = directory.resolve("recorded");
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    SocketChannel client = server.accept();
                    Thread.ofVirtual().start(() -> serve(client, answers));
                }
            } catch (IOException e) {
                // the test is over
            }
        });
    }

    public Incus connect() {
        return Incus.connect(Endpoint.of(socket));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private static void serve(SocketChannel client, Answers answers) {
        try (client) {
            InputStream in = Channels.newInputStream(client);
            OutputStream out = Channels.newOutputStream(client);
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                String[] line = head.substring(0, head.indexOf("\r\n")).split(" ", -1);
                Answer answer =
                        answers.to(line[0], line[1], new String(in.readNBytes(length(head)), StandardCharsets.UTF_8));
                byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
                out.write(("HTTP/1.1 " + answer.status() + " Recorded\r\nContent-Type: " + answer.content()
                                + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(body);
                out.flush();
            }
        } catch (IOException e) {
            // the client has what it came for
        }
    }

    /** Of the next request; empty at the end. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                return "";
            }
            head.append((char) c);
        }
        return head.toString();
    }

    private static int length(String head) {
        for (String line : head.split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                return Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return 0;
    }
}
