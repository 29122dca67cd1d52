package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.MachinePackages;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The packages of this machine that a lab needs. */
public final class LabRequirements {

    private static final Map<String, String> PACKAGE_OF_PROGRAM = new HashMap<>();
    private static final Path KEYRING = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

    static {
        PACKAGE_OF_PROGRAM.put("mmdebstrap", "mmdebstrap");
        PACKAGE_OF_PROGRAM.put("tar2sqfs", "squashfs-tools-ng");
        PACKAGE_OF_PROGRAM.put("dnsmasq", "dnsmasq-base");
        PACKAGE_OF_PROGRAM.put("ip", "iproute2");
        PACKAGE_OF_PROGRAM.put("unshare", "util-linux");
        PACKAGE_OF_PROGRAM.put("nsenter", "util-linux");
        PACKAGE_OF_PROGRAM.put("losetup", "mount");
        PACKAGE_OF_PROGRAM.put("ping", "iputils-ping");
        PACKAGE_OF_PROGRAM.put("apt-get", "apt");
        PACKAGE_OF_PROGRAM.put("dpkg-deb", "dpkg");
    }

    private LabRequirements() {}

    /** What filling and serving package mirrors needs. */
    private static final Map<String, String> OF_MIRRORS = Map.of("npm", "npm", "openssl", "openssl");

    /** What a machine under emulation needs. */
    private static final Map<String, String> OF_EMULATION = Map.of(
            "qemu-system-x86_64", "qemu-system-x86",
            "qemu-img", "qemu-utils",
            "ssh", "openssh-client",
            "ssh-keygen", "openssh-client",
            "mke2fs", "e2fsprogs");

    /** Packages to install for the usual lab, sorted. */
    public static List<String> missing() {
        return missing(LabOptions.standard());
    }

    private static List<String> missing(LabOptions options) {
        List<String> missing = new ArrayList<>(MachinePackages.missing(PACKAGE_OF_PROGRAM));
        if (options.mirrors()) {
            missing.addAll(MachinePackages.missing(OF_MIRRORS));
        }
        if (options.machine().emulated()) {
            missing.addAll(MachinePackages.missing(OF_EMULATION));
        }
        if (!Files.exists(KEYRING)) {
            missing.add("debian-archive-keyring");
        }
        missing.sort(null);
        return missing;
    }

    /** Installs what is missing if told so, else throws {@link BoxFailure.Failed} with the one command that does. */
    static void ensure(LabOptions options, Progress progress, Deadline deadline) {
        List<String> missing = missing(options);
        if (missing.isEmpty()) {
            return;
        }
        if (!options.assumeYes()) {
            throw lacking(missing);
        }
        try (Progress.Step step = progress.step("installing " + String.join(", ", missing), deadline)) {
            if (!install(missing, step, deadline)) {
                Subprocess.of("apt-get", "-q", "update").run(deadline);
                install(missing, step, deadline);
            }
            List<String> still = missing(options);
            if (!still.isEmpty()) {
                throw lacking(still);
            }
            step.done("");
        }
    }

    private static boolean install(List<String> packages, Progress.Step step, Deadline deadline) {
        List<String> argv = new ArrayList<>(List.of("apt-get", "-q", "-y", "install", "--no-install-recommends"));
        argv.addAll(packages);
        return Subprocess.of(argv)
                .env("DEBIAN_FRONTEND", "noninteractive")
                .onLine(line -> step.update(Untrusted.line(line)))
                .run(deadline)
                .ok();
    }

    private static BoxFailure.Failed lacking(List<String> packages) {
        return new BoxFailure.Failed(
                "bringing up a lab",
                "this machine lacks " + String.join(", ", packages),
                MachinePackages.installCommand(packages) + "   (or add --yes, and box does it)");
    }
}
