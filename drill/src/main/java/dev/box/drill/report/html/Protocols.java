package dev.box.drill.report.html;

import dev.box.drill.report.CellReport;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Puts the contract's rows under a few words that fit into a matrix. */
final class Protocols {

    private static final List<String> ORDER = List.of("TCP", "UDP", "PING", "ARP", "L2", "IPv6", "NAME");

    private Protocols() {}

    /** Of a row such as {@code A2.host.tcp.served}: what follows the clause. */
    static String group(CellReport cell) {
        String rest = cell.row().startsWith(cell.clause() + ".")
                ? cell.row().substring(cell.clause().length() + 1)
                : cell.row();
        int dot = rest.indexOf('.');
        String knock = dot < 0 ? rest : rest.substring(0, dot);
        return switch (knock) {
            case "tcp", "syn", "loopback", "closed" -> "TCP";
            case "udp" -> "UDP";
            case "icmp" -> "PING";
            case "arp" -> "ARP";
            case "ether" -> "L2";
            case "tcp6", "udp6", "icmp6", "ns6", "rs", "ra", "state" -> "IPv6";
            case "dns", "resolver", "llmnr", "mdns" -> "NAME";
            case "mac", "address", "claim" -> "SPOOF";
            case "dhcp" -> "DHCP";
            case "api", "mounts", "idmap", "devices" -> "GUEST";
            default -> knock.toUpperCase(Locale.ROOT);
        };
    }

    /** The usual ones first, in a fixed order; others behind them. */
    static Comparator<String> order() {
        return Comparator.comparingInt((String group) -> {
                    int at = ORDER.indexOf(group);
                    return at < 0 ? ORDER.size() : at;
                })
                .thenComparing(Comparator.naturalOrder());
    }
}
