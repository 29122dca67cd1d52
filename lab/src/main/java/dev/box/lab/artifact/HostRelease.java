package dev.box.lab.artifact;

import dev.box.core.failure.BoxFailure;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A Debian release that lab hosts can be of. */
public enum HostRelease {
    DEBIAN_13("13", List.of("trixie")),

    /** Incus is only in its backports: a second repository, with the low priority that backports have. */
    DEBIAN_12("12", List.of("bookworm", "bookworm-backports"));

    private final String number;
    private final List<String> suites;

    HostRelease(String number, List<String> suites) {
        this.number = number;
        this.suites = suites;
    }

    /** By its number, e.g. {@code 12}. */
    public static HostRelease of(String number) {
        return Arrays.stream(values())
                .filter(release -> release.number.equals(number))
                .findFirst()
                .orElseThrow(() -> new BoxFailure.Refused(
                        "bringing up a host with Debian " + number,
                        "lab hosts are of Debian "
                                + Arrays.stream(values()).map(one -> one.number).collect(Collectors.joining(" or ")),
                        "for example --debian 12"));
    }

    /** The release's own first. */
    List<String> suites() {
        return suites;
    }

    String suite() {
        return suites.getFirst();
    }

    boolean hasBackports() {
        return suites.size() > 1;
    }
}
