package dev.box.lab.world;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.settings.Setting;
import dev.box.incus.Deadline;
import dev.box.lab.machine.Cgroups;
import dev.box.lab.machine.Detached;
import dev.box.lab.machine.Keeper;
import dev.box.lab.machine.LabName;
import dev.box.lab.machine.LabProcess;
import dev.box.lab.machine.Namespaces;
import dev.box.lab.machine.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The namespaces around the machines under test, and what answers in them. Nothing in it leads out of the machine. */
public final class World {

    public static final String INTERNET = "inet";
    public static final String LAN = "lan";
    /** Where clients run that should see nothing but themselves. */
    public static final String MANAGEMENT = "mgmt";

    private static final String BRIDGE = "br-lan";
    private static final String CERTIFICATE = "mirrors-ca.pem";

    private final LabName name;
    private final Path directory;
    private final Cgroups cgroups;
    private final Namespaces namespaces;

    /** @param directory for the logs of its services */
    public World(LabName name, Path directory, Cgroups cgroups) {
        this.name = name;
        this.directory = directory;
        this.cgroups = cgroups;
        this.namespaces = new Namespaces(name);
    }

    /** Makes the namespaces anew. */
    public void createNetwork(Deadline deadline) {
        String internet = name.part(INTERNET);
        for (String part : List.of(INTERNET, LAN, MANAGEMENT)) {
            namespaces.create(name.part(part), deadline);
        }
        List<String> commands = new ArrayList<>(List.of(
                "link add " + BRIDGE + " type bridge stp_state 0 forward_delay 0",
                "addr add " + WorldPlan.ROUTER + "/" + WorldPlan.PREFIX + " dev " + BRIDGE,
                "link set " + BRIDGE + " up"));
        for (String address : WorldPlan.internetAddresses()) {
            commands.add("addr add " + address + "/32 dev lo");
        }
        namespaces.batch(internet, commands, deadline);
        namespaces.sysctl(internet, List.of("net.ipv4.ip_forward=1"), deadline);
        plug(LAN, WorldPlan.LAN_HOST, deadline);
        // A neighbour that knows the way to every box subnet: what stops it must be the host. The router's own
        // targets in 10/8 stay behind the router.
        namespaces.batch(
                name.part(LAN),
                List.of(
                        "route add 10.0.0.0/8 via " + WorldPlan.hostAddress(1),
                        "route add 10.200.0.0/24 via " + WorldPlan.ROUTER),
                deadline);
    }

    /** Connects an existing namespace to the LAN: {@code eth0} with the address, default route to the router. */
    public void plug(String part, String address, Deadline deadline) {
        connect(part, deadline);
        namespaces.batch(
                name.part(part),
                List.of(
                        "addr add " + address + "/" + WorldPlan.PREFIX + " dev eth0",
                        "link set eth0 up",
                        "route add default via " + WorldPlan.ROUTER),
                deadline);
    }

    /** The same cable, its end {@code eth0} left as it is. */
    public void connect(String part, Deadline deadline) {
        String namespace = name.part(part);
        String port = "p-" + part;
        // after a reboot the old namespace may still be on its way out, and its end of the cable with it
        Subprocess.of("ip", "-n", name.part(INTERNET), "link", "del", port).run(deadline);
        namespaces.ip(
                deadline,
                "link",
                "add",
                "eth0",
                "netns",
                namespace,
                "type",
                "veth",
                "peer",
                "name",
                port,
                "netns",
                name.part(INTERNET));
        namespaces.batch(name.part(INTERNET), List.of("link set " + port + " master " + BRIDGE + " up"), deadline);
        // A stock Debian host has no br_netfilter loaded; a kernel that has it built in turns it on everywhere.
        namespaces.sysctl(
                namespace,
                List.of(
                        "net.bridge.bridge-nf-call-iptables=0",
                        "net.bridge.bridge-nf-call-ip6tables=0",
                        "net.bridge.bridge-nf-call-arptables=0"),
                deadline);
    }

    /**
     * Starts everything that answers, and waits until it listens.
     *
     * @param kept where a file of this build is that stays there as long as the lab does
     */
    public void startServices(LabProcess keeper, UnaryOperator<Path> kept, Deadline deadline) {
        List<Service> services = new ArrayList<>();
        List<String> internet = new ArrayList<>(WorldPlan.internetAddresses());
        internet.add(WorldPlan.ROUTER);
        services.add(server(keeper, kept, INTERNET, internet));
        services.add(server(keeper, kept, LAN, List.of(WorldPlan.LAN_HOST)));
        services.add(resolver(keeper, "dns-public", WorldPlan.PUBLIC_RESOLVERS, WorldPlan.PUBLIC_NAMES));
        services.add(resolver(
                keeper,
                "dns-vpn",
                List.of(WorldPlan.VPN_RESOLVER),
                Map.of(WorldPlan.VPN_NAME, WorldPlan.VPN_NAME_ADDRESS)));
        services.forEach(service -> await(service, deadline));
    }

