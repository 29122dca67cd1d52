package dev.box.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Answers the few requests of {@link TrainingRun} with fixed words; no part of the product at work, and no test trusts it. */
final class RehearsedDaemon implements AutoCloseable {

    private static final String BOX = """
            {"name":"%s","status":"Running","status_code":103,"type":"container","project":"default","architecture":"x86_64",\
            "created_at":"2026-01-01T00:00:00Z","last_used_at":"2026-01-01T00:00:00Z","description":"","profiles":["box-net"],\
            "config":{"user.box":"1","user.box.schema":"1","user.box.template":"blank","user.box.user":"dev",\
            "user.box.created":"2026-01-01T00:00:00Z","volatile.eth0.hwaddr":"10:66:6a:00:00:01"},"devices":{},\
            "expanded_config":{"limits.cpu":"2"},"expanded_devices":{"eth0":{"type":"nic","network":"boxnet","name":"eth0"},\
            "root":{"type":"disk","path":"/","pool":"default"}},"location":"none","ephemeral":false,"stateful":false}""";

    private static final String LEASES = """
            [{"hostname":"work","hwaddr":"10:66:6a:00:00:01","address":"10.88.0.2","type":"dynamic","location":"none","project":"default"}]""";

    private final Path socket;
    private final ServerSocketChannel server;

    private RehearsedDaemon(Path socket, ServerSocketChannel server) {
        this.socket = socket;
        this.server = server;
    }

    static RehearsedDaemon listen(Path socket) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        RehearsedDaemon daemon = new RehearsedDaemon(socket, server);
        Thread.ofPlatform().daemon().start(daemon::accept);
        return daemon;
    }

    Path socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel client = server.accept();
                Thread.ofPlatform().daemon().start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void serve(SocketChannel client) {
        try (client) {
            InputStream in = Channels.newInputStream(client);
            OutputStream out = Channels.newOutputStream(client);
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                out.write(answer(head.substring(0, head.indexOf("\r\n"))).getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // the client has what it came for
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int last = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            bytes.write(b);
            last = last << 8 | b;
            if (last == 0x0d0a0d0a) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    private static String answer(String requestLine) {
        String path = requestLine.split(" ")[1];
        if (path.contains("/instances/nobody")) {
            return http("404 Not Found", "{\"type\":\"error\",\"error\":\"Instance not found\",\"error_code\":404}");
        }
        return http(
                "200 OK",
                "{\"type\":\"sync\",\"status\":\"Success\",\"status_code\":200,\"metadata\":" + body(path) + "}");
    }

    private static String body(String path) {
        if (path.contains("/leases")) {
            return LEASES;
        }
        if (path.contains("/instances/work/snapshots") || path.contains("/volumes")) {
            return "[]";
        }
        if (path.contains("/instances/work")) {
            return BOX.formatted("work");
        }
        if (path.contains("/instances")) {
            return "[" + BOX.formatted("work") + "," + BOX.formatted("other") + "]";
        }
        return "{}";
    }

    private static String http(String status, String json) {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nEtag: rehearsed\r\nContent-Length: "
                + length + "\r\n\r\n" + json;
    }
}
