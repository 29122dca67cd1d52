package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.HostStack;
import dev.box.core.settings.Settings;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.LayerId;
import dev.box.drill.control.LayerChecks;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Undoes what an aborted run left: first what it broke, then the boxes that it made. */
public final class Aftermath {

    private static final Duration SETTLE = Duration.ofSeconds(20);

    private final Incus incus;
    private final HostStack stack;
    private final Settings settings;
    private final Consumer<String> say;

    /** {@code say} hears of each thing that is found and undone. */
    public Aftermath(Incus incus, HostStack stack, Settings settings, Consumer<String> say) {
        this.incus = incus;
        this.stack = stack;
        this.settings = settings;
        this.say = say;
    }

    /** Throws {@link BoxFailure.Unjudged} if a host that carries an aborted run's mutation cannot be made whole. */
    public void clear(Deadline deadline) {
        Optional<Journal.Page> left = Journal.left(stack.host().machine(), deadline);
        if (left.isEmpty()) {
            return;
        }
        List<Journal.Entry> entries = left.get().entries();
        String whose = "drill " + left.get().runId() + " was cut off: ";
        for (Journal.Entry entry : entries.reversed()) {
            if (!entry.mutation().isEmpty()) {
                undo(entry, whose, deadline);
            }
        }
        for (Journal.Entry entry : entries.reversed()) {
            if (!entry.box().isEmpty()) {
                remove(entry.box(), left.get().runId(), whose, deadline);
            }
        }
        stack.host().machine().delete(Journal.FILE, deadline);
    }

    private void undo(Journal.Entry entry, String whose, Deadline deadline) {
        Fault fault = Mutations.byId(entry.mutation())
                .map(Mutation::fault)
                .or(() -> Disturbances.byId(entry.mutation()))
                .orElseThrow(() -> dirty(entry, "this box does not know that mutation"));
        fault.undo(new World(incus, stack, entry.boxes()), entry.saved(), deadline);
        List<LayerReport> red = settled(stack, Set.of(), deadline);
        if (!red.isEmpty()) {
            throw dirty(
                    entry, red.getFirst().mechanism() + ": " + red.getFirst().fact());
        }
        say.accept(whose + "its mutation '" + entry.mutation() + "' (" + entry.what()
                + ") was still in force; it is undone, and every layer was read back green");
    }

    private static BoxFailure.Unjudged dirty(Journal.Entry entry, String why) {
        return new BoxFailure.Unjudged(
                "undoing what an aborted drill left on this host: mutation '" + entry.mutation() + "' (" + entry.what()
                        + ")",
                why,
                "sudo box setup-host, then drill again");
    }

    /** The layers that are still red when an effect has had time to show, but for those that are broken on purpose. */
    static List<LayerReport> settled(HostStack stack, Set<LayerId> broken, Deadline deadline) {
        Deadline window = deadline.within(SETTLE);
        Optional<List<LayerReport>> whole = Poll.until("reading the layers back", window, () -> {
            List<LayerReport> red = red(stack, broken, deadline);
            return red.isEmpty() ? Optional.of(red) : Optional.empty();
        });
        return whole.isPresent() ? whole.get() : red(stack, broken, deadline);
    }

    static List<LayerReport> red(HostStack stack, Set<LayerId> broken, Deadline deadline) {
        return LayerChecks.check(stack, deadline).stream()
                .filter(layer -> !layer.green()
                        && broken.stream().noneMatch(one -> one.id().equals(layer.id())))
                .toList();
    }

    private void remove(String name, String runId, String whose, Deadline deadline) {
        if (new Own(incus, settings, runId).remove(name, deadline)) {
            say.accept(whose + "its instance " + name + " was still there; it is removed");
        }
    }

    /** What of the stack is not as setup makes it: a host on which nothing can be broken one at a time. */
    public static Optional<String> unfit(HostStack stack, Deadline deadline) {
        List<Change> changes = stack.verify(deadline);
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(changes.getFirst().toString());
    }
}
