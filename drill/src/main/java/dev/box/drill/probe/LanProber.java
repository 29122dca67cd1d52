package dev.box.drill.probe;

import dev.box.drill.contract.ProbeKind;
import dev.box.incus.Deadline;
import java.time.Duration;

/** Sends from a machine on the operator's LAN. Never throws: a reflector that does not answer is a crash of the check. */
public interface LanProber {

    Answer probe(ProbeKind kind, String address, int port, Deadline deadline);

    /** The same machine, with another time to wait for each answer. */
    LanProber patience(Duration wait);
}
