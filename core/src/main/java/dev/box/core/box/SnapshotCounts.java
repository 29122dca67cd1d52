package dev.box.core.box;

import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many snapshots each box has. A listing of instances does not tell, and one call per box is too much for fifty; a
 * pool's list of volumes names the snapshots of all of them.
 */
final class SnapshotCounts {

    private static final String SNAPSHOTS = "/snapshots/";

    private final Map<String, Integer> byInstance = new HashMap<>();

    static SnapshotCounts read(Incus incus, List<Instance> boxes, Deadline deadline) {
        SnapshotCounts counts = new SnapshotCounts();
        Map<String, Boolean> pools = new HashMap<>();
        for (Instance box : boxes) {
            String pool = pool(box);
            if (!pool.isEmpty() && pools.put(pool, true) == null) {
                incus.storagePools().volumePaths(pool, deadline).forEach(counts::add);
            }
        }
        return counts;
    }

    int of(Instance instance) {
        return byInstance.getOrDefault(instance.type() + "/" + instance.name(), 0);
    }

    /** {@code path} as in {@code /1.0/storage-pools/default/volumes/container/work/snapshots/pristine?project=p}. */
    private void add(String path) {
        int end = path.indexOf(SNAPSHOTS);
        int nameStart = end < 0 ? -1 : path.lastIndexOf('/', end - 1);
        int typeStart = nameStart < 0 ? -1 : path.lastIndexOf('/', nameStart - 1);
        if (typeStart >= 0) {
            byInstance.merge(path.substring(typeStart + 1, end), 1, Integer::sum);
        }
    }

    private static String pool(Instance instance) {
        for (Map<String, String> device : instance.expandedDevices().values()) {
            if ("disk".equals(device.get("type")) && "/".equals(device.get("path"))) {
                return device.getOrDefault("pool", "");
            }
        }
        return "";
    }
}
