package dev.box.core.net;

import java.util.Optional;

/**
 * An IPv4 route of any table.
 *
 * @param destination {@code 0.0.0.0/0} for the default route
 * @param gateway the next hop, if there is one
 * @param device the interface; empty for blackhole and the like
 * @param type {@code unicast}, {@code local}, {@code broadcast}, {@code blackhole}, …
 */
public record Route(Cidr destination, Optional<Cidr> gateway, String device, String type) {
    public boolean isDefault() {
        return destination.prefix() == 0 && type.equals("unicast");
    }
}
