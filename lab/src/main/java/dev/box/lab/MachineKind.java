package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import java.util.Locale;

/** What lab hosts can be made of. */
public enum MachineKind {
    /** Namespaces on this machine's kernel. */
    NAMESPACES,

    /** A whole machine under software emulation, with Debian's own kernel: slow, and what users run. */
    EMULATED;

    /** By its word, e.g. {@code emulated}; throws {@link BoxFailure.Refused} for any other. */
    public static MachineKind of(String word) {
        for (MachineKind kind : values()) {
            if (kind.toString().equals(word)) {
                return kind;
            }
        }
        throw new BoxFailure.Refused(
                "bringing up a lab of '" + word + "' machines",
                "its machines are made of " + NAMESPACES + ", or are " + EMULATED,
                "for example --machine " + EMULATED);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
