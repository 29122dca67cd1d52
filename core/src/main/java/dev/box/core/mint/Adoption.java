package dev.box.core.mint;

import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.Map;

/** What a mint does to a container that was made elsewhere: it counts as being minted until it is somebody else. */
public final class Adoption {

    private Adoption() {}

    /** The keys that say that it is under way, and by whom; to be on the instance from its first moment. */
    public static Map<String, String> underWay() {
        return Map.of(StampKey.STATE.key(), Stamp.Mark.MINTING.word(), StampKey.MINTER.key(), Minter.self());
    }

    /** Gives a stopped container a new identity, as to a clone, and declares it whole. */
    public static void complete(Incus incus, String name, String userData, Deadline deadline) {
        String machineId = FreshIdentity.newMachineId();
        FreshIdentity identity = new FreshIdentity(incus, name);
        identity.erase(CloudInit.worksAtEachBoot(userData), deadline);
        identity.name(name, deadline);
        identity.machineId(machineId, deadline);
        Map<String, String> whole =
                Map.of(StampKey.MACHINE_ID.key(), machineId, StampKey.STATE.key(), "", StampKey.MINTER.key(), "");
        incus.instances().patch(name, Map.of("config", whole), deadline);
    }
}
