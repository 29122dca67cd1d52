package dev.box.drill.contract;

import static dev.box.drill.contract.Expectation.ENTERS;
import static dev.box.drill.contract.Expectation.FINDS_NOTHING;
import static dev.box.drill.contract.Expectation.REACHES;
import static dev.box.drill.contract.Expectation.RESOLVES;
import static dev.box.drill.contract.Expectation.SILENT;
import static dev.box.drill.contract.Expectation.STAYS_OUT;
import static dev.box.drill.contract.Expectation.UNKNOWN_NAME;
import static dev.box.drill.contract.Watch.HOST_INPUT;
import static dev.box.drill.contract.Watch.NONE;
import static dev.box.drill.contract.Watch.OWN_PORT;
import static dev.box.drill.contract.Watch.PEER_PORT;
import static dev.box.drill.contract.Watch.UPLINK;

import java.util.ArrayList;
import java.util.List;

/**
 * The contract: every clause and everything that measures it, declared once (what is no packet stands in {@link Trials}). The
 * plan, the counters, the reports and the list of cells are all rendered from here.
 */
public final class Contract {

    /** Address space that a box must not reach, each with an address to knock at where nothing lives here. */
    public static final List<BlockedRange> BLOCKED = List.of(
            new BlockedRange("10.0.0.0/8", "10.254.254.5"),
            new BlockedRange("172.16.0.0/12", "172.31.254.5"),
            new BlockedRange("192.168.0.0/16", "192.168.254.5"),
            new BlockedRange("169.254.0.0/16", "169.254.169.254"),
            new BlockedRange("100.64.0.0/10", "100.127.254.5"),
            new BlockedRange("0.0.0.0/8", "0.1.2.3"),
            new BlockedRange("192.0.0.0/24", "192.0.0.9"),
            new BlockedRange("198.18.0.0/15", "198.19.254.5"),
            new BlockedRange("224.0.0.0/4", "239.255.77.78"),
            new BlockedRange("240.0.0.0/4", "240.1.2.3"));

