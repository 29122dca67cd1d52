package dev.box.drill.trial;

import dev.box.core.host.HostStack;
import dev.box.drill.contract.LayerId;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.phase.PhaseContext;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.lab.world.Surroundings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What trials work with: the run, its boxes, and everything that must be undone whatever happens. */
public interface Bench {

    /** Of the run: part of the name of everything that it makes. */
    String runId();

    /** Box's own, for the stamp of what trials mint. */
    String version();

    Incus incus();

    HostStack stack();

    Surroundings around();

    /** The launcher of box itself, as a user would start it; empty if this run was not started by one. */
    Optional<Path> product();

    PhaseContext context();

    /** Waits until all boxes of the run have their NICs and addresses, and reads the situation anew. */
    PhaseContext reread(Deadline deadline);

    /** Names of the boxes of the run, in the order of their labels. */
    List<String> boxes();

    /** A name for a further instance of this run, written down for removal before there is such an instance. */
    String claim(String suffix, Deadline deadline);

    /** Removes an instance that was claimed, now. */
    void release(String name, Deadline deadline);

    /** Disturbs the host, written down for undoing before it is done; undone at the latest when the run ends. */
    Disturbance disturb(String id, Deadline deadline);

    /** Which layers a mutation keeps red from now on: what is undone is not held against them. */
    void broken(Set<LayerId> layers);

    /** Everything that this run has claimed, removed or not. */
    List<String> claimed();

    /** Removes everything that this run has made; what could not be removed, in words. Nothing can be claimed after it. */
    List<String> removeEverything();
}
