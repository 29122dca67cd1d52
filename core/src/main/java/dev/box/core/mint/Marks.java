package dev.box.core.mint;

import dev.box.core.box.GuestDisk;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.util.ArrayList;
import java.util.List;

/** Takes the snapshots that a mint takes by itself. Never fatal: a box without its mark is still a box, and it is said. */
final class Marks {

    private final Incus incus;
    private final Settings settings;
    private final Stack stack;
    private final String name;
    private final Mode mode;
    private final List<String> taken = new ArrayList<>();

    Marks(Incus incus, Settings settings, Stack stack, MintPlan plan) {
        this.incus = incus;
        this.settings = settings;
        this.stack = stack;
        this.name = plan.name().value();
        this.mode = plan.mode();
    }

    /** After the first boot. */
    void pristine(Progress progress, Deadline deadline) {
        take("pristine", Setting.BOX_SNAPSHOT_PRISTINE, progress, deadline);
    }

    /** After provisioning that was seen to succeed. */
    void bootstrapped(Progress progress, Deadline deadline) {
        take("bootstrapped", Setting.BOX_SNAPSHOT_BOOTSTRAPPED, progress, deadline);
    }

    /** Those that were really taken. */
    List<String> taken() {
        return List.copyOf(taken);
    }

    private void take(String mark, Setting setting, Progress progress, Deadline deadline) {
        if (settings.get(setting).equals("0")) {
            progress.note("no mark '" + mark + "': " + setting + "=0");
            return;
        }
        if (!stack.copiesOnWrite()) {
            progress.warn("no mark '" + mark + "': pool '" + stack.pool()
                    + "' is of driver dir, where a snapshot is a full copy");
            return;
        }
        try (Progress.Step step = progress.step("taking mark " + mark, deadline)) {
            try {
                GuestDisk.flush(incus, name, mode == Mode.VM, deadline);
                incus.instances().snapshots(name).create(mark, deadline).await(deadline);
                taken.add(mark);
                step.done("");
            } catch (IncusException e) {
                step.failed(Untrusted.line(e.answered()));
                progress.warn("no mark '" + mark + "': " + Untrusted.line(e.answered()));
            }
        }
    }
}
