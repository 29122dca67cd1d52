package dev.box.core.mint;

import dev.box.core.box.StampKey;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.util.Map;

/**
 * What {@link FreshIdentity} is to a container's copy, for a VM, whose disk nobody can write while it is down: the guest is
 * prepared once, when it is minted, so that any copy of it is somebody else from its first boot on.
 */
final class FirmwareIdentity {

    private static final String FROM_FIRMWARE = "firmware";

    private FirmwareIdentity() {}

    /** Whether a copy of this VM will be somebody else. */
    static boolean isPrepared(Instance instance) {
        return FROM_FIRMWARE.equals(instance.config().get(StampKey.IDENTITY.key()));
    }

    /** In a running VM whose first boot is over. A guest that cannot be prepared is a box all the same, which cannot be cloned. */
    static void prepare(Incus incus, String name, String userData, Progress progress, Deadline deadline) {
        String silence = FreshIdentity.silenceFile(CloudInit.worksAtEachBoot(userData));
        ExecResult result = incus.instances()
                .exec(name, ExecRequest.of("sh", "-c", Resource.text("firmware-identity.sh"), "sh", silence), deadline);
        if (!result.ok()) {
            progress.warn("this VM cannot be cloned: " + Untrusted.line((result.stdout() + result.stderr()).strip()));
            return;
        }
        incus.instances().patch(name, Map.of("config", Map.of(StampKey.IDENTITY.key(), FROM_FIRMWARE)), deadline);
    }
}
