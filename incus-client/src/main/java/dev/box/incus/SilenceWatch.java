package dev.box.incus;

import dev.box.incus.wire.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/**
 * Decides while a call gets no answer whether the daemon is stuck on a silent connection. The facts: our connection still
 * waits to be accepted, and the daemon has accepted someone else's and accepts nobody new. A daemon that is merely slow has accepted ours; one
 * that is just starting (socket activation) has accepted nobody's.
 */
final class SilenceWatch implements Patience {

    /** A daemon that takes connections at all takes them within milliseconds; this is long enough for a busy machine. */
    private static final long SUSPICIOUS_MILLIS = 2000;

    /** Five seconds' worth: of twenty clients on two cores with forty to run, ten saw none accepted for one second. */
    private static final int SIGHTINGS = 20;

    /** A call with less time than this tells nothing of the daemon: a busy one may not have come to it yet. */
    private static final long TELLING_MILLIS = 250;

    private final Endpoint endpoint;
    private final Deadline deadline;
    private final Deadline quiet;
    private final long givenMillis;
    private Set<String> seen = Set.of();
    private int stuck;
    private int looks;
    private int queued;

    SilenceWatch(Endpoint endpoint, Deadline deadline) {
        this.endpoint = endpoint;
        this.deadline = deadline;
        this.givenMillis = deadline.remainingMillis();
        // Not Duration.dividedBy: it goes through BigDecimal, whose classes cost a start 10 ms.
        this.quiet = Deadline.after(Duration.ofMillis(Math.min(SUSPICIOUS_MILLIS, givenMillis / 2)));
    }

    @Override
    public void check() throws IOException {
        if (!quiet.expired()) {
            return;
        }
        SocketTable table = SocketTable.read(endpoint.socket());
        // Twenty clients of a busy daemon always show somebody in the queue: as long as others come out of it, it
        // moves.
        boolean moves = looks > 0 && !seen.containsAll(table.accepted());
        seen = table.accepted();
        looks++;
        queued += table.waiting() > 0 ? 1 : 0;
        stuck = table.waiting() > 0 && !table.accepted().isEmpty() && !moves ? stuck + 1 : 0;
        // Any client that connects right now is in the queue for a moment: only one that stays there is a sign.
        boolean lastChance = deadline.remaining().toMillis() < 2L * INTERVAL_MILLIS;
        if (stuck >= SIGHTINGS || (lastChance && stuck == looks)) {
            throw new Wedged(SocketPeers.of(endpoint.socket(), deadline.within(Duration.ofSeconds(2))));
        }
    }

    /**
     * Whether somebody stood in the daemon's queue each time it was looked at: then it accepts nobody, and not us. One look
     * alone may meet another client that connects at that moment.
     */
    boolean neverAccepted() {
        return givenMillis >= TELLING_MILLIS && looks > 0 && queued == looks;
    }

    /** Carries the finding out of the transport. */
    static final class Wedged extends IOException {
        private static final long serialVersionUID = 1L;
        private final transient SocketPeers.Found found;

        Wedged(SocketPeers.Found found) {
            super("the daemon accepts no connection");
            this.found = found;
        }

        SocketPeers.Found found() {
            return found;
        }
    }
}
