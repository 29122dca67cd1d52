package dev.box.core.removal;

/**
 * How much comes off a host beside boxes and the stack.
 *
 * @param drills what a drill that was cut off may have left
 * @param storage base images of box and the storage pool
 * @param incus Incus itself, which takes the storage with it
 */
public record Scope(boolean drills, boolean storage, boolean incus) {

    /** Boxes and the stack. */
    public static Scope stack() {
        return new Scope(false, false, false);
    }
}