    /** What is measured by packets, in the order of the clauses. */
    public static final List<ProbeSpec> PROBES = List.of(
            box("A1.tcp.public", Clause.A1, ProbeKind.TCP, Target.PUBLIC, REACHES, UPLINK)
                    .toServed(),
            box("A1.udp.public", Clause.A1, ProbeKind.UDP, Target.PUBLIC, REACHES, UPLINK)
                    .toServed(),
            box("A1.icmp.public", Clause.A1, ProbeKind.ICMP, Target.PUBLIC, REACHES, UPLINK)
                    .row(),
            box("A2.host.tcp.served", Clause.A2_HOST, ProbeKind.TCP, Target.HOST, SILENT, HOST_INPUT)
                    .toServed(),
            box("A2.host.tcp.closed", Clause.A2_HOST, ProbeKind.TCP, Target.HOST, SILENT, HOST_INPUT)
                    .row(),
            box("A2.host.udp.served", Clause.A2_HOST, ProbeKind.UDP, Target.HOST, SILENT, HOST_INPUT)
                    .toServed(),
            box("A2.host.udp.closed", Clause.A2_HOST, ProbeKind.UDP, Target.HOST, SILENT, HOST_INPUT)
                    .row(),
            box("A2.host.icmp", Clause.A2_HOST, ProbeKind.ICMP, Target.HOST, SILENT, HOST_INPUT)
                    .row(),
            box("A2.host.tcp.dns", Clause.A2_HOST, ProbeKind.TCP, Target.HOST_DNS, SILENT, HOST_INPUT)
                    .row(),
            box("A2.host.udp.dns", Clause.A2_HOST, ProbeKind.UDP, Target.HOST_DNS, SILENT, HOST_INPUT)
                    .row(),
            box("A2.host.loopback", Clause.A2_HOST, ProbeKind.SYN, Target.HOST_LOOPBACK, SILENT, HOST_INPUT)
                    .toServed(),
            box("A2.lan.tcp", Clause.A2_LAN, ProbeKind.TCP, Target.RANGE, SILENT, UPLINK)
                    .toServed(),
            box("A2.lan.tcp.closed", Clause.A2_LAN, ProbeKind.TCP, Target.RANGE, SILENT, UPLINK)
                    .row(),
            box("A2.lan.udp", Clause.A2_LAN, ProbeKind.UDP, Target.RANGE, SILENT, UPLINK)
                    .toServed(),
            box("A2.lan.icmp", Clause.A2_LAN, ProbeKind.ICMP, Target.RANGE, SILENT, UPLINK)
                    .row(),
            box("A2.lan.syn", Clause.A2_LAN, ProbeKind.SYN, Target.DEAD_RANGE, SILENT, UPLINK)
                    .row(),
            box("A3.tcp.sibling", Clause.A3, ProbeKind.TCP, Target.SIBLING, SILENT, PEER_PORT)
                    .row(),
            box("A3.udp.sibling", Clause.A3, ProbeKind.UDP, Target.SIBLING, SILENT, PEER_PORT)
                    .row(),
            box("A3.icmp.sibling", Clause.A3, ProbeKind.ICMP, Target.SIBLING, SILENT, PEER_PORT)
                    .row(),
            box("A3.arp.sibling", Clause.A3, ProbeKind.ARP, Target.SIBLING, SILENT, PEER_PORT)
                    .row(),
            box("A3.ether.sibling", Clause.A3, ProbeKind.ETHER, Target.SIBLING, SILENT, PEER_PORT)
                    .row(),
            box("A3.ether.broadcast", Clause.A3, ProbeKind.ETHER, Target.BROADCAST, SILENT, PEER_PORT)
                    .row(),
            box("A3.udp.broadcast", Clause.A3, ProbeKind.SHOUT, Target.BROADCAST, SILENT, PEER_PORT)
                    .row(),
            box("A3.udp.multicast", Clause.A3, ProbeKind.SHOUT, Target.MULTICAST, SILENT, PEER_PORT)
                    .row(),
            box("A3.tcp6.sibling", Clause.A3, ProbeKind.TCP, Target.SIBLING_LINK_LOCAL, SILENT, PEER_PORT)
                    .row(),
            box("A3.udp6.sibling", Clause.A3, ProbeKind.UDP, Target.SIBLING_LINK_LOCAL, SILENT, PEER_PORT)
                    .row(),
            box("A3.icmp6.sibling", Clause.A3, ProbeKind.ICMP6, Target.SIBLING_LINK_LOCAL, SILENT, PEER_PORT)
                    .row(),
            box("A3.ns6.sibling", Clause.A3, ProbeKind.NEIGHBOUR, Target.SIBLING_LINK_LOCAL, SILENT, PEER_PORT)
                    .row(),
            box("A4.dns.name", Clause.A4, ProbeKind.DNS, Target.SIBLING_NAME, UNKNOWN_NAME, NONE)
                    .row(),
            box("A4.dns.incus", Clause.A4, ProbeKind.DNS, Target.SIBLING_NAME_INCUS, UNKNOWN_NAME, NONE)
                    .row(),
            box("A4.dns.reverse", Clause.A4, ProbeKind.DNS, Target.SIBLING_REVERSE, UNKNOWN_NAME, NONE)
                    .row(),
            box("A4.dns.hosts", Clause.A4, ProbeKind.DNS, Target.HOSTS_FILE_NAME, UNKNOWN_NAME, NONE)
                    .row(),
            box("A4.resolver.name", Clause.A4, ProbeKind.RESOLVE, Target.SIBLING_NAME, UNKNOWN_NAME, NONE)
                    .row(),
            box("A4.llmnr.name", Clause.A4, ProbeKind.LLMNR, Target.SIBLING_ON_LINK, SILENT, PEER_PORT)
                    .row(),
            box("A4.mdns.name", Clause.A4, ProbeKind.MDNS, Target.SIBLING_ON_LINK, SILENT, PEER_PORT)
                    .row(),
            box("A5.dns.public", Clause.A5, ProbeKind.DNS, Target.PUBLIC_NAME, RESOLVES, NONE)
                    .row(),
            box("A5.resolver.public", Clause.A5, ProbeKind.RESOLVE, Target.PUBLIC_NAME, RESOLVES, NONE)
                    .row(),
            box("A5.dns.vpn", Clause.A5, ProbeKind.DNS, Target.VPN_NAME, UNKNOWN_NAME, NONE)
                    .row(),
            box("A6.tcp6.host", Clause.A6, ProbeKind.TCP, Target.HOST_LINK_LOCAL, SILENT, HOST_INPUT)
                    .toServed(),
            box("A6.icmp6.host", Clause.A6, ProbeKind.ICMP6, Target.HOST_LINK_LOCAL, SILENT, HOST_INPUT)
                    .row(),
            box("A6.rs.host", Clause.A6, ProbeKind.ROUTER_SOLICIT, Target.ALL_ROUTERS, SILENT, HOST_INPUT)
                    .row(),
            box("A6.ra.sibling", Clause.A6, ProbeKind.ROUTER_ADVERT, Target.ALL_NODES, SILENT, PEER_PORT)
                    .row(),
            box("A6.tcp6.public", Clause.A6, ProbeKind.TCP, Target.PUBLIC_IPV6, SILENT, UPLINK)
                    .row(),
            box("A6.state.self", Clause.A6, ProbeKind.IPV6_STATE, Target.SELF, SILENT, NONE)
                    .row(),
            new Row("A7.tcp.host", Clause.A7, Origin.HOST, ProbeKind.TCP, Target.BOX, SILENT, PEER_PORT).row(),
            new Row("A7.udp.host", Clause.A7, Origin.HOST, ProbeKind.UDP, Target.BOX, SILENT, PEER_PORT).row(),
            new Row("A7.icmp.host", Clause.A7, Origin.HOST, ProbeKind.ICMP, Target.BOX, SILENT, PEER_PORT).row(),
            new Row("A7.tcp.lan", Clause.A7, Origin.LAN, ProbeKind.TCP, Target.BOX, SILENT, PEER_PORT).row(),
            new Row("A7.udp.lan", Clause.A7, Origin.LAN, ProbeKind.UDP, Target.BOX, SILENT, PEER_PORT).row(),
            new Row("A7.icmp.lan", Clause.A7, Origin.LAN, ProbeKind.ICMP, Target.BOX, SILENT, PEER_PORT).row(),
            box("A8.mac.gateway", Clause.A8, ProbeKind.SYN_AS_MAC, Target.GATEWAY_AS_SIBLING, SILENT, HOST_INPUT)
                    .row(),
            box(
                            "A8.address.sibling",
                            Clause.A8,
                            ProbeKind.SYN_AS_ADDRESS,
                            Target.GATEWAY_AS_SIBLING,
                            SILENT,
                            HOST_INPUT)
                    .row(),
            box("A8.address.second", Clause.A8, ProbeKind.SYN_AS_ADDRESS, Target.GATEWAY_AS_NOBODY, SILENT, HOST_INPUT)
                    .row(),
            box("A8.claim.sibling", Clause.A8, ProbeKind.CLAIM, Target.PUBLIC_AS_SIBLING, SILENT, OWN_PORT)
                    .row(),
            box("A9.dhcp.offer", Clause.A9, ProbeKind.DHCP_OFFER, Target.DHCP_CLIENTS, SILENT, PEER_PORT)
                    .row(),
            box("A9.dhcp.stranger", Clause.A9, ProbeKind.DHCP_STRANGER, Target.DHCP_SERVER, SILENT, NONE)
                    .row(),
            new Row("A10.tcp.door", Clause.A10, Origin.HOST, ProbeKind.TCP, Target.DOOR, ENTERS, PEER_PORT).row(),
            new Row("A10.tcp.direct", Clause.A10, Origin.HOST, ProbeKind.TCP, Target.DOOR_DIRECT, SILENT, PEER_PORT)
                    .row(),
            new Row("A10.tcp.beside", Clause.A10, Origin.HOST, ProbeKind.TCP, Target.DOOR_BESIDE, SILENT, PEER_PORT)
                    .row(),
            new Row("A10.tcp.lan", Clause.A10, Origin.LAN, ProbeKind.TCP, Target.DOOR_ON_LAN, STAYS_OUT, PEER_PORT)
                    .row(),
            new Row("A10.tcp.lan-direct", Clause.A10, Origin.LAN, ProbeKind.TCP, Target.DOOR_DIRECT, SILENT, PEER_PORT)
                    .row(),
            box("A10.tcp.sibling", Clause.A10, ProbeKind.TCP, Target.DOOR_ON_GATEWAY, SILENT, PEER_PORT)
                    .row(),
            box("A10.tcp.sibling-direct", Clause.A10, ProbeKind.TCP, Target.DOOR_DIRECT, SILENT, PEER_PORT)
                    .row(),
            box("A10.syn.sibling", Clause.A10, ProbeKind.SYN, Target.DOOR_BY_FRAME, SILENT, PEER_PORT)
                    .row(),
            new Row("A10.closed.door", Clause.A10, Origin.HOST, ProbeKind.TCP, Target.DOOR_CLOSED, STAYS_OUT, PEER_PORT)
                    .row(),
            new Row(
                            "A10.closed.direct",
                            Clause.A10,
                            Origin.HOST,
                            ProbeKind.TCP,
                            Target.DOOR_CLOSED_DIRECT,
                            SILENT,
                            PEER_PORT)
                    .row(),
            box("A11.api.self", Clause.A11, ProbeKind.GUEST_API, Target.SELF, FINDS_NOTHING, NONE)
                    .row(),
            box("A11.mounts.self", Clause.A11, ProbeKind.GUEST_MOUNTS, Target.SELF, FINDS_NOTHING, NONE)
                    .row(),
            box("A11.idmap.self", Clause.A11, ProbeKind.GUEST_IDMAP, Target.SELF, FINDS_NOTHING, NONE)
                    .row(),
            box("A11.devices.self", Clause.A11, ProbeKind.GUEST_DEVICES, Target.SELF, FINDS_NOTHING, NONE)
                    .row());

