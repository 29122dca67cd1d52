package dev.box.drill.probe;

import dev.box.incus.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One DNS question (type A) from the host to a given resolver, past whatever the host's own resolver is (RFC 1035). */
public final class HostDns {

    private static final Duration WAIT = Duration.ofSeconds(3);
    private static final int ID = 0x4258;

    private HostDns() {}

    /** Never throws: an answer with at least one record is {@code answer}, one without is {@code name}. */
    public static Answer ask(String name, String resolver, Deadline deadline) {
        long start = System.nanoTime();
        try (DatagramSocket socket = new DatagramSocket()) {
            byte[] question = question(name);
            socket.connect(InetAddress.ofLiteral(resolver), 53);
            socket.send(new DatagramPacket(question, question.length));
            socket.setSoTimeout((int) deadline.within(WAIT).remainingMillis());
            DatagramPacket packet = new DatagramPacket(new byte[1500], 1500);
            socket.receive(packet);
            return read(packet, millis(start));
        } catch (SocketTimeoutException e) {
            return new Answer("silence", "", "nothing came back", millis(start));
        } catch (IOException e) {
            String errno = HostProber.errno(e);
            return new Answer(errno.isEmpty() ? "crash" : "error", errno, String.valueOf(e), millis(start));
        }
    }

    private static Answer read(DatagramPacket packet, long elapsed) {
        byte[] data = packet.getData();
        if (packet.getLength() < 12 || word(data, 0) != ID) {
            return new Answer("crash", "", "not an answer to the question", elapsed);
        }
        int answers = word(data, 6);
        int code = data[3] & 15;
        return answers > 0
                ? new Answer("answer", "", answers + " records", elapsed)
                : new Answer("name", "", "no record, code " + code, elapsed);
    }

    private static int word(byte[] data, int at) {
        return ((data[at] & 0xff) << 8) | (data[at + 1] & 0xff);
    }

    private static byte[] question(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {ID >> 8, ID & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0});
        int from = 0;
        while (from <= name.length()) {
            int dot = name.indexOf('.', from);
            int end = dot < 0 ? name.length() : dot;
            byte[] label = name.substring(from, end).getBytes(StandardCharsets.US_ASCII);
            out.write(label.length);
            out.writeBytes(label);
            from = end + 1;
        }
        out.writeBytes(new byte[] {0, 0, 1, 0, 1});
        return out.toByteArray();
    }

    private static long millis(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
