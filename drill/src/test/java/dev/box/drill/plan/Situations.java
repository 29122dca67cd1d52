package dev.box.drill.plan;

import dev.box.drill.contract.Contract;
import java.util.List;

/** Situations for tests. */
public final class Situations {

    private Situations() {}

    /** A host with an uplink, two boxes, one live target, a LAN host, a VPN name and a hosts file. */
    public static Situation full() {
        return new Situation(
                "boxnet",
                "10.88.0.0/24",
                "10.88.0.1",
                "10:66:6a:74:1d:34",
                List.of(new HostAddress("eth0", "192.168.77.2"), new HostAddress("boxnet", "10.88.0.1")),
                List.of("eth0"),
                40_000,
                List.of(box("a", 51), box("b", 95)),
                new PublicHost("203.0.113.10", "public.example", 7, 8),
                List.of(new LiveTarget("10.0.0.0/8", "10.200.0.5", 7, 8)),
                "192.168.77.10",
                new SplitName("intra.vpn", "100.64.0.9"),
                "workstation",
                null);
    }

    /** The same with a live target in every range that can have one. */
    public static Situation everyRangeLives() {
        Situation full = full();
        List<LiveTarget> targets = Contract.BLOCKED.stream()
                .filter(range -> !range.prefix().equals("224.0.0.0/4"))
                .map(range -> new LiveTarget(range.prefix(), range.sample(), 7, 8))
                .toList();
        return new Situation(
                full.bridge(),
                full.prefix(),
                full.gateway(),
                full.bridgeMac(),
                full.hostAddresses(),
                full.uplinks(),
                full.servedPort(),
                full.boxes(),
                full.publicHost(),
                targets,
                full.lanAddress(),
                full.vpnName(),
                full.hostsFileName(),
                null);
    }

    /** The same with a door to the second box, open or closed. */
    public static Situation door(boolean open) {
        return full().door(new DoorPlace("b", 80, 8080, open));
    }

    /** The same with nothing around it. */
    public static Situation bare() {
        Situation full = full();
        return new Situation(
                full.bridge(),
                full.prefix(),
                full.gateway(),
                full.bridgeMac(),
                full.hostAddresses(),
                full.uplinks(),
                full.servedPort(),
                full.boxes(),
                full.publicHost(),
                List.of(),
                null,
                null,
                null,
                null);
    }

    public static Subject box(String label, int last) {
        String mac = "10:66:6a:00:00:" + Integer.toHexString(0x100 | last).substring(1);
        return new Subject(
                label, "drill-1-" + label, "10.88.0." + last, mac, LinkLocal.of(mac), "veth" + label, "id-" + label);
    }
}
