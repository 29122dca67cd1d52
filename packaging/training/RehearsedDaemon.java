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

/**
 * Answers the few requests of the class caches' training runs with fixed words, where there is no daemon: run by
 * packaging/build.sh as {@code java RehearsedDaemon.java SOCKET} and ended by it. It is no part of the product, and no
 * test trusts it.
 */
public final class RehearsedDaemon {

    private static final String BOX = """
            {"name":"%s","status":"Running","status_code":103,"type":"container","project":"default","architecture":"x86_64",\
            "created_at":"2026-01-01T00:00:00Z","last_used_at":"2026-01-01T00:00:00Z","description":"","profiles":["box-net"],\
            "config":{"user.box":"1","user.box.schema":"1","user.box.template":"blank","user.box.user":"dev",\
            "user.box.created":"2026-01-01T00:00:00Z","volatile.eth0.hwaddr":"10:66:6a:00:00:01"},"devices":{},\
            "expanded_config":{"limits.cpu":"2"},"expanded_devices":{"eth0":{"type":"nic","network":"boxnet","name":"eth0"},\
            "root":{"type":"disk","path":"/","pool":"default"}},"location":"none","ephemeral":false,"stateful":false}""";

    private static final String LEASES = """
            [{"hostname":"*","hwaddr":"10:66:6a:00:00:01","address":"10.88.0.2","type":"dynamic","location":"none","project":"default"}]""";

    private static final String OPERATION = """
            {"id":"00000000-0000-0000-0000-000000000001","class":"websocket","description":"Executing command",\
            "status":"%s","status_code":%d,"resources":{"instances":["/1.0/instances/work"]},"may_cancel":false,"err":"",\
            "location":"none","metadata":{"return":0,"fds":{"0":"in","1":"out","2":"err","control":"control"}}}""";

    /** The accepting answer to the example nonce of RFC 6455 section 1.3, which is the one that our client sends. */
    private static final String UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

    private RehearsedDaemon() {}

    public static void main(String[] args) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(Path.of(args[0])));
        System.out.println("listening");
        while (true) {
            SocketChannel client = server.accept();
            Thread.ofPlatform().daemon().start(() -> serve(client));
        }
    }

    private static void serve(SocketChannel client) {
        try (client) {
            InputStream in = Channels.newInputStream(client);
            OutputStream out = Channels.newOutputStream(client);
            String head = head(in);
            if (head.isEmpty()) {
                return;
            }
            if (head.contains("websocket?secret")) {
                stream(head, in, out);
                return;
            }
            out.write(answer(head).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // the client has what it came for
        }
    }

    /** One of a command's streams, as the daemon does it: a ping, two bytes, an empty text for the end, a farewell. */
    private static void stream(String head, InputStream in, OutputStream out) throws IOException {
        out.write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
        if (head.contains("secret=out") || head.contains("secret=err")) {
            out.write(new byte[] {(byte) 0x89, 4, 'p', 'i', 'n', 'g'});
            out.write(new byte[] {(byte) 0x82, 2, 'o', '\n', (byte) 0x81, 0, (byte) 0x88, 0});
        }
        out.flush();
        while (in.read() >= 0) {
            // what the client sends is of no interest
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

    private static String answer(String head) {
        String method = head.substring(0, head.indexOf(' '));
        String path = head.split(" ")[1];
        if (method.equals("POST")) {
            return http("202 Accepted", "{\"type\":\"async\",\"status\":\"Operation created\",\"status_code\":100,"
                    + "\"operation\":\"/1.0/operations/00000000-0000-0000-0000-000000000001\",\"metadata\":"
                    + OPERATION.formatted("Running", 103) + "}");
        }
        return http("200 OK", "{\"type\":\"sync\",\"status\":\"Success\",\"status_code\":200,\"metadata\":" + body(path) + "}");
    }

    private static String body(String path) {
        if (path.contains("/operations/")) {
            return OPERATION.formatted("Success", 200);
        }
        if (path.contains("/leases")) {
            return LEASES;
        }
        if (path.contains("/snapshots") || path.contains("/volumes")) {
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

    /** In chunks, as the daemon sends all that is longer than 2 KiB: what reads them must be in the cache too. */
    private static String http(String status, String json) {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nEtag: rehearsed\r\nX-Incus-Authenticated: true\r\n"
                + "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(length) + "\r\n" + json + "\r\n0\r\n\r\n";
    }
}
