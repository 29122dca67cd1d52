package dev.box.drill.oracle;

import dev.box.core.host.Host;
import dev.box.core.net.Cidr;
import dev.box.core.net.DnsmasqFacts;
import dev.box.drill.plan.Situation;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the live rules from the kernel and from what dnsmasq was really started with; changes nothing, sends nothing. */
final class LiveRulesReader {

    private static final Path IPV4 = Path.of("/proc/sys/net/ipv4");
    private static final Path IPV6 = Path.of("/proc/sys/net/ipv6/conf");

    private final Host host;
    private final Situation situation;
    private final Deadline deadline;

    private LiveRulesReader(Host host, Situation situation, Deadline deadline) {
        this.host = host;
        this.situation = situation;
        this.deadline = deadline;
    }

    static LiveRules read(Host host, Situation situation, Deadline deadline) {
        LiveRulesReader reader = new LiveRulesReader(host, situation, deadline);
        String rules = host.machine()
                .command("nft", "-j", "list", "ruleset")
                .orFail("reading the live rules for the oracle", "sudo nft -j list ruleset", deadline)
                .stdout();
        return new LiveRules(
                Netfilter.parse(rules),
                host.kernel().ports(situation.bridge(), deadline),
                host.kernel().routes(deadline),
                reader.switches(),
                reader.names());
    }

    private LiveRules.Switches switches() {
        String bridge = situation.bridge();
        return new LiveRules.Switches(
                on(IPV4.resolve("ip_forward")),
                on(IPV4.resolve("conf/all/route_localnet")) || on(IPV4.resolve("conf/" + bridge + "/route_localnet")),
                exists(IPV6.resolve(bridge)) && !on(IPV6.resolve(bridge + "/disable_ipv6")),
                on(IPV6.resolve("all/forwarding")),
                on(Path.of("/proc/sys/net/bridge/bridge-nf-call-iptables")));
    }

    private NameService names() {
        Cidr gateway = Cidr.of(situation.gateway());
        DnsmasqFacts dnsmasq = host.kernel().dnsmasq(situation.bridge(), gateway, deadline);
        if (!dnsmasq.dns()) {
            return new NameService(false, List.of(), Set.of(), Set.of(), List.of());
        }
        List<String> options = options(dnsmasq.pid());
        Set<String> known = new HashSet<>();
        for (String option : options) {
            if (option.startsWith("dhcp-leasefile=")) {
                known.addAll(leaseNames(text(Path.of(option.substring("dhcp-leasefile=".length())))));
            } else if (option.startsWith("dhcp-hostsfile=")) {
                known.addAll(fixedNames(option.substring("dhcp-hostsfile=".length())));
            }
        }
        return new NameService(true, options, known, hostsFile(), resolvers());
    }

    /** From the command line that the process was started with, and from the file that it names. */
    private List<String> options(long pid) {
        List<String> options = new ArrayList<>();
        for (String word : text(Path.of("/proc/" + pid + "/cmdline")).split("\0", -1)) {
            String option = word.startsWith("--") ? word.substring(2) : word;
            options.add(option);
            if (option.startsWith("conf-file=")) {
                text(Path.of(option.substring("conf-file=".length())))
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .forEach(options::add);
            }
        }
        return options;
    }

    /** Lines are {@code expiry mac address name client-id}; a name of {@code *} is none. */
    static Set<String> leaseNames(String leases) {
        Set<String> names = new HashSet<>();
        for (String line : leases.split("\n", -1)) {
            String[] words = line.split(" ", -1);
            if (words.length >= 5 && !words[3].equals("*")) {
                names.add(words[3].toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** A file, or a directory of files, with lines {@code mac,address,name}. */
    private Set<String> fixedNames(String path) {
        Set<String> names = new HashSet<>();
        String text = host.machine()
                .command("sh", "-c", "cat \"$1\"/* \"$1\" 2>/dev/null; true", "sh", path)
                .run(deadline)
                .stdout();
        for (String line : text.split("\n", -1)) {
            String[] words = line.strip().split(",", -1);
            if (words.length >= 3) {
                names.add(words[2].toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private Set<String> hostsFile() {
        Set<String> names = new HashSet<>();
        for (String line : text(Path.of("/etc/hosts")).split("\n", -1)) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", -1);
            for (int i = 1; i < words.length; i++) {
                names.add(words[i].toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private List<String> resolvers() {
        return text(Path.of("/etc/resolv.conf"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("nameserver "))
                .map(line -> line.substring("nameserver ".length()).strip())
                .toList();
    }

    private boolean on(Path file) {
        return !text(file).strip().equals("0") && exists(file);
    }

    private boolean exists(Path path) {
        return host.machine().exists(path, deadline);
    }

    private String text(Path file) {
        return host.machine().read(file, deadline).orElse("");
    }
}
