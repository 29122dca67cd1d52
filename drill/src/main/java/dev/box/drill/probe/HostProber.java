package dev.box.drill.probe;

import dev.box.drill.contract.ProbeKind;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends from the host itself, with the JVM's own sockets: a host need not have an interpreter. */
public final class HostProber {

    private static final Duration WAIT = Duration.ofMillis(2500);

    private final Duration wait;

    public HostProber() {
        this(WAIT);
    }

    /** {@code wait} is how long each probe waits for an answer. */
    public HostProber(Duration wait) {
        this.wait = wait;
    }

    /**
     * One probe; never throws.
     *
     * @param token source port or ICMP id, or 0 for any
     */
    public Answer probe(ProbeKind kind, String address, int port, int token, Deadline deadline) {
        long start = System.nanoTime();
        Deadline limit = deadline.within(wait);
        try {
            String text = switch (kind) {
                case TCP -> tcp(address, port, token, limit);
                case UDP -> udp(address, port, token, limit);
                case ICMP -> RawIcmp.echo(address, token, limit);
                default -> throw new IllegalArgumentException("the host does not send " + kind.words());
            };
            return new Answer("answer", "", text, since(start));
        } catch (SocketTimeoutException e) {
            return new Answer("silence", "", "nothing came back in " + since(start) + " ms", since(start));
        } catch (IOException e) {
            String errno = errno(e);
            return new Answer(errno.isEmpty() ? "crash" : "error", errno, String.valueOf(e), since(start));
        }
    }

    private static String tcp(String address, int port, int token, Deadline limit) throws IOException {
        try (java.net.Socket socket = new java.net.Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(token));
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), millis(limit));
            return "connected";
        }
    }

    private static String udp(String address, int port, int token, Deadline limit) throws IOException {
        try (java.net.DatagramSocket socket = new java.net.DatagramSocket(token)) {
            socket.connect(InetAddress.ofLiteral(address), port);
            byte[] greeting = ("box drill " + token).getBytes(StandardCharsets.US_ASCII);
            socket.send(new java.net.DatagramPacket(greeting, greeting.length));
            socket.setSoTimeout(millis(limit));
            java.net.DatagramPacket answer = new java.net.DatagramPacket(new byte[512], 512);
            socket.receive(answer);
            return "answered " + answer.getLength() + " bytes";
        }
    }

    private static int millis(Deadline limit) {
        return (int) Math.min(Integer.MAX_VALUE, limit.remainingMillis());
    }

    private static long since(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** The JDK gives the kernel's sentence, not its number. */
    static String errno(IOException e) {
        if (e instanceof PortUnreachableException) {
            return "ECONNREFUSED";
        }
        String message = String.valueOf(e.getMessage());
        String[][] table = {
            {"refused", "ECONNREFUSED"},
            {"reset", "ECONNRESET"},
            {"No route to host", "EHOSTUNREACH"},
            {"Host is down", "EHOSTDOWN"},
            {"Network is unreachable", "ENETUNREACH"},
            {"Operation not permitted", "EPERM"},
            {"Permission denied", "EACCES"},
            {"timed out", "ETIMEDOUT"},
        };
        for (String[] row : table) {
            if (message.contains(row[0])) {
                return row[1];
            }
        }
        return "";
    }
}
