package dev.box.lab.world;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every address, port and name of the lab's world, in one place. */
public final class WorldPlan {

    /** The router that also plays the public internet. */
    public static final String ROUTER = "192.168.77.1";

    public static final String LAN_HOST = "192.168.77.10";
    public static final int PREFIX = 24;
    private static final int FIRST_HOST = 2;

    /** The most machines under test in one lab. */
    public static final int MOST_HOSTS = 7;

    public static final String PUBLIC_HOST = "203.0.113.10";
    public static final String PUBLIC_NAME = "public.example.test";

    /** Where package mirrors are, in a lab that has them; trusted by a certificate of the lab's own. */
    public static final String MIRROR_HOST = "203.0.113.20";

    public static final String MIRROR_NAME = "mirrors.example.test";
    public static final String DEBIAN_MIRROR = "https://" + MIRROR_NAME + "/debian";
    public static final String NPM_REGISTRY = "https://" + MIRROR_NAME + "/npm";

    /** The resolvers that box ships as defaults, so that defaults are used as shipped. */
    public static final List<String> PUBLIC_RESOLVERS = List.of("1.1.1.1", "8.8.8.8");

    /** A resolver as a VPN brings one: it knows names that no public one knows. */
    public static final String VPN_RESOLVER = "100.64.0.9";

    public static final String VPN_NAME = "intranet.vpn.test";
    public static final String VPN_NAME_ADDRESS = "10.200.0.5";

    public static final int ECHO_PORT = 7;
    public static final int HTTP_PORT = 80;
    public static final int REFLECTOR_PORT = 7700;

    /** Names that the public resolvers answer. */
    static final Map<String, String> PUBLIC_NAMES = new LinkedHashMap<>();

    /** One live host per range of the contract; 192.168/16 has the LAN host besides. */
    static final Map<String, String> TARGETS = new LinkedHashMap<>();

    static {
        PUBLIC_NAMES.put(PUBLIC_NAME, PUBLIC_HOST);
        PUBLIC_NAMES.put("www.example.test", PUBLIC_HOST);
        PUBLIC_NAMES.put(MIRROR_NAME, MIRROR_HOST);
        PUBLIC_NAMES.put("one.resolver.test", "1.1.1.1");
        PUBLIC_NAMES.put("eight.resolver.test", "8.8.8.8");

        TARGETS.put("10.0.0.0/8", "10.200.0.5");
        TARGETS.put("172.16.0.0/12", "172.20.0.5");
        TARGETS.put("192.168.0.0/16", "192.168.200.5");
        TARGETS.put("169.254.0.0/16", "169.254.169.254");
        TARGETS.put("100.64.0.0/10", VPN_RESOLVER);
        TARGETS.put("0.0.0.0/8", "0.10.0.5");
        TARGETS.put("192.0.0.0/24", "192.0.0.5");
        TARGETS.put("198.18.0.0/15", "198.18.0.5");
        TARGETS.put("240.0.0.0/4", "240.0.0.5");
    }

    private WorldPlan() {}

    /** Address of the nth machine under test, from 1. */
    public static String hostAddress(int number) {
        return "192.168.77." + (FIRST_HOST + number - 1);
    }

    /** Everything that the router answers for beside its LAN address. */
    public static List<String> internetAddresses() {
        List<String> addresses = new ArrayList<>(List.of(PUBLIC_HOST, MIRROR_HOST));
        addresses.addAll(PUBLIC_RESOLVERS);
        addresses.addAll(TARGETS.values());
        return addresses;
    }

    /** The same facts as the drill reads them. */
    public static Surroundings surroundings() {
        List<Surroundings.Target> targets = new ArrayList<>();
        TARGETS.forEach((range, address) -> targets.add(new Surroundings.Target(range, address, ECHO_PORT, ECHO_PORT)));
        return new Surroundings(
                Surroundings.SCHEMA,
                new Surroundings.PublicHost(PUBLIC_HOST, PUBLIC_NAME, ECHO_PORT, ECHO_PORT, HTTP_PORT),
                targets,
                List.of(new Surroundings.Untargeted(
                        "224.0.0.0/4", "a multicast address is nobody's own: no host can answer from it")),
                new Surroundings.LanHost(LAN_HOST, REFLECTOR_PORT, ECHO_PORT, ECHO_PORT),
                new Surroundings.VpnName(VPN_NAME, VPN_NAME_ADDRESS, VPN_RESOLVER));
    }
}
