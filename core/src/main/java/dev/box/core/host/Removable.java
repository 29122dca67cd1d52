package dev.box.core.host;

import dev.box.incus.Deadline;
import java.util.List;

/** Something that box put on a host and can take off it again. */
public interface Removable {

    /** For people, e.g. {@code network boxnet}. */
    String title();

    /** Takes the artefacts off the host; missing ones are fine. */
    void remove(Deadline deadline);

    /** The artefacts that are on the host, by name, from ground truth: what {@link #remove} must leave empty. */
    List<String> artefacts(Deadline deadline);
}
