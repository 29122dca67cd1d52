package dev.box.core.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.DnsmasqFacts;
import dev.box.core.net.Ruleset;
import dev.box.core.net.SubnetPlan;
import dev.box.core.process.Machine;
import dev.box.core.settings.Settings;
import dev.box.incus.AclRule;
import dev.box.incus.IncusException;
import dev.box.incus.Network;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Profile;
import dev.box.incus.Versioned;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Each layer's diff as a pure function: nothing for the state as it should be, the one change for each departure. */
class LayerDiffTest {

    private static final Host HOST = new Host(Machine.local(), Settings.of(Map.of()), () -> {
        throw new IncusException.NoSocket("connecting", "none", "");
    });

    private static final Cidr GATEWAY = Cidr.of("10.88.0.1/24");

    @Nested
    class Unit {

        private static final String SHIPPED = FirewallRules.resource(HostNames.UNIT);
        private static final Path BESIDE = Path.of("/etc/systemd/system/box-firewall.service.d/late.conf");

        private final FirewallUnitLayer layer = new FirewallUnitLayer(HOST);

        @Test
        void aDropInThatChangesWhatTheUnitDoesIsFoundByItsLines() {
            DropIn dropIn = DropIn.parse(BESIDE, """
                    [Unit]
                    # a remark
                    Description=words
                    ConditionPathExists=/no/such
                    [Service]
                    ExecStart=
                    ExecStart=/bin/true \\
                      --more
                    TimeoutStopFailureMode=abort
                    """);

            assertThat(diff(SHIPPED, "loaded", List.of(dropIn), false))
                    .containsExactly("unit: " + BESIDE + ": ConditionPathExists=/no/such, ExecStart=,"
                            + " ExecStart=/bin/true    --more → absent");
        }

        @Test
        void aMaskedUnitOneThatIsGoneAndOneThatSystemdHasNotReadYetAreFound() {
            assertThat(diff(SHIPPED, "loaded", List.of(), false)).isEmpty();
            assertThat(diff("", "masked", List.of(), false))
                    .containsExactly("unit: " + HostNames.UNIT_FILE + ": masked → as shipped");
            assertThat(diff("[Unit]\n", "loaded", List.of(), true))
                    .containsExactly(
                            "unit: " + HostNames.UNIT_FILE + ": another version → as shipped",
                            "unit: loaded by systemd: an earlier version → what is on disk");
        }

        @Test
        void whatIsAboutOtherUnitsTooIsNotBoxsToRemove() {
            assertThat(new DropIn(BESIDE, List.of("Type=idle")).isOf(HostNames.UNIT))
                    .isTrue();
            DropIn all = new DropIn(Path.of("/etc/systemd/system/service.d/all.conf"), List.of("User=nobody"));
            assertThat(all.isOf(HostNames.UNIT)).isFalse();
            assertThat(FirewallUnitLayer.bySharing(all))
                    .contains("ln -s /dev/null /etc/systemd/system/box-firewall.service.d/all.conf");
        }

        private List<String> diff(String file, String load, List<DropIn> dropIns, boolean outdated) {
            SystemdUnit unit = new SystemdUnit(true, load, "active", "enabled");
            return layer.diff(new FirewallUnitLayer.Unit(Optional.of(file), unit, dropIns, outdated)).stream()
                    .map(Change::toString)
                    .toList();
        }
    }

    @Nested
    class Firewall {

        private static final String LISTING = """
                table inet box {
                	chain input {
                		type filter hook input priority filter - 10; policy accept;
                		iifname "boxnet" udp dport 53 accept
                		iifname "boxnet" counter drop
                	}
                }
                table bridge box {
                	chain forward {
                		type filter hook forward priority filter - 10; policy accept;
                		counter drop
                	}
                }
                """;
        private static final SystemdUnit ACTIVE = new SystemdUnit(true, "loaded", "active", "enabled");

        private final FirewallRulesLayer layer = new FirewallRulesLayer(HOST);

        @Test
        void theShippedRulesLiveAreNoDifference() {
            assertThat(diff("file", LISTING, ACTIVE)).isEmpty();
        }

