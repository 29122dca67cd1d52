package dev.box.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Against what ip, ss and nft of Debian 13 printed on a host with two running boxes. */
class KernelNetTest {

    @Test
    void readsRoutesOfEveryTable() {
        List<Route> routes = KernelNet.parseRoutes(captured("routes.json"));

        assertThat(routes)
                .anyMatch(Route::isDefault)
                .anyMatch(route -> route.type().equals("local"));
        assertThat(routes)
                .contains(new Route(Cidr.of("10.88.0.0/24"), java.util.Optional.empty(), "boxnet", "unicast"));
    }

    @Test
    void readsAddressesOfBothFamilies() {
        List<LocalAddress> addresses = KernelNet.parseAddresses(captured("addresses.json"));

        assertThat(addresses)
                .contains(new LocalAddress("boxnet", "10.88.0.1", 24, "global", false))
                .anyMatch(address -> address.v6() && address.scope().equals("link"));
    }

    @Test
    void readsThePortsWithTheirIsolatedFlag() {
        List<BridgePort> ports = KernelNet.parsePorts(captured("ports.json"));

        assertThat(ports)
                .hasSize(2)
                .allMatch(BridgePort::isolated)
                .allMatch(port -> port.kind().equals("veth"));
    }

    @Test
    void aClearedFlagIsSeen() {
        String json = captured("ports.json");
        int first = json.indexOf("\"isolated\":true");
        String cleared = json.substring(0, first) + json.substring(first).replaceFirst("true", "false");

        assertThat(KernelNet.parsePorts(cleared))
                .filteredOn(port -> !port.isolated())
                .hasSize(1);
    }

    @Test
    void seesWhoServesTheBridge() {
        DnsmasqFacts facts = KernelNet.parseSockets(captured("sockets.txt"), "boxnet", "10.88.0.1");

        assertThat(facts).isEqualTo(new DnsmasqFacts(1183, true, true));
        assertThat(KernelNet.parseSockets(captured("sockets.txt"), "othernet", "10.88.0.10")
                        .serving())
                .isFalse();
        assertThat(KernelNet.parseSockets("", "boxnet", "10.88.0.1").serving()).isFalse();
    }

    @Test
    void claimsLeaveOutBoxnetItselfAndTheWayOut() {
        List<Claim> claims = KernelNet.claims(
                KernelNet.parseRoutes(captured("routes.json")),
                KernelNet.parseAddresses(captured("addresses.json")),
                "boxnet");

        assertThat(claims).extracting(claim -> claim.space().toString()).contains("192.168.77.0/24", "192.168.77.1/32");
        assertThat(claims).noneMatch(claim -> claim.space().overlaps(Cidr.of("10.88.0.0/24")));
    }

    @Test
    void theHalvesOfADefaultRouteClaimNothing() {
        List<Route> vpn = KernelNet.parseRoutes(
                "[{\"dst\":\"0.0.0.0/1\",\"dev\":\"tun0\"},{\"dst\":\"128.0.0.0/1\",\"dev\":\"tun0\"},"
                        + "{\"dst\":\"10.88.0.0/16\",\"dev\":\"tun0\"}]");

        assertThat(KernelNet.claims(vpn, List.of(), "boxnet"))
                .extracting(claim -> claim.space().toString())
                .containsExactly("10.88.0.0/16");
    }

    static String captured(String name) {
        try (InputStream in = Objects.requireNonNull(KernelNetTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
