package dev.box.core.host;

import dev.box.core.net.Cidr;
import dev.box.incus.Deadline;
import java.util.List;

/**
 * Another firewall of the host, which knows nothing of boxes and would drop what they live on. It gets carve-outs in its
 * own words; its own rules stay as they are.
 */
interface Neighbour {

    String name();

    /** Whether it filters now; one that does not needs no carve-outs. */
    boolean active(Deadline deadline);

    /** Box's own carve-outs that are there now, one text each; read once. */
    List<String> present(Deadline deadline);

    /** Those that boxes need. */
    List<String> wanted(Cidr gateway);

    /** Makes {@link #present} equal to {@link #wanted}: adds first, so that nothing is cut off in between. */
    void converge(Cidr gateway, List<String> present, Deadline deadline);

    /** Takes all of them out, whether it is active or not. */
    void remove(Deadline deadline);

    /** Box's own carve-outs wherever they are kept, by name; also those that are not in force. */
    List<String> artefacts(Deadline deadline);
}
