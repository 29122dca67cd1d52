package dev.box.drill.probe;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.contract.ProbeKind;
import dev.box.incus.Deadline;
import dev.box.lab.world.Attempt;
import dev.box.lab.world.Attempted;
import dev.box.lab.world.ReflectorClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Sends from the LAN host, through the reflector that runs there. */
public final class ReflectorProber implements LanProber {

    private static final Duration PATIENCE = Duration.ofMillis(3200);

    private final ReflectorClient client;
    private final int millis;

    public ReflectorProber(String address, int port) {
        this(new ReflectorClient(new InetSocketAddress(InetAddress.ofLiteral(address), port)), PATIENCE);
    }

    private ReflectorProber(ReflectorClient client, Duration patience) {
        this.client = client;
        millis = (int) patience.toMillis();
    }

    @Override
    public LanProber patience(Duration wait) {
        return new ReflectorProber(client, wait);
    }

    @Override
    public Answer probe(ProbeKind kind, String address, int port, Deadline deadline) {
        try {
            Attempt attempt = new Attempt(protocol(kind), address, port, millis);
            return answer(client.attempt(attempt, deadline.within(Duration.ofSeconds(15))));
        } catch (BoxFailure e) {
            return Answer.crash(String.valueOf(e.getMessage()));
        }
    }

    private static Attempt.Protocol protocol(ProbeKind kind) {
        return switch (kind) {
            case TCP -> Attempt.Protocol.TCP;
            case UDP -> Attempt.Protocol.UDP;
            case ICMP -> Attempt.Protocol.ICMP;
            default -> throw new IllegalArgumentException("the LAN host does not send " + kind.words());
        };
    }

    /** The reflector has judged the errno by the same taxonomy; it is said again in the instruments' common form. */
    private static Answer answer(Attempted attempted) {
        String text = attempted.detail();
        long elapsed = attempted.elapsedMillis();
        return switch (attempted.outcome()) {
            case REACHED -> new Answer("answer", "", text, elapsed);
            case REFUSED -> new Answer("error", "ECONNREFUSED", text, elapsed);
            case TIMED_OUT -> new Answer("silence", "", text, elapsed);
            case UNREACHABLE -> new Answer("error", "EHOSTUNREACH", text, elapsed);
            case PROHIBITED -> new Answer("error", "EPERM", text, elapsed);
            case CHECK_FAILED -> new Answer("crash", "", text, elapsed);
        };
    }
}
