package dev.box.core.mint;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.template.Template;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.nio.file.Files;
import java.nio.file.Path;

/** Decides between VM and container, and says so whenever it is the weaker one. */
final class ModeChoice {

    private static final Path KVM = Path.of("/dev/kvm");

    private ModeChoice() {}

    /**
     * Never {@link Mode#AUTO}. Throws {@link BoxFailure.Refused} if the template needs a VM and cannot have one, or if a
     * VM was asked for and the daemon runs none.
     */
    static Mode choose(Incus incus, Mode asked, Template template, Progress progress, Deadline deadline) {
        return decide(asked, template, () -> noVm(incus, deadline), progress);
    }

    /** Why there can be no VM here; empty if there can. */
    interface NoVm {
        String reason();
    }

    static Mode decide(Mode asked, Template template, NoVm noVm, Progress progress) {
        if (asked == Mode.CONTAINER) {
            if (template.requiresVm()) {
                throw refused(template, "a container was asked for", "leave --container out");
            }
            warn(progress, "as asked");
            return Mode.CONTAINER;
        }
        String reason = noVm.reason();
        if (reason.isEmpty()) {
            return Mode.VM;
        }
        if (template.requiresVm()) {
            throw refused(template, reason, "mint it on a host with KVM");
        }
        if (asked == Mode.VM) {
            throw new BoxFailure.Refused("minting a VM", reason, "leave --vm out: a container is weaker");
        }
        warn(progress, reason);
        return Mode.CONTAINER;
    }

    private static String noVm(Incus incus, Deadline deadline) {
        // what another machine has only its daemon can tell
        if (incus.endpoint().remote().isEmpty() && !Files.exists(KVM)) {
            return "this host has no " + KVM;
        }
        String drivers = incus.server(deadline).environment().driver();
        return drivers.contains("qemu") ? "" : "the daemon has no QEMU (drivers: " + drivers + ")";
    }

    private static void warn(Progress progress, String why) {
        progress.warn("CONTAINER MODE (" + why
                + "): this box shares the host's kernel. A VM's boundary is stronger; do not trust this one as much.");
    }

    private static BoxFailure.Refused refused(Template template, String answer, String advice) {
        return new BoxFailure.Refused(
                "minting from template '" + template.name() + "'", "it requires a VM, and " + answer, advice);
    }
}
