package dev.box.core.box;

import java.util.List;

/**
 * One line of a listing. Names and stamped texts are untrusted when printed.
 *
 * @param name the box
 * @param state in one word
 * @param running whether it runs, which {@code state} does not tell of a failed or incomplete one
 * @param type {@code container} or {@code vm}
 * @param ipv4 its address on the box network; empty if it does not run or has none yet
 * @param template what it was minted from
 * @param snapshots how many it has, marks included
 * @param doors what is exposed
 * @param created RFC 3339, UTC
 */
public record BoxSummary(
        String name,
        BoxState state,
        boolean running,
        String type,
        String ipv4,
        String template,
        int snapshots,
        List<Door> doors,
        String created) {

    /**
     * A port of a box on the host's loopback.
     *
     * @param listen where the host listens, e.g. {@code tcp:127.0.0.1:8080}
     * @param connect where it leads in the box
     */
    public record Door(String listen, String connect) {}
}
