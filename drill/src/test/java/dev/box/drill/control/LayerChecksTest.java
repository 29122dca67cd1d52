package dev.box.drill.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.host.Change;
import dev.box.drill.contract.LayerId;
import dev.box.drill.report.LayerReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerChecksTest {

    @Test
    void nothingDiffersEverythingIsGreen() {
        assertThat(LayerChecks.of(List.of())).hasSize(LayerId.values().length).allMatch(LayerReport::green);
    }

    @ParameterizedTest
    @CsvSource({
        "firewall, live table bridge box, absent, 3 lines as shipped, bridge-drop mac-binding",
        "firewall, live rule in bridge box, absent, forward: counter drop, bridge-drop",
        "firewall, live rule in bridge box, 'forward: accept', absent, bridge-drop",
        "firewall, live rule in bridge box, absent, claim: iifname @bound_ports counter drop, mac-binding",
        "firewall, live rule in inet box, absent, input: drop, host-input",
        "'firewall', 'tables inet box, bridge box', absent, as shipped, 'host-input bridge-drop mac-binding'",
        "firewall, box-firewall.service, inactive, active, host-input bridge-drop mac-binding",
        "acl, egress rule, absent, drop to 10.0.0.0/8, acl-egress",
        "network, security.acls, unset, box-isolate, acl-egress acl-ingress",
        "network, security.acls.default.ingress.action, allow, drop, acl-ingress",
        "network, live rule of Incus, absent, ingress drop, acl-ingress",
        "network, live rule of Incus, absent, egress drop to 10.0.0.0/8, acl-egress",
        "network, live rule of Incus, absent, NAT of 10.88.0.0/24, nat",
        "network, dns.mode, managed, none, names",
        "network, raw.dnsmasq, unset, no-hosts, names resolvers known-cards",
        "network, ipv6.address, auto, none, no-ipv6",
        "network, dnsmasq, no process, serving, dnsmasq",
        "network, bridge.external_interfaces, eth1, unset, port-isolation",
        "network, names that dnsmasq has from old leases, b, none, names",
        "profile, port veth1 isolated, off, on, port-isolation",
        "profile, eth0.security.ipv4_filtering, unset, true, source-filter",
        "profile, source filter of port veth1, absent, there, source-filter",
        "instance, box a device d, disk /etc, absent, instance",
        "doors, ingress rule without a door, allow from anywhere, absent, doors",
        "unit, at boot, disabled, enabled, boot-order",
    })
    void aDifferenceTurnsExactlyItsOwnLayersRed(String layer, String what, String was, String is, String red) {
        List<String> reds = LayerChecks.of(List.of(new Change(layer, what, was, is))).stream()
                .filter(report -> !report.green())
                .map(LayerReport::id)
                .toList();
        assertThat(reds).containsExactlyInAnyOrder(red.split(" "));
    }

    @Test
    void aMissingNetworkLeavesNothingStanding() {
        List<LayerReport> reports = LayerChecks.of(List.of(new Change("network", "boxnet", "absent", "10.88.0.0/24")));
        assertThat(reports)
                .filteredOn(LayerReport::green)
                .extracting(LayerReport::id)
                .containsExactlyInAnyOrder(
                        "host-input",
                        "bridge-drop",
                        "mac-binding",
                        "port-isolation",
                        "source-filter",
                        "instance",
                        "doors",
                        "boot-order");
    }
}
