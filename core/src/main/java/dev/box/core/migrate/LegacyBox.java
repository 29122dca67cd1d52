package dev.box.core.migrate;

import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.host.HostNames;
import dev.box.incus.Instance;
import java.util.Map;

/** What makes a box one of the predecessor: its tag alone, or that it still stands on the predecessor's network. */
final class LegacyBox {

    private LegacyBox() {}

    static boolean is(Instance instance) {
        return Stamp.isBox(instance.config())
                && (!"1".equals(instance.config().get(StampKey.TAG.key()))
                        || instance.config().containsKey(StampKey.LEGACY_TAG.key())
                        || usesStack(instance));
    }

    /** Whether it stands on the predecessor's network or profile, whoever made it. */
    static boolean usesStack(Instance instance) {
        return instance.profiles().contains(HostNames.LEGACY_PROFILE) || onLegacyNetwork(instance);
    }

    private static boolean onLegacyNetwork(Instance instance) {
        for (Map<String, String> device : instance.expandedDevices().values()) {
            if (HostNames.LEGACY_NETWORK.equals(device.get("network"))
                    || HostNames.LEGACY_NETWORK.equals(device.get("parent"))) {
                return true;
            }
        }
        return false;
    }
}