        @Test
        void aRuleOnDiskButNotLiveIsFound() {
            assertThat(diff("file", LISTING.replace("\t\tcounter drop\n", ""), ACTIVE))
                    .singleElement()
                    .hasToString("firewall: live rule in bridge box: absent → forward: counter drop");
        }

        @Test
        void aFlushedTableIsFound() {
            assertThat(diff("file", LISTING.substring(0, LISTING.indexOf("table bridge")), ACTIVE))
                    .singleElement()
                    .hasToString("firewall: live table bridge box: absent → 3 lines as shipped");
        }

        @Test
        void aForeignRuleInOurTableIsFound() {
            String open = LISTING.replace("\t\tcounter drop", "\t\taccept\n\t\tcounter drop");

            assertThat(diff("file", open, ACTIVE))
                    .singleElement()
                    .hasToString("firewall: live rule in bridge box: forward: accept → absent");
        }

        @Test
        void theSameRulesInAnotherOrderAreFound() {
            String swapped = LISTING.replace(
                    "\t\tiifname \"boxnet\" udp dport 53 accept\n\t\tiifname \"boxnet\" counter drop\n",
                    "\t\tiifname \"boxnet\" counter drop\n\t\tiifname \"boxnet\" udp dport 53 accept\n");

            assertThat(diff("file", swapped, ACTIVE)).singleElement().asString().contains("another order of rules");
        }

        @Test
        void anotherFileOrAnInactiveUnitIsFound() {
            assertThat(diff("edited", LISTING, new SystemdUnit(true, "loaded", "inactive", "enabled")))
                    .extracting(Change::toString)
                    .containsExactly(
                            "firewall: /etc/box/firewall.nft: another version → as shipped",
                            "firewall: box-firewall.service: inactive → active");
        }

        @Test
        void theWeakerFormIsSaidAloudWithTheBridgesItCuts() {
            FirewallRules weak = new FirewallRules("file", Ruleset.parse(LISTING), FirewallRules.Form.EVERY_BRIDGE);

            assertThat(layer.remarks(new FirewallRulesLayer.Rules(
                            Optional.of(weak), Optional.of("file"), weak.rules(), ACTIVE, List.of("docker0"))))
                    .singleElement()
                    .asString()
                    .contains("NFT_BRIDGE_META", "docker0");
        }

        @Test
        void bothFormsOfTheShippedFileDropBetweenPorts() {
            String byName = FirewallRules.resource("firewall.nft");

            assertThat(byName).contains("meta ibrname \"boxnet\" meta obrname \"boxnet\" counter drop");
            assertThat(FirewallRules.everyBridge(byName))
                    .doesNotContain("brname")
                    .containsPattern("chain forward \\{\\s+type [^\\n]* hook forward [^\\n]*\\n\\s+counter drop")
                    .containsPattern(
                            "chain claim \\{\\s+type [^\\n]*\\n\\s+iifname \\{ \"veth\\*\", \"tap\\*\" } iifname \\. ether");
            assertThatThrownBy(() -> FirewallRules.everyBridge("table bridge box {}"))
                    .isInstanceOf(IllegalStateException.class);
        }

        private List<Change> diff(String file, String live, SystemdUnit unit) {
            FirewallRules shipped =
                    new FirewallRules("file", Ruleset.parse(LISTING), FirewallRules.Form.BY_BRIDGE_NAME);
            return layer.diff(new FirewallRulesLayer.Rules(
                    Optional.of(shipped), Optional.of(file), Ruleset.parse(live), unit, List.of()));
        }
    }

    @Nested
    class Acl {

        private final AclLayer layer = new HostStack(HOST).acl();

        @Test
        void theOrderOfRulesAndTheirDescriptionsDoNotMatter() {
            List<AclRule> rules = new ArrayList<>(AclLayer.egress(GATEWAY)).reversed();

            assertThat(diff(rules)).isEmpty();
        }

        @Test
        void eachMissingDropIsFound() {
            for (Cidr range : AclLayer.DROPPED) {
                List<AclRule> rules = new ArrayList<>(AclLayer.egress(GATEWAY));
                rules.removeIf(rule -> rule.destination().equals(range.toString()));

                assertThat(diff(rules)).singleElement().hasToString("acl: egress rule: absent → drop to " + range);
            }
        }

