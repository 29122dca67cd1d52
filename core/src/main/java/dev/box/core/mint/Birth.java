package dev.box.core.mint;

import dev.box.core.box.BoxName;
import dev.box.core.box.Deletion;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What every new box goes through, whatever it is made from: a name that nobody has, a start, and a state that says
 * "minting" until it is whole and "failed" if it never will be.
 */
final class Birth {

    static final Duration CALL = Duration.ofSeconds(30);

    /** A stopped instance's files, a dozen calls; twenty mints at once on two cores took longer than a call may. */
    static final Duration FILES = Duration.ofMinutes(3);

    static final Duration CREATE = Duration.ofMinutes(5);
    private static final Duration START = Duration.ofMinutes(3);

    private final Incus incus;
    private final String name;

    Birth(Incus incus, BoxName name) {
        this.incus = incus;
        this.name = name.value();
    }

    /** Runs all of the work; an interrupt comes out of it as one, with what to do about what is left. */
    <T> T interruptibly(Supplier<T> work) {
        try {
            return work.get();
        } catch (IncusException | BoxFailure.Failed e) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            throw e;
        } catch (BoxFailure.Interrupted e) {
            throw interrupted();
        }
    }

    /** Runs the work after the instance exists; if it fails, the instance is marked and left for inspection. */
    <T> T markingFailure(Progress progress, Supplier<T> work) {
        try {
            return work.get();
        } catch (IncusException e) {
            markFailed(progress);
            String advice = e.advice().isEmpty() ? "is this host fit? box doctor" : e.advice();
            throw new BoxFailure.Failed(
                    e.tried(),
                    e.answered(),
                    advice + "\nthen, to remove what is left of it: box rm " + name + " --force",
                    e);
        } catch (BoxFailure.Failed e) {
            markFailed(progress);
            throw e;
        }
    }

    /** Any instance counts, whoever made it: a name is never taken over. */
    void requireFree(Deadline deadline) {
        Optional<Instance> holder = incus.instances().find(name, deadline).map(found -> found.value());
        if (holder.isPresent()) {
            throw taken(Stamp.isBox(holder.get().config()));
        }
    }

    /**
     * What to throw of a creation that failed. Of two mints of one name the daemon tells the later one in several ways, so it
     * is looked at who has the name now.
     */
    RuntimeException creationFailed(IncusException why) {
        Optional<Map<String, String>> holder = incus.instances()
                .find(name, Deadline.after(CALL))
                .map(found -> found.value().config());
        boolean ours = holder.filter(config -> Minter.self().equals(config.get(StampKey.MINTER.key())))
                .isPresent();
        if (holder.isPresent() && !ours) {
            return taken(Stamp.isBox(holder.get()));
        }
        if (why.answered().contains(Deletion.BUSY)) {
            return taken(true);
        }
        return why instanceof IncusException.Conflict
                ? new BoxFailure.Refused(
                        "minting box '" + name + "'",
                        "no instance has that name, but the storage pool does, from work that was cut off ("
                                + Untrusted.line(why.answered()) + ")",
                        "choose another name: box new NAME")
                : why;
    }

    private BoxFailure.Refused taken(boolean byBox) {
        return new BoxFailure.Refused(
                "minting box '" + name + "'",
                byBox ? "there is a box of that name" : "an instance that box did not mint has that name",
                "choose another name: box new NAME" + (byBox ? "; what that one is: box info " + name : ""));
    }

    void start(Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("starting " + name, deadline.within(START))) {
            incus.instances().start(name, deadline.within(START)).await(deadline.within(START));
            step.done("");
        }
    }

    /** The minter goes with it: a box that is whole was minted by nobody who could still be at it. */
    void declareWhole(Deadline deadline) {
        setState(Stamp.Mark.WHOLE, deadline.within(CALL));
    }

    private void setState(Stamp.Mark mark, Deadline deadline) {
        Map<String, String> keys = Map.of(StampKey.STATE.key(), mark.word(), StampKey.MINTER.key(), "");
        incus.instances().patch(name, Map.of("config", keys), deadline);
    }

    /** With a deadline of its own: the mint's may be what ran out. An interrupted one stays marked as minting. */
    private void markFailed(Progress progress) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        try {
            setState(Stamp.Mark.FAILED, Deadline.after(CALL));
        } catch (IncusException e) {
            progress.warn("could not mark box '" + name + "' as failed; it stays marked as minting");
        }
    }

    private BoxFailure.Interrupted interrupted() {
        return new BoxFailure.Interrupted(
                "minting box '" + name + "'", "if 'box list' shows it as incomplete: box rm " + name + " --force");
    }
}
