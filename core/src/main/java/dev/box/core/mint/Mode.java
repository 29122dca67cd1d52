package dev.box.core.mint;

/** What kind of instance was asked for. */
public enum Mode {
    /** A VM where the host can, else a container. */
    AUTO("auto"),
    CONTAINER("container"),
    VM("vm");

    private final String word;

    Mode(String word) {
        this.word = word;
    }

    /** As in the stamp. */
    public String word() {
        return word;
    }

    /** The daemon's word for it; not for {@link #AUTO}. */
    String instanceType() {
        return this == VM ? "virtual-machine" : "container";
    }
}
