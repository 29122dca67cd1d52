package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.lab.artifact.MachineDisk;
import java.util.Locale;
import java.util.Optional;

/** What lab hosts can be made of. */
public enum MachineKind {
    /** Namespaces on this machine's kernel. */
    NAMESPACES(Optional.empty()),

    /** A whole machine under software emulation, with Debian's own kernel: slow, and what users run. */
    EMULATED(Optional.of(MachineDisk.PLAIN)),

    /** The same with an emulated AMD-V, in which Incus runs virtual machines too. */
    EMULATED_VM(Optional.of(MachineDisk.VM));

    private final Optional<MachineDisk> disk;

    MachineKind(Optional<MachineDisk> disk) {
        this.disk = disk;
    }

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

    /** The one of the same make that runs virtual machines; throws {@link BoxFailure.Refused} if there is none. */
    public MachineKind withVms() {
        if (!emulated()) {
            throw new BoxFailure.Refused(
                    "bringing up a lab host that runs virtual machines",
                    "one made of " + NAMESPACES + " has no KVM",
                    "add --machine " + EMULATED);
        }
        return EMULATED_VM;
    }

    /** Its disk, if it is a machine with one. */
    Optional<MachineDisk> disk() {
        return disk;
    }

    boolean emulated() {
        return disk.isPresent();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
