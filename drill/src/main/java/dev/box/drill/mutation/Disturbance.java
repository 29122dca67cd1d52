package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostStack;
import dev.box.drill.contract.LayerId;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Something that was done to the host on purpose and is written down: undone once, and then read back. */
public final class Disturbance {

    private final String id;
    private final World world;
    private final Journal journal;
    private final Map<String, String> saved;
    private final Set<LayerId> broken;
    private boolean undone;

    private Disturbance(String id, World world, Journal journal, Map<String, String> saved, Set<LayerId> broken) {
        this.id = id;
        this.world = world;
        this.journal = journal;
        this.saved = saved;
        this.broken = broken;
    }

    /**
     * Writes down what it will need to undo it; changes nothing yet.
     *
     * @param broken layers that a mutation keeps red meanwhile
     */
    public static Disturbance arm(
            String id,
            Incus incus,
            HostStack stack,
            List<String> boxes,
            Journal journal,
            Set<LayerId> broken,
            Deadline deadline) {
        World world = new World(incus, stack, boxes);
        Map<String, String> saved = Disturbances.get(id).save(world, deadline);
        journal.arm(id, id, boxes, saved, deadline);
        return new Disturbance(id, world, journal, saved, broken);
    }

    /** Does it. */
    public void make(Deadline deadline) {
        Disturbances.get(id).make(world, saved, deadline);
    }

    /** Undoes it, if that was not done before; throws {@link BoxFailure.Failed} if a layer is red afterwards. */
    public synchronized void undo(Deadline deadline) {
        if (undone) {
            return;
        }
        Disturbances.get(id).undo(world, saved, deadline);
        List<LayerReport> red = Aftermath.settled(world.stack(), broken, deadline);
        if (!red.isEmpty()) {
            throw new BoxFailure.Failed(
                    "undoing '" + id + "'",
                    red.getFirst().mechanism() + ": " + red.getFirst().fact(),
                    "sudo box setup-host");
        }
        undone = true;
        journal.undone(id, deadline);
    }
}
