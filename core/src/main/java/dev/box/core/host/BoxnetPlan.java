package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.Cidr;
import dev.box.core.net.SubnetChoice;
import dev.box.core.net.SubnetPlan;
import dev.box.core.settings.Setting;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Network;
import dev.box.incus.Versioned;
import java.util.List;
import java.util.Optional;

/** Which subnet boxnet has or gets: one answer for the ACL, the network and whoever asks later. */
final class BoxnetPlan {

    private final Host host;

    BoxnetPlan(Host host) {
        this.host = host;
    }

    /** Observes anew each time: after the network was made, the live bridge answers instead of the plan. */
    SubnetPlan get(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        Optional<Network> network = daemon.flatMap(incus -> incus.networks().find(HostNames.NETWORK, deadline))
                .map(Versioned::value);
        if (!host.machine().has("ip", deadline)) {
            return SubnetChoice.choose(Optional.empty(), host.settings().get(Setting.BOX_SUBNET), List.of());
        }
        return SubnetChoice.choose(
                existing(network, deadline),
                host.settings().get(Setting.BOX_SUBNET),
                host.kernel().claims(HostNames.NETWORK, deadline));
    }

    /** The bridge's live address; the configured one while the bridge is down. */
    private Optional<Cidr> existing(Optional<Network> network, Deadline deadline) {
        if (network.isEmpty()) {
            return Optional.empty();
        }
        if (!network.get().managed()) {
            throw new BoxFailure.Refused(
                    "setting up " + HostNames.NETWORK,
                    "this machine has an interface of that name that Incus does not manage",
                    "rename or remove it: ip link show " + HostNames.NETWORK);
        }
        Optional<Cidr> live = host.kernel().addressOf(HostNames.NETWORK, deadline);
        return live.isPresent() ? live : Cidr.parse(network.get().config().getOrDefault("ipv4.address", ""));
    }
}
