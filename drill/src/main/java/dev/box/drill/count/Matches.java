package dev.box.drill.count;

import dev.box.drill.contract.Origin;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.Target;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.DoorPlace;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import java.net.InetAddress;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Says in nft's words which frames are those of one shot, and no other's. */
final class Matches {

    private Matches() {}

    /** Null if the kind puts no frame of its own on the wire. */
    static @Nullable String of(Shot shot, Situation situation) {
        if (shot.cell().spec().from() == Origin.LAN) {
            return fromLan(shot, String.valueOf(situation.lanAddress()));
        }
        Cell cell = shot.cell();
        int token = shot.token();
        return switch (cell.spec().kind()) {
            case TCP, SYN, SYN_AS_MAC, SYN_AS_ADDRESS, CLAIM -> "tcp sport " + token;
            case UDP, SHOUT, DNS, LLMNR, MDNS -> "udp sport " + token;
            case ICMP -> "icmp type echo-request icmp id " + token;
            case ICMP6 -> "icmpv6 type echo-request icmpv6 id " + token;
            // the kernel's own requests carry its address; only an ARP probe (RFC 5227) carries none
            case ARP ->
                from(cell, situation) + "arp operation request arp saddr ip 0.0.0.0 arp daddr ip " + cell.address();
            case ETHER -> from(cell, situation) + "ether type 0x88b5 @nh,0,32 " + token;
            // the address that is asked for, by its place in the message: nft 1.0.6 has no name for it
            case NEIGHBOUR ->
                from(cell, situation) + "icmpv6 type nd-neighbor-solicit @th,64,128 " + number(cell.address());
            case ROUTER_SOLICIT -> from(cell, situation) + "icmpv6 type nd-router-solicit";
            case ROUTER_ADVERT -> from(cell, situation) + "icmpv6 type nd-router-advert";
            // the transaction number of the message, which follows UDP's eight bytes and four more
            case DHCP_OFFER -> from(cell, situation) + "udp sport 67 @th,96,32 " + token;
            case DHCP_STRANGER -> from(cell, situation) + "udp dport 67 @th,96,32 " + token;
            case IPV6_STATE, RESOLVE, GUEST_MOUNTS, GUEST_IDMAP, GUEST_DEVICES, GUEST_API -> null;
        };
    }

    /** What arrives: the frame itself, or where the sender pretended, the answer to whom it pretended to be. */
    static @Nullable String ofArrival(Shot shot, Situation situation) {
        Cell cell = shot.cell();
        DoorPlace door = situation.door();
        if (cell.spec().to() == Target.DOOR_ON_LAN && door != null) {
            // a door translates where it leads to; who asked stays in the frame
            return "ip saddr " + situation.lanAddress() + " ip daddr "
                    + situation.box(door.box()).address() + " tcp dport " + door.port();
        }
        return cell.spec().kind() == ProbeKind.CLAIM
                ? "ip daddr " + cell.name() + " tcp dport " + shot.token()
                : of(shot, situation);
    }

    private static String number(String address) {
        return "0x" + HexFormat.of().formatHex(InetAddress.ofLiteral(address).getAddress());
    }

    private static String from(Cell cell, Situation situation) {
        return "ether saddr " + situation.box(cell.from()).mac() + " ";
    }

    /** The reflector's socket picks its own source port, so the closed port that it knocks at is what tells shots apart. */
    private static String fromLan(Shot shot, String lan) {
        String hosts = "ip saddr " + lan + " ip daddr " + shot.cell().address() + " ";
        return hosts
                + switch (shot.cell().spec().kind()) {
                    case TCP -> "tcp dport " + shot.port();
                    case UDP -> "udp dport " + shot.port();
                    default -> "icmp type echo-request";
                };
    }
}