        @Test
        void aDisabledDropIsNoDrop() {
            List<AclRule> rules = new ArrayList<>(AclLayer.egress(GATEWAY));
            rules.removeIf(rule -> rule.destination().equals("10.0.0.0/8"));
            rules.add(new AclRule("drop", "", "10.0.0.0/8", "", "", "", "", "", "", "disabled"));

            assertThat(diff(rules)).hasSize(2);
        }

        @Test
        void anAllowanceThatIsNotOursIsFound() {
            List<AclRule> rules = new ArrayList<>(AclLayer.egress(GATEWAY));
            rules.add(AclRule.egress("allow", "192.168.1.5/32", ""));

            assertThat(diff(rules)).singleElement().hasToString("acl: egress rule: allow to 192.168.1.5/32 → absent");
        }

        @Test
        void theCarveOutFollowsTheGateway() {
            assertThat(diff(AclLayer.egress(Cidr.of("10.99.0.1/24")))).hasSize(4);
        }

        private List<Change> diff(List<AclRule> egress) {
            AclRule door = new AclRule("allow", "", "10.88.0.9/32", "tcp", "", "80", "", "", "door", "enabled");
            NetworkAcl acl = NetworkAcl.of("box-isolate", List.of(door), egress);
            return layer.diff(new AclLayer.Acl(Optional.of(new Versioned<>(acl, "")), GATEWAY));
        }
    }

    @Nested
    class Boxnet {

        private static final String LEASES =
                "1796040050 10:66:6a:4a:be:30 10.88.0.213 * ff:bf:34\n1796040049 10:66:6a:f0:fc:40 10.88.0.112 * *\n";

        private static final DnsmasqFacts SERVING = new DnsmasqFacts(7, true, true);

        private final NetworkLayer layer = new NetworkLayer(HOST, new BoxnetPlan(HOST));
        private final SubnetPlan plan = new SubnetPlan(GATEWAY.network(), GATEWAY, "");
        private final Map<String, String> wanted = NetworkLayer.wanted(plan, "1.1.1.1,8.8.8.8");

        @Test
        void keysThatAreNotOursAreLeftAlone() {
            Map<String, String> config = new HashMap<>(wanted);
            config.values().removeIf(String::isEmpty);
            config.put("user.note", "mine");

            assertThat(diff(config, SERVING, List.of())).isEmpty();
        }

        @Test
        void onlyTheKeyThatDiffersIsFound() {
            for (String key : wanted.keySet()) {
                Map<String, String> config = new HashMap<>(wanted);
                config.put(key, "other");

                assertThat(diff(config, SERVING, List.of()))
                        .singleElement()
                        .extracting(Change::what)
                        .isEqualTo(key);
            }
        }

        @Test
        void aNetworkWithoutItsDnsmasqIsFoundWhateverTheConfigSays() {
            assertThat(diff(wanted, new DnsmasqFacts(0, false, false), List.of()))
                    .singleElement()
                    .hasToString("network: dnsmasq: no process → serving DNS and DHCP on boxnet");
        }

        @Test
        void aNameThatAnOldLeaseKeptIsFoundAndTakenOut() {
            String named = LEASES.replaceFirst("\\*", "payroll");

            assertThat(LeaseNames.in(named)).containsExactly("payroll");
            assertThat(LeaseNames.without(named)).isEqualTo(LEASES);
        }

        @Test
        void rulesThatIncusLostAreFound() {
            assertThat(diff(wanted, SERVING, List.of("ingress drop"))).hasSize(1);
        }

        @Test
        void resolversAreAddressesAndNothingElse() {
            assertThat(NetworkLayer.wanted(plan, "9.9.9.9").get("raw.dnsmasq")).endsWith("\nserver=9.9.9.9");
            for (String bad :
                    List.of("", "1.1.1.1\nserver=/x/10.0.0.1", "dns.example", "1.1.1.1/32", "1.1.1.1,,8.8.8.8")) {
                assertThatThrownBy(() -> Resolvers.rawDnsmasq(bad)).isInstanceOf(BoxFailure.Refused.class);
            }
        }

