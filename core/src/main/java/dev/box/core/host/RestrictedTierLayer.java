package dev.box.core.host;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;

/** The socket through which members of group {@code incus} reach a project of their own, where Incus ships it. */
public final class RestrictedTierLayer extends Layer<RestrictedTierLayer.Tier> {

    RestrictedTierLayer(Host host) {
        super(host);
    }

    /** @param socket the unit, which may not exist */
    public record Tier(SystemdUnit socket) {}

    @Override
    public String id() {
        return "tier";
    }

    @Override
    public String title() {
        return "restricted tier";
    }

    @Override
    public Tier observe(Deadline deadline) {
        return new Tier(SystemdUnit.observe(host.machine(), HostNames.RESTRICTED_SOCKET, deadline));
    }

    @Override
    public List<Change> diff(Tier observed) {
        List<Change> changes = new ArrayList<>();
        SystemdUnit socket = observed.socket();
        if (socket.exists() && !socket.isEnabled()) {
            changes.add(change(HostNames.RESTRICTED_SOCKET + " at boot", socket.enablement(), "enabled"));
        }
        if (socket.exists() && !socket.isActive()) {
            changes.add(change(HostNames.RESTRICTED_SOCKET, socket.active(), "active"));
        }
        return changes;
    }

    @Override
    protected void apply(Tier observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        SystemdUnit.control(host.machine(), deadline, "enable", "--now", HostNames.RESTRICTED_SOCKET);
    }

    /** Others may use the socket for projects that are not box's: it stays. */
    @Override
    public void remove(Deadline deadline) {}

    @Override
    public List<String> artefacts(Deadline deadline) {
        return List.of();
    }
}
