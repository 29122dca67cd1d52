package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Instance;

/** An instance that carries the tag. Only {@link Boxes} makes one, so holding a Box is the proof of the check. */
public final class Box {

    private final Instance instance;
    private final Stamp stamp;

    Box(Instance instance, Stamp stamp) {
        this.instance = instance;
        this.stamp = stamp;
    }

    public String name() {
        return instance.name();
    }

    /** As the daemon held it when the box was resolved. */
    public Instance instance() {
        return instance;
    }

    public Stamp stamp() {
        return stamp;
    }

    public BoxState state() {
        return BoxState.of(instance, stamp);
    }

    /** Throws if it is being minted: whoever mints it may be at it still, and goes by its name and its state. */
    public void requireNotMinting(String tried) {
        if (stamp.state() == Stamp.Mark.MINTING) {
            throw new BoxFailure.Failed(
                    tried, "its minting is under way or was killed: it is not whole", "box rm " + name());
        }
    }

    /** Whether it runs, however its minting ended. */
    public boolean running() {
        return instance.running();
    }

    /** Whether it has a kernel of its own that is at work. */
    public boolean runsAsVm() {
        return running() && instance.isVirtualMachine();
    }

    /** Whom exec and shell enter as. */
    public GuestUser user() {
        return GuestUser.of(stamp.user());
    }
}
