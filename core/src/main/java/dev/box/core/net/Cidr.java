package dev.box.core.net;

import java.util.Optional;

/**
 * An IPv4 address with a prefix length. It may carry host bits, because Incus writes a gateway that way
 * ({@code 10.88.0.1/24}); {@link #network} masks them. IPv4 only, since a box has no IPv6 path at all; that is why this is
 * a page of own arithmetic and not a library of 1.4 MB on the class path.
 *
 * @param address 32 bits, network order
 * @param prefix 0–32
 */
public record Cidr(int address, int prefix) {

    public Cidr {
        if (prefix < 0 || prefix > 32) {
            throw new IllegalArgumentException("prefix length " + prefix);
        }
    }

    /** Reads {@code a.b.c.d/n} or {@code a.b.c.d} (a /32). */
    public static Cidr of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not an IPv4 address or CIDR: " + text));
    }

    /** Reads {@code a.b.c.d/n} or {@code a.b.c.d} (a /32); empty if it is anything else, octal-looking parts included. */
    public static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        String dotted = slash < 0 ? text : text.substring(0, slash);
        int prefix = slash < 0 ? 32 : decimal(text.substring(slash + 1), 32);
        int address = 0;
        int from = 0;
        for (int part = 0; part < 4; part++) {
            int dot = part == 3 ? dotted.length() : dotted.indexOf('.', from);
            int octet = dot < from ? -1 : decimal(dotted.substring(from, dot), 255);
            if (octet < 0) {
                return Optional.empty();
            }
            address = address << 8 | octet;
            from = dot + 1;
        }
        return prefix < 0 ? Optional.empty() : Optional.of(new Cidr(address, prefix));
    }

    private static int decimal(String digits, int max) {
        if (digits.isEmpty() || digits.length() > 3 || digits.length() > 1 && digits.charAt(0) == '0') {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value > max ? -1 : value;
    }

    /** The same without host bits. */
    public Cidr network() {
        return new Cidr(address & mask(prefix), prefix);
    }

    /** The address at an offset from the network's own, with this prefix length: offset 1 is box's gateway. */
    public Cidr host(int offset) {
        return new Cidr((address & mask(prefix)) + offset, prefix);
    }

    /** Whether the address is in this network. */
    public boolean contains(Cidr other) {
        return other.prefix >= prefix && ((address ^ other.address) & mask(prefix)) == 0;
    }

    /** Whether the two share any address. */
    public boolean overlaps(Cidr other) {
        return ((address ^ other.address) & mask(Math.min(prefix, other.prefix))) == 0;
    }

    /** {@code a.b.c.d} alone. */
    public String dotted() {
        return (address >>> 24) + "." + (address >>> 16 & 255) + "." + (address >>> 8 & 255) + "." + (address & 255);
    }

    @Override
    public String toString() {
        return dotted() + "/" + prefix;
    }

    private static int mask(int prefix) {
        return prefix == 0 ? 0 : -1 << (32 - prefix);
    }
}
