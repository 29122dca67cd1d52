package dev.box.core.box;

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

    /** Whether it runs, however its minting ended. */
    public boolean running() {
        return instance.running();
    }

    /** Whom exec and shell enter as. */
    public GuestUser user() {
        return GuestUser.of(stamp.user());
    }
}
