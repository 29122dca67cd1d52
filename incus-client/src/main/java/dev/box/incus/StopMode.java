package dev.box.incus;

/** How to stop an instance. */
public enum StopMode {
    /** Ask its init and wait. */
    CLEAN,
    /** Kill it. */
    FORCE
}
