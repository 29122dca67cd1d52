package dev.box.core.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.Ruleset;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class IncusRulesTest {

    private static final Cidr SUBNET = Cidr.of("10.88.0.0/24");

    private final String listing = captured();

    @Test
    void findsEverythingInWhatIncusReallyRendered() {
        assertThat(IncusRules.missing(Ruleset.parse(listing), SUBNET)).isEmpty();
    }

    @Test
    void eachLostDropIsNamed() {
        for (Cidr range : AclLayer.DROPPED) {
            String lost = listing.replace("iifname \"boxnet\" ip daddr " + range + " drop\n", "\n");

            assertThat(IncusRules.missing(Ruleset.parse(lost), SUBNET)).containsExactly("egress drop to " + range);
        }
    }

    @Test
    void theLostIngressDropAndNatAreNamed() {
        assertThat(IncusRules.missing(Ruleset.parse(listing.replace("oifname \"boxnet\" drop\n", "\n")), SUBNET))
                .containsExactly("ingress drop");
        assertThat(IncusRules.missing(Ruleset.parse(listing.replace("masquerade", "accept")), SUBNET))
                .containsExactly("NAT of 10.88.0.0/24");
    }

    @Test
    void aPortWithoutItsMacFilterIsNamed() {
        List<BridgePort> ports = List.of(port("vethX"));
        int start = listing.indexOf("table bridge incus");
        String device = listing.substring(listing.indexOf("iifname \"veth", start) + 9);
        BridgePort filtered = port(device.substring(0, device.indexOf('"')));

        assertThat(IncusRules.unfiltered(Ruleset.parse(listing), List.of(filtered)))
                .isEmpty();
        assertThat(IncusRules.unfiltered(Ruleset.parse(listing), ports)).containsExactly("vethX");
        assertThat(IncusRules.unfiltered(Ruleset.EMPTY, List.of(filtered))).containsExactly(filtered.device());
    }

    @Test
    void aPortWithoutItsAddressFilterInOneOfTheHooksIsNamed() {
        String lost = listing.replaceFirst("iifname \"vetha99d518e\" ip saddr != .* drop\n", "\n");

        assertThat(lost).isNotEqualTo(listing);
        assertThat(IncusRules.unfiltered(Ruleset.parse(lost), List.of(port("vetha99d518e"), port("vethd2bd0c80"))))
                .containsExactly("vetha99d518e");
    }

    private static BridgePort port(String device) {
        return new BridgePort(device, "veth", "", true);
    }

    @Test
    void aFlushedRulesetMissesAll() {
        assertThat(IncusRules.missing(Ruleset.EMPTY, SUBNET)).hasSize(AclLayer.DROPPED.size() + 2);
    }

    private static String captured() {
        String name = "/dev/box/core/net/ruleset.txt";
        try (InputStream in = Objects.requireNonNull(IncusRulesTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