    private void await(Service service, Deadline deadline) {
        boolean settled = Pause.until(
                () -> Files.exists(service.ready) || !service.process.isAlive(),
                "waiting for " + service.what,
                deadline);
        if (!settled || !Files.exists(service.ready)) {
            throw new BoxFailure.Failed("starting " + service.what, Detached.tail(service.log), name.anew());
        }
    }

    /** Package mirrors in the internet of this world; what boxes need to use them is in {@link #boxConf} then. */
    public void startMirrors(LabProcess keeper, UnaryOperator<Path> kept, Path debian, Path npm, Deadline deadline) {
        Path ready = fresh("mirrors.ready");
        Path store = fresh("mirrors.p12");
        certificate(store, deadline);
        List<String> argv = new ArrayList<>(JavaCommand.of(MirrorServer.class, kept));
        argv.addAll(
                List.of(ready.toString(), WorldPlan.MIRROR_HOST, store.toString(), "debian=" + debian, "npm=" + npm));
        await(start(keeper, INTERNET, "the package mirrors", ready, argv), deadline);
    }

    /** For {@code /etc/box} of a host whose boxes are to use the mirrors: by file name; empty if this world has none. */
    public Map<String, String> boxConf() {
        if (!Files.exists(directory.resolve("mirrors.ready"))) {
            return Map.of();
        }
        String conf = "# This lab's internet has package mirrors.\n"
                + Setting.BOX_APT_MIRROR + "=\"" + WorldPlan.DEBIAN_MIRROR + "\"\n"
                + Setting.BOX_NPM_REGISTRY + "=\"" + WorldPlan.NPM_REGISTRY + "\"\n"
                + Setting.BOX_CA_CERTIFICATE + "=\"/etc/box/" + CERTIFICATE + "\"\n";
        try {
            return Map.of("box.conf", conf, CERTIFICATE, Files.readString(directory.resolve(CERTIFICATE)));
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "reading the mirrors' certificate", String.valueOf(e.getMessage()), name.command("down"), e);
        }
    }

    /** A certificate that vouches for itself: who trusts it trusts this lab's mirrors and nothing else. */
    private void certificate(Path store, Deadline deadline) {
        Path key = fresh("mirrors-key.pem");
        Path certificate = fresh(CERTIFICATE);
        Subprocess.of(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-days",
                        "30",
                        "-subj",
                        "/CN=mirrors of lab " + name,
                        "-addext",
                        "subjectAltName=DNS:" + WorldPlan.MIRROR_NAME,
                        "-keyout",
                        key.toString(),
                        "-out",
                        certificate.toString())
                .orFail("making a certificate for the mirrors", "openssl version", deadline);
        Subprocess.of(
                        "openssl",
                        "pkcs12",
                        "-export",
                        "-in",
                        certificate.toString(),
                        "-inkey",
                        key.toString(),
                        "-passout",
                        "pass:" + MirrorServer.PASSWORD,
                        "-out",
                        store.toString())
                .orFail("making a certificate for the mirrors", "openssl version", deadline);
    }

    private record Service(String what, Process process, Path ready, Path log) {}

    private Service server(LabProcess keeper, UnaryOperator<Path> kept, String part, List<String> addresses) {
        Path ready = fresh(part + ".ready");
        List<String> argv = new ArrayList<>(JavaCommand.of(WorldServer.class, kept));
        argv.add(part);
        argv.add(ready.toString());
        argv.addAll(addresses);
        return start(keeper, part, "the servers of " + part, ready, argv);
    }

    /** A real dnsmasq: its process id file appears once it has bound its sockets. */
    private Service resolver(LabProcess keeper, String what, List<String> addresses, Map<String, String> names) {
        Path ready = fresh(what + ".pid");
        List<String> argv = new ArrayList<>(List.of(
                "dnsmasq",
                "--keep-in-foreground",
                "--conf-file=/dev/null",
                "--user=root",
                "--no-hosts",
                "--no-resolv",
                // no such name, as the internet says it; without this the answer would be "refused"
                "--local=/#/",
                "--bind-interfaces",
                "--except-interface=" + BRIDGE,
                "--log-queries",
                "--log-facility=-",
                "--pid-file=" + ready));
        addresses.forEach(address -> argv.add("--listen-address=" + address));
        names.forEach((host, address) -> argv.add("--host-record=" + host + "," + address));
        return start(keeper, INTERNET, "the resolver " + what, ready, argv);
    }

    private Service start(LabProcess keeper, String part, String what, Path ready, List<String> argv) {
        Path log = directory.resolve(ready.getFileName() + ".log");
        List<String> inside = Keeper.joining(keeper, name.part(part), argv);
        List<String> detached = new ArrayList<>(List.of("setsid"));
        detached.addAll(inside);
        Process process = Detached.start(Cgroups.joining(cgroups.create(name.part("world")), detached), log);
        return new Service(what, process, ready, log);
    }

    private Path fresh(String file) {
        Path path = directory.resolve(file);
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new BoxFailure.Failed("preparing " + path, String.valueOf(e.getMessage()), "df -h " + directory, e);
        }
        return path;
    }
}
