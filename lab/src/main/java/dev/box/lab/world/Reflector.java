package dev.box.lab.world;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import io.avaje.json.JsonException;
import io.avaje.jsonb.JsonType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Probes on request from where it runs: one {@link Attempt} per line in, one {@link Attempted} per line out, both JSON.
 * It stands on the lab's LAN, so that a drill on the host can measure what a neighbour can reach.
 */
public final class Reflector implements AutoCloseable {

    private static final int LONGEST_REQUEST = 1024;
    private static final int IDLE_MILLIS = 60_000;
    private static final byte[] GREETING = "box reflector\n".getBytes(StandardCharsets.US_ASCII);

    private final JsonType<Attempt> attempts = WorldJson.type(Attempt.class);
    private final JsonType<Attempted> answers = WorldJson.type(Attempted.class);
    private final ServerSocket listener;
    private final Thread accepting = Thread.ofPlatform().name("reflector").unstarted(this::accept);

    private Reflector(ServerSocket listener) {
        this.listener = listener;
    }

    /** Listens and serves in the background until closed. */
    public static Reflector start(InetSocketAddress address) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(address);
        Reflector reflector = new Reflector(listener);
        reflector.accepting.start();
        return reflector;
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        try {
            accepting.join(); // until it has let go of the socket, the kernel still answers for it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // closed, or a client that was gone before it was accepted
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setSoTimeout(IDLE_MILLIS);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            for (String line = readLine(in); line != null; line = readLine(in)) {
                String answer = answers.toJson(answer(line)) + "\n";
                client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // the client went away; it has no use for an answer
        }
    }

    private static @org.jspecify.annotations.Nullable String readLine(BufferedReader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return line.toString();
            }
            if (line.length() == LONGEST_REQUEST) {
                throw new IOException("a request longer than " + LONGEST_REQUEST);
            }
            line.append((char) c);
        }
        return null;
    }

    private Attempted answer(String line) {
        long start = System.nanoTime();
        Finding finding;
        try {
            finding = attempt(attempts.fromJson(line));
        } catch (JsonException e) {
            finding = new Finding(Attempted.Outcome.CHECK_FAILED, "not a request: " + e.getMessage());
        } catch (BoxFailure e) {
            finding = new Finding(Attempted.Outcome.CHECK_FAILED, String.valueOf(e.getMessage()));
        }
        return new Attempted(
                finding.outcome,
                finding.detail,
                Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private record Finding(Attempted.Outcome outcome, String detail) {}

    private static Finding attempt(Attempt attempt) {
        if (attempt.timeoutMillis() < 1 || attempt.timeoutMillis() > Attempt.LONGEST_MILLIS) {
            return new Finding(Attempted.Outcome.CHECK_FAILED, "timeoutMillis must be 1 to " + Attempt.LONGEST_MILLIS);
        }
        try {
            InetAddress address = InetAddress.ofLiteral(attempt.address());
            return switch (attempt.protocol()) {
                case TCP -> tcp(new InetSocketAddress(address, attempt.port()), attempt.timeoutMillis());
                case UDP -> udp(new InetSocketAddress(address, attempt.port()), attempt.timeoutMillis());
                case ICMP -> icmp(address, attempt.timeoutMillis());
            };
        } catch (IllegalArgumentException e) {
            return new Finding(Attempted.Outcome.CHECK_FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** A completed handshake is an answer of the peer, with or without data after it. */
    private static Finding tcp(InetSocketAddress peer, int timeoutMillis) {
        try (Socket socket = new Socket()) {
            socket.connect(peer, timeoutMillis);
            return new Finding(Attempted.Outcome.REACHED, "connected; " + dataFrom(socket, timeoutMillis));
        } catch (IOException e) {
            return failure(e);
        }
    }

    private static String dataFrom(Socket socket, int timeoutMillis) {
        try {
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write(GREETING);
            int n = socket.getInputStream().read(new byte[GREETING.length]);
            return n < 0 ? "closed without data" : n + " bytes came back";
        } catch (IOException e) {
            return "no data: " + e.getMessage();
        }
    }

    private static Finding udp(InetSocketAddress peer, int timeoutMillis) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(peer);
            socket.setSoTimeout(timeoutMillis);
            socket.send(new DatagramPacket(GREETING, GREETING.length));
            DatagramPacket answer = new DatagramPacket(new byte[512], 512);
            socket.receive(answer);
            return new Finding(Attempted.Outcome.REACHED, answer.getLength() + " bytes came back");
        } catch (IOException e) {
            return failure(e);
        }
    }

    private static Finding failure(IOException e) {
        String words = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        Attempted.Outcome outcome = switch (e) {
            case SocketTimeoutException _ -> Attempted.Outcome.TIMED_OUT;
            case PortUnreachableException _ -> Attempted.Outcome.REFUSED;
            case NoRouteToHostException _ -> Attempted.Outcome.UNREACHABLE;
            case SocketException _ when words.contains("unreachable") -> Attempted.Outcome.UNREACHABLE;
            case SocketException _
            when words.contains("Permission denied") || words.contains("not permitted") -> Attempted.Outcome.PROHIBITED;
            case ConnectException _ when words.contains("refused") -> Attempted.Outcome.REFUSED;
            case ConnectException _ when words.contains("timed out") -> Attempted.Outcome.TIMED_OUT;
            default -> Attempted.Outcome.CHECK_FAILED;
        };
        return new Finding(outcome, words);
    }

    /** Java has no raw sockets: ping's own words say what came back. */
    private static Finding icmp(InetAddress address, int timeoutMillis) {
        String seconds = Double.toString(timeoutMillis / 1000.0);
        Subprocess.Result ping = Subprocess.of("ping", "-n", "-c", "1", "-W", seconds, address.getHostAddress())
                .env("LC_ALL", "C")
                .run(Deadline.after(Duration.ofMillis(timeoutMillis + 3000L)));
        String words = ping.stdout() + ping.stderr();
        String detail = String.join(
                "; ", Arrays.stream(words.split("\n")).filter(l -> !l.isBlank()).toList());
        return new Finding(pingOutcome(ping.exitStatus(), words), detail);
    }

    static Attempted.Outcome pingOutcome(int exitStatus, String words) {
        if (exitStatus == 0 && words.contains(" 1 received")) {
            return Attempted.Outcome.REACHED;
        }
        if (words.contains("filtered") || words.contains("rohibited") || words.contains("not permitted")) {
            return Attempted.Outcome.PROHIBITED;
        }
        if (words.contains("nreachable") || words.contains("No route")) {
            return Attempted.Outcome.UNREACHABLE;
        }
        return exitStatus == 1 && words.contains(" 0 received")
                ? Attempted.Outcome.TIMED_OUT
                : Attempted.Outcome.CHECK_FAILED;
    }
}