        private List<Change> diff(Map<String, String> config, DnsmasqFacts dnsmasq, List<String> missing) {
            Network network = Network.of("boxnet", "bridge", config);
            return layer.diff(
                    new NetworkLayer.Boxnet(Optional.of(network), wanted, plan, dnsmasq, missing, false, LEASES));
        }
    }

    @Nested
    class Placement {

        private final ProfileLayer layer = new ProfileLayer(HOST);

        @Test
        void theContractAndNothingElse() {
            assertThat(diff(ProfileLayer.DEVICES, Map.of(), true)).isEmpty();
        }

        @Test
        void aWeakenedNicIsFound() {
            Map<String, Map<String, String>> devices = new HashMap<>(ProfileLayer.DEVICES);
            Map<String, String> nic = new HashMap<>(devices.get("eth0"));
            nic.put("security.port_isolation", "false");
            devices.put("eth0", nic);

            assertThat(diff(devices, Map.of(), true))
                    .singleElement()
                    .hasToString("profile: eth0.security.port_isolation: false → true");
        }

        @Test
        void anAddedDeviceOrKeyIsFound() {
            Map<String, Map<String, String>> devices = new HashMap<>(ProfileLayer.DEVICES);
            devices.put("home", Map.of("type", "disk", "source", "/home", "path", "/mnt"));

            assertThat(diff(devices, Map.of("security.privileged", "true"), true))
                    .extracting(Change::what)
                    .containsExactly("security.privileged", "home.path", "home.source", "home.type");
        }

        @Test
        void aLivePortWithoutTheFlagIsFoundWhateverTheProfileSays() {
            assertThat(diff(ProfileLayer.DEVICES, Map.of(), false))
                    .singleElement()
                    .hasToString("profile: port veth1 isolated: off → on");
        }

        @Test
        void aLostFilterIsMadeAgainWhereAnInstanceAsksForItAndNamedWhereNoneDoes() {
            Profile profile = Profile.of("box-net", "", Map.of(), ProfileLayer.DEVICES);
            ProfileLayer.Placement lost = new ProfileLayer.Placement(
                    Optional.of(new Versioned<>(profile, "")), List.of(), List.of("veth1", "raw0"), Set.of("veth1"));

            assertThat(layer.diff(lost))
                    .singleElement()
                    .hasToString("profile: source filter of port veth1: absent → there");
            assertThat(layer.remarks(lost)).singleElement().asString().contains("port raw0", "nomaster");
        }

        private List<Change> diff(
                Map<String, Map<String, String>> devices, Map<String, String> config, boolean isolated) {
            Profile profile = Profile.of("box-net", "", config, devices);
            return layer.diff(new ProfileLayer.Placement(
                    Optional.of(new Versioned<>(profile, "")),
                    List.of(new BridgePort("veth1", "veth", "", isolated)),
                    List.of(),
                    Set.of()));
        }
    }

    @Test
    void aPoolTakesHalfOfWhatIsFreeAndRefusesTooLittle() {
        assertThat(PoolLayer.loopSize(79L << 30)).isEqualTo(39);
        assertThat(PoolLayer.loopSize(4000L << 30)).isEqualTo(500);
        assertThatThrownBy(() -> PoolLayer.loopSize(3L << 30))
                .isInstanceOf(BoxFailure.Failed.class)
                .hasMessageContaining("3072 MiB");
    }

    @Test
    void programsThatAreMissingNameTheirPackage() {
        PackagesLayer layer = new PackagesLayer(HOST);

        assertThat(layer.diff(new PackagesLayer.Programs(List.of("incusd", "nft"), false, true)))
                .extracting(Change::toString)
                .containsExactly(
                        "packages: incusd: absent → package incus-base", "packages: nft: absent → package nftables");
        assertThat(layer.diff(new PackagesLayer.Programs(List.of("incusd"), true, true)))
                .singleElement()
                .asString()
                .contains("package incus ");
    }
}
