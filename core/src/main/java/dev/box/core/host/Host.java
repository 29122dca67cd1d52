package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.KernelNet;
import dev.box.core.net.Nft;
import dev.box.core.process.Machine;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The host that the layers work on: its programs and files, its kernel, and its Incus once there is one. */
public final class Host {

    private final Machine machine;
    private final Settings settings;
    private final Supplier<Incus> connect;
    private @Nullable Incus incus;

    /** @param connect finds the daemon, or throws {@link IncusException.NoSocket}; asked again until there is one */
    public Host(Machine machine, Settings settings, Supplier<Incus> connect) {
        this.machine = machine;
        this.settings = settings;
        this.connect = connect;
    }

    /** This machine and the daemon that the incus client would talk to. */
    public static Host local(Settings settings) {
        return new Host(Machine.local(), settings, () -> Incus.connect(Endpoint.discover(settings.environment())));
    }

    public Machine machine() {
        return machine;
    }

    public Settings settings() {
        return settings;
    }

    public KernelNet kernel() {
        return new KernelNet(machine);
    }

    public Nft nft() {
        return new Nft(machine);
    }

    /** The daemon, if there is one that answers. Throws what it said if it is there and answers badly. */
    public synchronized Optional<Incus> daemon(Deadline deadline) {
        if (incus == null) {
            try {
                Incus found = connect.get();
                found.server(deadline);
                incus = found;
            } catch (IncusException.NoSocket none) {
                return Optional.empty();
            }
        }
        return Optional.of(incus);
    }

    /** The daemon, which an earlier layer has made sure of. */
    public Incus incus(Deadline deadline) {
        return daemon(deadline)
                .orElseThrow(() -> new BoxFailure.Failed(
                        "talking to Incus", "no daemon answers on this host", "run: sudo box setup-host"));
    }
}
