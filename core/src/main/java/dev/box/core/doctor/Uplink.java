package dev.box.core.doctor;

import dev.box.core.net.Cidr;
import dev.box.core.net.LocalAddress;
import dev.box.core.net.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A box stack nested on its own uplink: the machine holds its gateway's address itself, or has a second connected route
 * for the uplink's subnet, so packets for the gateway never leave it.
 */
final class Uplink {

    private Uplink() {}

    /** What is wrong; empty if nothing is, or if there is no default gateway to lose. Pure. */
    static List<String> faults(Reading.Wires wires) {
        List<String> faults = new ArrayList<>();
        Optional<Cidr> gateway = gateway(wires.routes());
        if (gateway.isEmpty()) {
            return faults;
        }
        for (LocalAddress address : wires.addresses()) {
            if (address.address().equals(gateway.get().dotted())) {
                faults.add("the default gateway " + gateway.get().dotted() + " is an address of this machine's own "
                        + address.device());
            }
        }
        TreeSet<String> devices = new TreeSet<>();
        for (Route route : wires.routes()) {
            boolean connected =
                    route.type().equals("unicast") && route.gateway().isEmpty();
            boolean subnet =
                    route.destination().prefix() >= 8 && route.destination().prefix() < 32;
            if (connected && subnet && route.destination().contains(gateway.get())) {
                devices.add(route.device());
            }
        }
        if (devices.size() > 1) {
            faults.add("the uplink's subnet has connected routes through " + String.join(" and ", devices));
        }
        return faults;
    }

    static Optional<Cidr> gateway(List<Route> routes) {
        return routes.stream()
                .filter(Route::isDefault)
                .flatMap(route -> route.gateway().stream())
                .findFirst();
    }
}
