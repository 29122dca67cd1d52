package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.ServerInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Incus answering on its socket, with the API extensions that the stack stands on. */
public final class DaemonLayer extends Layer<DaemonLayer.Daemon> {

    private static final String SOCKET = "incus.socket";
    private static final String SERVICE = "incus.service";
    private static final List<String> NEEDED =
            List.of("network_acl", "network_bridge_acl", "instance_nic_bridged_port_isolation");

    DaemonLayer(Host host) {
        super(host);
    }

    /**
     * @param server what the daemon says of itself, if it answers
     * @param socket its systemd socket
     * @param service its systemd service; enabled so that boxes autostart
     */
    public record Daemon(Optional<ServerInfo> server, SystemdUnit socket, SystemdUnit service) {}

    @Override
    public String id() {
        return "daemon";
    }

    @Override
    public String title() {
        return "Incus daemon";
    }

    @Override
    public Daemon observe(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        return new Daemon(
                daemon.isPresent() ? Optional.of(daemon.get().server(deadline)) : Optional.empty(),
                SystemdUnit.observe(host.machine(), SOCKET, deadline),
                SystemdUnit.observe(host.machine(), SERVICE, deadline));
    }

    @Override
    public List<Change> diff(Daemon observed) {
        List<Change> changes = new ArrayList<>();
        if (observed.server().isEmpty()) {
            changes.add(change("answers", "no", "yes"));
        }
        for (String extension :
                observed.server().map(DaemonLayer::missingExtensions).orElse(List.of())) {
            changes.add(change("API extension " + extension, Change.ABSENT, "present"));
        }
        if (observed.socket().exists() && !observed.socket().isEnabled()) {
            changes.add(change(SOCKET, observed.socket().enablement(), "enabled"));
        }
        return changes;
    }

    @Override
    protected void apply(Daemon observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        List<String> missing =
                observed.server().map(DaemonLayer::missingExtensions).orElse(List.of());
        if (!missing.isEmpty()) {
            throw new BoxFailure.Failed(
                    "checking Incus "
                            + observed.server().map(ServerInfo::version).orElse(""),
                    "it lacks " + String.join(", ", missing),
                    "install Incus 6.0 or newer");
        }
        if (!observed.socket().systemd()) {
            throw new BoxFailure.Failed(
                    "starting Incus",
                    "this machine has no systemd to start it with",
                    "start incusd, then run this again");
        }
        step.update("starting " + SOCKET);
        SystemdUnit.control(host.machine(), deadline, "daemon-reload");
        SystemdUnit.control(host.machine(), deadline, "enable", "--now", SOCKET);
    }

    /** Extensions that this daemon lacks, of those that the stack stands on. */
    static List<String> missingExtensions(ServerInfo server) {
        List<String> missing = new ArrayList<>();
        for (String name : NEEDED) {
            if (!server.hasExtension(name)) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** The daemon may serve others: it is left running. */
    @Override
    public void remove(Deadline deadline) {}

    @Override
    public List<String> artefacts(Deadline deadline) {
        return List.of();
    }
}
