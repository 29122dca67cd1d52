package dev.box.lab.artifact;

import dev.box.core.host.PackagesLayer;
import java.util.ArrayList;
import java.util.List;

/** What the disk of an emulated machine holds beside a host's layers. */
public enum MachineDisk {
    /** Debian's kernel, and a way in. */
    PLAIN("emulated-machine", List.of(), List.of()),

    /** Also what Incus needs for virtual machines; e2fsprogs is in every real Debian, but not in the layers. */
    VM("emulated-vm-machine", List.of("e2fsprogs"), PackagesLayer.VM_PACKAGES);

    /** What makes a machine of its own of a host that lived in namespaces. */
    private static final List<String> MACHINE_PACKAGES = List.of("linux-image-amd64", "openssh-server", "lz4");

    private final String kind;
    private final List<String> machinePackages;
    private final List<String> hostPackages;

    MachineDisk(String kind, List<String> machinePackages, List<String> hostPackages) {
        this.kind = kind;
        this.machinePackages = machinePackages;
        this.hostPackages = hostPackages;
    }

    /** The artefact's. */
    String kind() {
        return kind;
    }

    /** What a bare machine does not have yet, and can install. */
    List<String> hostPackages() {
        return hostPackages;
    }

    /** What is installed in it. */
    List<String> packages(boolean bare) {
        List<String> packages = new ArrayList<>(MACHINE_PACKAGES);
        packages.addAll(machinePackages);
        if (!bare) {
            packages.addAll(hostPackages);
        }
        return packages;
    }
}
