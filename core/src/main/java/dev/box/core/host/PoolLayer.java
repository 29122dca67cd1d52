package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.StoragePool;
import dev.box.incus.Versioned;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Storage pool {@code default}: btrfs, so that clones are copy-on-write; {@code dir} only if btrfs cannot be had. */
public final class PoolLayer extends Layer<PoolLayer.Pool> {

    private static final long GIB = 1L << 30;
    private static final long LARGEST_GIB = 500;
    private static final long SMALLEST_GIB = 2;
    private static final String DIR_REMARK =
            "storage pool '" + HostNames.POOL + "' is a plain directory: every clone and snapshot is a full copy";

    PoolLayer(Host host) {
        super(host);
    }

    /** @param pool the pool as the daemon has it, if there is one */
    public record Pool(Optional<StoragePool> pool) {}

    @Override
    public String id() {
        return "pool";
    }

    @Override
    public String title() {
        return "storage pool " + HostNames.POOL;
    }

    @Override
    public Pool observe(Deadline deadline) {
        return new Pool(host.daemon(deadline)
                .flatMap(incus -> incus.storagePools().find(HostNames.POOL, deadline))
                .map(Versioned::value));
    }

    @Override
    public List<Change> diff(Pool observed) {
        List<Change> changes = new ArrayList<>();
        if (observed.pool().isEmpty()) {
            changes.add(change(HostNames.POOL, Change.ABSENT, "btrfs"));
        } else if (!observed.pool().get().status().equals("Created")) {
            changes.add(change("status", observed.pool().get().status(), "Created"));
        }
        return changes;
    }

    @Override
    public List<String> remarks(Pool observed) {
        return observed.pool().filter(pool -> pool.driver().equals("dir")).isPresent()
                ? List.of(DIR_REMARK)
                : List.of();
    }

    @Override
    protected void apply(Pool observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        if (observed.pool().isPresent()) {
            throw new BoxFailure.Failed(
                    "using storage pool '" + HostNames.POOL + "'",
                    "Incus has it in state "
                            + Untrusted.line(observed.pool().get().status()),
                    "incus storage info " + HostNames.POOL);
        }
        Incus incus = host.incus(deadline);
        String size = loopSize(freeBytes(deadline)) + "GiB";
        step.update("btrfs on a sparse file of at most " + size);
        try {
            incus.storagePools().create(StoragePool.of(HostNames.POOL, "btrfs", Map.of("size", size)), deadline);
        } catch (IncusException.Rejected refused) {
            step.update("no btrfs here (" + Untrusted.line(refused.answered()) + "), falling back to a directory");
            incus.storagePools().create(StoragePool.of(HostNames.POOL, "dir", Map.of()), deadline);
        }
    }

    /** Half of what is free: the file is sparse, but a full host is everybody's problem and a full pool only box's. */
    static long loopSize(long freeBytes) {
        long half = freeBytes / 2 / GIB;
        if (half < SMALLEST_GIB) {
            throw new BoxFailure.Failed(
                    "making storage pool '" + HostNames.POOL + "'",
                    "only " + freeBytes / (1 << 20) + " MiB are free where Incus keeps its data",
                    "free at least " + 2 * SMALLEST_GIB + " GiB, or make a pool named '" + HostNames.POOL
                            + "' yourself");
        }
        return Math.min(half, LARGEST_GIB);
    }

    private long freeBytes(Deadline deadline) {
        String where = host.machine().exists(Path.of("/var/lib/incus"), deadline) ? "/var/lib/incus" : "/var/lib";
        String printed = host.machine()
                .command("df", "--output=avail", "-B1", where)
                .orFail("measuring free space", "df " + where, deadline)
                .stdout();
        return Long.parseLong(printed.substring(printed.indexOf('\n') + 1).strip());
    }

    /** Only an unused pool goes; one in use is a failure that names its users. */
    @Override
    public void remove(Deadline deadline) {
        Optional<StoragePool> pool = observe(deadline).pool();
        if (pool.isEmpty()) {
            return;
        }
        if (!pool.get().usedBy().isEmpty()) {
            throw new BoxFailure.Failed(
                    "removing storage pool '" + HostNames.POOL + "'",
                    "it is used by "
                            + Untrusted.line(String.join(", ", pool.get().usedBy())),
                    "remove those first");
        }
        host.incus(deadline).storagePools().delete(HostNames.POOL, deadline);
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        return observe(deadline).pool().isPresent() ? List.of(title()) : List.of();
    }
}
