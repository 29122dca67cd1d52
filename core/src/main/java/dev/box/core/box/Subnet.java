package dev.box.core.box;

import java.util.Optional;

/**
 * An IPv4 prefix, only as much of it as picking a box's address needs.
 *
 * @param network the network's address as a number
 * @param mask its mask as a number
 */
public record Subnet(int network, int mask) {

    /** From a gateway in CIDR form such as {@code 10.88.0.1/24}, host bits and all; empty if it is none. */
    public static Optional<Subnet> of(String cidr) {
        int slash = cidr.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        long address = parse(cidr.substring(0, slash));
        int length = octet(cidr.substring(slash + 1), 32);
        if (address < 0 || length < 0) {
            return Optional.empty();
        }
        int mask = length == 0 ? 0 : -1 << (32 - length);
        return Optional.of(new Subnet((int) address & mask, mask));
    }

    /** Whether {@code address} is a dotted IPv4 address in this prefix. */
    public boolean contains(String address) {
        long value = parse(address);
        return value >= 0 && ((int) value & mask) == network;
    }

    /** The address as an unsigned 32-bit number, or -1. */
    private static long parse(String dotted) {
        long value = 0;
        int start = 0;
        for (int part = 0; part < 4; part++) {
            int dot = part < 3 ? dotted.indexOf('.', start) : dotted.length();
            int octet = dot < 0 ? -1 : octet(dotted.substring(start, dot), 255);
            if (octet < 0) {
                return -1;
            }
            value = value << 8 | octet;
            start = dot + 1;
        }
        return value;
    }

    private static int octet(String digits, int most) {
        if (digits.isEmpty() || digits.length() > 3) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + c - '0';
        }
        return value <= most ? value : -1;
    }
}
