package dev.box.drill.plan;

/** IPv6 link-local addresses as the kernel derives them from a MAC (RFC 4291, appendix A). */
public final class LinkLocal {

    private LinkLocal() {}

    /** E.g. {@code 10:66:6a:4c:be:36} gives {@code fe80::1266:6aff:fe4c:be36}. */
    public static String of(String mac) {
        String[] part = mac.split(":", -1);
        if (part.length != 6) {
            throw new IllegalArgumentException("not a MAC address: " + mac);
        }
        int[] octet = new int[6];
        for (int i = 0; i < 6; i++) {
            octet[i] = Integer.parseInt(part[i], 16);
        }
        return "fe80::" + group(octet[0] ^ 2, octet[1]) + ":" + group(octet[2], 0xff) + ":" + group(0xfe, octet[3])
                + ":" + group(octet[4], octet[5]);
    }

    private static String group(int high, int low) {
        return Integer.toHexString(high << 8 | low);
    }
}
