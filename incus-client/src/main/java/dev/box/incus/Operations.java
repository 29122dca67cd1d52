package dev.box.incus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the daemon is busy with. */
public final class Operations {

    private final Daemon daemon;

    Operations(Daemon daemon) {
        this.daemon = daemon;
    }

    /** Those that run or ended in the last seconds. */
    public List<OperationInfo> list(Deadline deadline) {
        Map<String, List<OperationInfo>> byStatus = daemon.get(
                        "listing operations",
                        "/1.0/operations?recursion=1",
                        Codec.type(OperationInfo.class).list().map(),
                        deadline)
                .value();
        List<OperationInfo> all = new ArrayList<>();
        byStatus.values().forEach(all::addAll);
        return all;
    }

    /** A handle on an operation that someone started; {@code id} is its UUID. */
    public Operation get(String id, Deadline deadline) {
        OperationInfo info = daemon.get(
                        "reading operation " + id,
                        "/1.0/operations/" + Paths.segment(id),
                        Codec.type(OperationInfo.class),
                        deadline)
                .value();
        return new Operation(daemon, info.description().isEmpty() ? "operation " + id : info.description(), info);
    }
}
