package dev.box.incus;

/**
 * A value and the ETag under which the daemon served it, so that a replacement can be refused if someone else changed it
 * in between.
 *
 * @param value what was read
 * @param etag the daemon's tag; empty if it sent none, then nothing is checked
 */
public record Versioned<T>(T value, String etag) {

    /** Another value, still on the condition that this version is the current one. */
    public Versioned<T> with(T other) {
        return new Versioned<>(other, etag);
    }
}