    private Contract() {}

    /** Every row of every phase, phase by phase. */
    public static List<ContractRow> rows() {
        List<ContractRow> rows = new ArrayList<>();
        for (PhaseId phase : PhaseId.values()) {
            rows.addAll(rows(phase));
        }
        return rows;
    }

    /** The rows of one phase. */
    public static List<ContractRow> rows(PhaseId phase) {
        List<ContractRow> rows = new ArrayList<>(PROBES);
        rows.addAll(Trials.ALL);
        return rows.stream().filter(row -> row.phase() == phase).toList();
    }

    /** What is tried step by step in one phase. */
    public static List<TrialSpec> trials(PhaseId phase) {
        return Trials.ALL.stream().filter(row -> row.phase() == phase).toList();
    }

    /** A range and an address in it. */
    public record BlockedRange(String prefix, String sample) {}

    private static Row box(String id, Clause clause, ProbeKind kind, Target to, Expectation expectation, Watch watch) {
        return new Row(id, clause, Origin.BOX, kind, to, expectation, watch);
    }

    private record Row(
            String id, Clause clause, Origin from, ProbeKind kind, Target to, Expectation expectation, Watch watch) {
        ProbeSpec row() {
            return new ProbeSpec(id, clause, from, to, kind, false, expectation, watch);
        }

        ProbeSpec toServed() {
            return new ProbeSpec(id, clause, from, to, kind, true, expectation, watch);
        }
    }
}
