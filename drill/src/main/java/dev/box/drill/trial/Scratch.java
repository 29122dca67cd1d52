package dev.box.drill.trial;

import dev.box.core.host.HostNames;
import dev.box.drill.mutation.Own;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.InstanceRequest;
import dev.box.incus.InstanceSource;
import dev.box.incus.OperationInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** Empty instances that are no boxes: for Incus to be asked about, and for verbs to be aimed at. */
final class Scratch {

    private final Bench bench;

    Scratch(Bench bench) {
        this.bench = bench;
    }

    /** A stopped, empty container without a NIC, which carries the run's sign and no tag of a box. */
    String make(String suffix, Map<String, String> config, Deadline deadline) {
        String name = bench.claim(suffix, deadline);
        Map<String, String> keys = new LinkedHashMap<>(config);
        keys.put(Own.SIGN, bench.runId());
        InstanceRequest request = new InstanceRequest(
                name,
                "container",
                "",
                InstanceSource.none(),
                false,
                java.util.List.of(),
                keys,
                Map.of("root", Map.of("type", "disk", "path", "/", "pool", HostNames.POOL)),
                false);
        done(incus().instances().create(request, deadline), deadline);
        return name;
    }

    /** Of an existing one. */
    String copy(String source, String suffix, Deadline deadline) {
        String name = bench.claim(suffix, deadline);
        done(incus().instances().create(InstanceRequest.copyOf(name, source, true), deadline), deadline);
        return name;
    }

    Instance read(String name, Deadline deadline) {
        return incus().instances().get(name, deadline).value();
    }

    private Incus incus() {
        return bench.context().incus();
    }

    private static OperationInfo done(dev.box.incus.Operation operation, Deadline deadline) {
        return operation.await(deadline);
    }
}
