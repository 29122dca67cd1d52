package dev.box.drill.plan;

import dev.box.drill.contract.ProbeSpec;
import java.util.List;

/**
 * One measurement: a row of the contract's table, one sender, one target.
 *
 * @param id the row's id, and who asks whom: {@code A3.tcp.sibling/a-b}
 * @param from label of the box that sends, or {@code host} or {@code lan}
 * @param to label of what it is aimed at, for people
 * @param peer label of the box whose port is watched; empty if none is
 * @param address IPv4 or IPv6; empty if the kind needs none
 * @param mac of the frame's next hop, where the probe makes its own frames; else empty
 * @param port 0 for "a port that nothing else uses", which is closed
 * @param name what is asked of a name service, or a prefix to advertise; else empty
 * @param question DNS type; else empty
 * @param controls ids of the controls that this cell needs beside those of the whole phase
 */
public record Cell(
        String id,
        ProbeSpec spec,
        String from,
        String to,
        String peer,
        String address,
        String mac,
        int port,
        String name,
        String question,
        List<String> controls) {

    /** Whether a user's {@code --cell} means this one: the whole id, or a leading part that ends at a dot or a slash. */
    public boolean matches(String wanted) {
        return id.equals(wanted) || id.startsWith(wanted + ".") || id.startsWith(wanted + "/");
    }
}
