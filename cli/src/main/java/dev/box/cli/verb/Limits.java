package dev.box.cli.verb;

import java.time.Duration;

/** How long verbs may take unless {@code --timeout} says otherwise. */
final class Limits {

    /** One question to the daemon and its answer. */
    static final Duration QUICK = Duration.ofSeconds(10);

    /** A guest that starts or stops. */
    static final Duration POWER = Duration.ofMinutes(2);

    /** A box from nothing, image download included. */
    static final Duration MINT = Duration.ofMinutes(20);

    /** Packages downloaded and installed, images built. */
    static final Duration BUILD = Duration.ofMinutes(30);

    /** Whole disks read, written and compressed. */
    static final Duration TRANSFER = Duration.ofHours(2);

    /** As long as it takes: somebody else's command. */
    static final Duration UNLIMITED = Duration.ofDays(3650);

    private Limits() {}
}
