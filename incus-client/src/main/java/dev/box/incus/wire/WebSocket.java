package dev.box.incus.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket client (RFC 6455) over a Unix socket, without extensions. One thread reads; any may write; closing it from
 * another thread ends both.
 */
public final class WebSocket implements AutoCloseable {

    /** Larger messages than any that the daemon sends; guards against a length that is nonsense. */
    private static final int MAX_MESSAGE = 64 * 1024 * 1024;

    /**
     * The example pair of RFC 6455 section 1.3. The nonce is there to unmask caches between client and server; on a Unix
     * socket there is nothing in between, and a fixed pair needs no SHA-1, whose provider costs start-up time.
     */
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    private static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private static final int CONTINUATION = 0x0;
    private static final int TEXT = 0x1;
    private static final int BINARY = 0x2;
    private static final int CLOSE = 0x8;
    private static final int PING = 0x9;
    private static final int PONG = 0xA;

    private final UnixChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(16 * 1024).limit(0);
    private final Object writeLock = new Object();
    private boolean closeSent;

    private WebSocket(UnixChannel channel) {
        this.channel = channel;
    }

    /** A whole message. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Message(boolean text, byte[] content) {
        public String string() {
            return new String(content, StandardCharsets.UTF_8);
        }
    }

    /** The daemon answered the handshake with something else than an upgrade. */
    public static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }

        /** The HTTP status, e.g. 404. */
        public int status() {
            return status;
        }
    }

    /** Asks for all of them before it waits for the first answer: each costs the daemon a millisecond. */
    static List<WebSocket> open(Path path, List<String> targets, TimeLeft time, Patience patience) throws IOException {
        List<WebSocket> sockets = new ArrayList<>();
        try {
            for (String target : targets) {
                sockets.add(ask(path, target, time));
            }
            for (WebSocket socket : sockets) {
                socket.readHandshake(time, patience);
            }
            return sockets;
        } catch (IOException | RuntimeException e) {
            for (WebSocket socket : sockets) {
                socket.channel.close();
            }
            throw e;
        }
    }

    private static WebSocket ask(Path path, String target, TimeLeft time) throws IOException {
        byte[] hello = ("GET " + target + " HTTP/1.1\r\nHost: incus\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        UnixChannel channel = UnixChannel.connect(path, time);
        try {
            channel.write(ByteBuffer.wrap(hello), time);
            return new WebSocket(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void readHandshake(TimeLeft time, Patience patience) throws IOException {
        in.clear();
        int n = FirstByte.read(channel, in, time, patience);
        in.flip();
        if (n < 0) {
            throw new IOException("the daemon closed the connection instead of answering");
        }
        String status = readLine(time);
        if (!status.startsWith("HTTP/1.1 ") || status.length() < 12) {
            throw new IOException("not HTTP: " + status);
        }
        String accept = "";
        String line = readLine(time);
        for (; !line.isEmpty(); line = readLine(time)) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).toLowerCase(Locale.ROOT).equals("sec-websocket-accept")) {
                accept = line.substring(colon + 1).strip();
            }
        }
        String code = status.substring(9, 12);
        if (!code.equals("101")) {
            throw new Refused(
                    code.chars().allMatch(Character::isDigit) ? Integer.parseInt(code) : 0, status.substring(9));
        }
        if (!accept.equals(ACCEPT)) {
            throw new IOException("the daemon accepted a WebSocket that was not ours");
        }
    }

    private String readLine(TimeLeft time) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < 16 * 1024) {
            char c = (char) (readByte(time) & 0xff);
            if (c == '\n') {
                return line.toString();
            }
            if (c != '\r') {
                line.append(c);
            }
        }
        throw new IOException("a header line without end");
    }

    /**
     * The next message, or null when the peer closed or went away. Pings are answered on the way.
     *
     * @throws java.net.SocketTimeoutException if none came in time; the socket is of no use then
     */
    public @Nullable Message read(TimeLeft time) throws IOException {
        return read(time, time);
    }

    /**
     * As {@link #read(TimeLeft)}; but if nothing begins within {@code idle}, reading may be tried again.
     *
     * @param time for the rest, once a message has begun
     */
    public @Nullable Message read(TimeLeft idle, TimeLeft time) throws IOException {
        byte[] whole = new byte[0];
        int kind = -1;
        while (true) {
            if (!fill(kind < 0 ? idle : time)) {
                return null;
            }
            int first = in.get() & 0xff;
            int opcode = first & 0x0f;
            if ((first & 0x70) != 0) {
                throw new IOException("a frame of an extension that was not agreed on");
            }
            byte[] payload = readPayload(time);
            if (opcode >= CLOSE) {
                if (opcode == CLOSE) {
                    answerClose(payload);
                    return null;
                }
                if (opcode == PING) {
                    answerPing(payload, time);
                }
                continue;
            }
            if ((opcode == CONTINUATION) != (kind >= 0) || opcode > BINARY) {
                throw new IOException("a frame out of order, opcode " + opcode);
            }
            kind = opcode == CONTINUATION ? kind : opcode;
            whole = append(whole, payload);
            if ((first & 0x80) != 0) {
                return new Message(kind == TEXT, whole);
            }
        }
    }

    private static byte[] append(byte[] head, byte[] tail) throws IOException {
        if (head.length == 0) {
            return tail;
        }
        if (head.length + (long) tail.length > MAX_MESSAGE) {
            throw new IOException("a message of more than " + MAX_MESSAGE + " bytes");
        }
        byte[] both = new byte[head.length + tail.length];
        System.arraycopy(head, 0, both, 0, head.length);
        System.arraycopy(tail, 0, both, head.length, tail.length);
        return both;
    }

    private byte[] readPayload(TimeLeft time) throws IOException {
        int second = readByte(time) & 0xff;
        if ((second & 0x80) != 0) {
            throw new IOException("a masked frame from a server");
        }
        long length = second & 0x7f;
        if (length >= 126) {
            int bytes = length == 126 ? 2 : 8;
            length = 0;
            for (int i = 0; i < bytes; i++) {
                length = length << 8 | (readByte(time) & 0xff);
            }
        }
        if (length < 0 || length > MAX_MESSAGE) {
            throw new IOException("a frame of " + length + " bytes");
        }
        byte[] payload = new byte[(int) length];
        int have = Math.min(in.remaining(), payload.length);
        in.get(payload, 0, have);
        ByteBuffer rest = ByteBuffer.wrap(payload, have, payload.length - have);
        while (rest.hasRemaining()) {
            if (channel.read(rest, time) < 0) {
                throw new IOException("the connection ended inside a frame");
            }
        }
        return payload;
    }

    private byte readByte(TimeLeft time) throws IOException {
        if (!fill(time)) {
            throw new IOException("the connection ended inside a frame");
        }
        return in.get();
    }

    private boolean fill(TimeLeft time) throws IOException {
        if (in.hasRemaining()) {
            return true;
        }
        in.clear().limit(0);
        ByteBuffer all = in.duplicate().clear();
        int n = channel.read(all, time);
        in.limit(Math.max(0, n));
        return n > 0;
    }

    public void sendBinary(byte[] bytes, int offset, int length, TimeLeft time) throws IOException {
        send(BINARY, bytes, offset, length, time);
    }

    public void sendText(String text, TimeLeft time) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        send(TEXT, bytes, 0, bytes.length, time);
    }

    private void send(int opcode, byte[] bytes, int offset, int length, TimeLeft time) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(length + 14);
        frame.put((byte) (0x80 | opcode));
        if (length < 126) {
            frame.put((byte) (0x80 | length));
        } else if (length <= 0xffff) {
            frame.put((byte) (0x80 | 126)).putShort((short) length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(length);
        }
        // Masking keeps attackers' bytes from looking like HTTP to proxies: any unpredictable-enough source will do.
        int mask = ThreadLocalRandom.current().nextInt();
        frame.putInt(mask);
        for (int i = 0; i < length; i++) {
            frame.put((byte) (bytes[offset + i] ^ (mask >> (8 * (3 - (i & 3))))));
        }
        synchronized (writeLock) {
            if (closeSent) {
                throw new IOException("closed");
            }
            closeSent = opcode == CLOSE;
            channel.write(frame.flip(), time);
        }
    }

    private void answerPing(byte[] payload, TimeLeft time) {
        try {
            send(PONG, payload, 0, payload.length, time);
        } catch (IOException e) {
            // The peer may have closed after its last words; they are still to be read, and their end tells the rest.
        }
    }

    private void answerClose(byte[] payload) {
        try {
            send(CLOSE, payload, 0, Math.min(2, payload.length), () -> Duration.ofSeconds(1));
        } catch (IOException e) {
            // it said goodbye and left: nothing is owed
        }
    }

    /** Says goodbye without waiting for the peer's. */
    @Override
    public void close() {
        try (channel) {
            send(CLOSE, new byte[] {0x03, (byte) 0xe8}, 0, 2, () -> Duration.ofMillis(100));
        } catch (IOException e) {
            // the peer is gone already, which is what closing is for
        }
    }
}
