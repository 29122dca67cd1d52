package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.process.MachinePackages;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs that the stack runs on. What counts is that the program is there, whoever packaged it. */
public final class PackagesLayer extends Layer<PackagesLayer.Programs> {

    /** Where the daemon's program may stand, by packager. */
    public static final List<Path> INCUSD =
            List.of(Path.of("/usr/libexec/incus/incusd"), Path.of("/opt/incus/bin/incusd"), Path.of("/usr/bin/incusd"));

    /** What a KVM host needs for VM boxes beyond the package's own dependencies. */
    public static final List<String> VM_PACKAGES =
            List.of("incus", "qemu-utils", "qemu-system-modules-spice", "ovmf", "genisoimage");

    private static final Path OS_RELEASE = Path.of("/etc/os-release");
    private static final String BACKPORTS = "bookworm-backports";

    PackagesLayer(Host host) {
        super(host);
    }

    /**
     * @param missing programs that are not there
     * @param kvm whether this machine can run VMs
     * @param apt whether packages can be installed with apt-get
     */
    public record Programs(List<String> missing, boolean kvm, boolean apt) {
        public Programs {
            missing = List.copyOf(missing);
        }
    }

    @Override
    public String id() {
        return "packages";
    }

    @Override
    public String title() {
        return "packages";
    }

    @Override
    public Programs observe(Deadline deadline) {
        Machine machine = host.machine();
        List<String> missing = new ArrayList<>();
        if (INCUSD.stream().noneMatch(daemon -> machine.exists(daemon, deadline))) {
            missing.add("incusd");
        }
        for (String program : List.of("nft", "dnsmasq", "mkfs.btrfs", "ip", "ss")) {
            if (!machine.has(program, deadline)) {
                missing.add(program);
            }
        }
        return new Programs(missing, machine.exists(Path.of("/dev/kvm"), deadline), machine.has("apt-get", deadline));
    }

    @Override
    public List<Change> diff(Programs observed) {
        List<Change> changes = new ArrayList<>();
        for (String program : observed.missing()) {
            changes.add(change(
                    program, Change.ABSENT, "package " + String.join(" ", packagesOf(program, observed.kvm()))));
        }
        return changes;
    }

    /** VM support where KVM exists, the smaller container-only daemon elsewhere. */
    private static List<String> packagesOf(String program, boolean kvm) {
        if (!program.equals("incusd")) {
            return List.of(MachinePackages.of(program));
        }
        return kvm ? VM_PACKAGES : List.of("incus-base");
    }

    @Override
    protected void apply(Programs observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        List<String> packages = new ArrayList<>();
        for (String program : observed.missing()) {
            for (String name : packagesOf(program, observed.kvm())) {
                if (!packages.contains(name)) {
                    packages.add(name);
                }
            }
        }
        if (!observed.apt()) {
            throw new BoxFailure.Failed(
                    "installing " + String.join(" ", packages),
                    "this machine has no apt-get",
                    "install what provides these with its own package manager: "
                            + String.join(" ", observed.missing()));
        }
        // reinstalled: of a package that dpkg has, a file may be gone; an update that fails may leave usable lists
        // behind: the install decides
        apt(List.of("update"), step).run(deadline);
        boolean backports = observed.missing().contains("incusd") && isDebian12(deadline);
        List<String> install = new ArrayList<>(List.of("install", "--reinstall", "--no-install-recommends"));
        if (backports) {
            install.addAll(List.of("-t", BACKPORTS));
        }
        install.addAll(packages);
        Subprocess.Result result = apt(install, step).run(deadline);
        if (!result.ok()) {
            throw new BoxFailure.Failed(
                    "installing " + String.join(" ", packages),
                    "apt-get said: " + Untrusted.lines(result.complaint()),
                    backports
                            ? "Debian 12 has Incus in its backports only: put 'deb MIRROR " + BACKPORTS
                                    + " main', with the"
                                    + " mirror that this machine uses, into /etc/apt/sources.list.d/backports.list; then"
                                    + " run it again"
                            : "sudo apt-get update && sudo apt-get install " + String.join(" ", packages));
        }
    }

    private boolean isDebian12(Deadline deadline) {
        return host.machine()
                .read(OS_RELEASE, deadline)
                .filter(text -> text.lines().anyMatch("VERSION_CODENAME=bookworm"::equals))
                .isPresent();
    }

    /** Waits five minutes for another apt to finish, and shows every line: a held lock must not look like a hang. */
    private Subprocess apt(List<String> arguments, Progress.Step step) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "DEBIAN_FRONTEND=noninteractive",
                "apt-get",
                "-q",
                "-y",
                "-o",
                "DPkg::Lock::Timeout=300",
                "-o",
                "Dpkg::Use-Pty=0"));
        command.addAll(arguments);
        return host.machine().command(command).onLine(line -> step.update(Untrusted.line(line)));
    }

    /** Packages are the machine's own business: nothing is uninstalled. */
    @Override
    public void remove(Deadline deadline) {}

    @Override
    public List<String> artefacts(Deadline deadline) {
        return List.of();
    }
}
