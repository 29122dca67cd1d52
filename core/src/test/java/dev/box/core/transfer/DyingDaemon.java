package dev.box.core.transfer;

import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A stand-in that answers by request line. What it was not told about is not there, which is how a daemon answers that has
 * come after the one that was asked: its operations were in that one's memory.
 */
final class DyingDaemon implements AutoCloseable {

    private final Path socket;
    private final ServerSocketChannel server;
    private final Map<String, String> answers = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, Runnable> after = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    DyingDaemon(Path directory) throws IOException {
        socket = directory.resolve("unix.socket");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket), 50);
        Thread.ofPlatform().daemon().start(this::serve);
    }

    Incus connect() {
        return Incus.connect(Endpoint.of(socket));
    }

    /** @param request e.g. {@code GET /1.0/instances/work} */
    DyingDaemon answers(String request, String json) {
        answers.put(request, http("200 OK", "{\"type\":\"sync\",\"error_code\":0,\"metadata\":" + json + "}"));
        return this;
    }

    /** Begins an operation that nobody will know of. */
    DyingDaemon begins(String request) {
        return answers(request, "{\"id\":\"op\",\"status\":\"Running\",\"status_code\":103}");
    }

    /** Ends an operation at once. */
    DyingDaemon does(String request) {
        answers.put("GET /1.0/operations/done/wait", http("200 OK", "{\"metadata\":" + done() + "}"));
        return answers(request, done());
    }

    /** Dies in the middle of its answer. */
    DyingDaemon breaksOff(String request) {
        answers.put(request, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nthe beginning");
        return this;
    }

    /** What it answers to {@code later} once it was asked {@code first}. */
    DyingDaemon answersAfter(String first, String later, String json) {
        after.put(first, () -> answers(later, json));
        return this;
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    private static String done() {
        return "{\"id\":\"done\",\"status\":\"Success\",\"status_code\":200}";
    }

    private void serve() {
        while (server.isOpen()) {
            try (SocketChannel client = server.accept()) {
                answer(client);
            } catch (IOException e) {
                // this client is gone, or the test is over
            }
        }
    }

    private void answer(SocketChannel client) throws IOException {
        InputStream in = new BufferedInputStream(Channels.newInputStream(client));
        String head = until(in, "\r\n\r\n");
        if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
            until(in, "\r\n0\r\n\r\n");
        }
        String[] words = head.split(" ", 3);
        String request = words[0] + " " + words[1].replaceAll("\\?.*", "");
        asked.add(request);
        String answer = answers.getOrDefault(
                request,
                http("404 Not Found", "{\"type\":\"error\",\"error_code\":404,\"error\":\"Operation not found\"}"));
        after.getOrDefault(request, () -> {}).run();
        client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
    }

    private static String until(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            text.append((char) c);
            if (text.length() >= end.length()
                    && text.substring(text.length() - end.length()).equals(end)) {
                break;
            }
        }
        return text.toString();
    }

    private static String http(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
    }
}
