package dev.box.core.host;

import dev.box.core.net.Cidr;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * firewalld: a zone of boxnet's own, in which a box may ask for an address and for names, and a policy that lets it out.
 * Both are files in firewalld's own format, in force after a reload, which is asked about at run time.
 */
final class FirewalldNeighbour implements Neighbour {

    static final String ZONE = "box";
    static final String POLICY = "box-out";
    static final Path ZONE_FILE = Path.of("/etc/firewalld/zones/box.xml");
    static final Path POLICY_FILE = Path.of("/etc/firewalld/policies/box-out.xml");

    private static final String PROGRAM = "firewall-cmd";
    private static final String ADVICE = "sudo firewall-cmd --state; sudo firewall-cmd --check-config";

    private final Machine machine;

    FirewalldNeighbour(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String name() {
        return "firewalld";
    }

    @Override
    public boolean active(Deadline deadline) {
        return machine.has(PROGRAM, deadline)
                && machine.command(PROGRAM, "--state").run(deadline).ok();
    }

    @Override
    public List<String> present(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (String line : live("--info-zone=" + ZONE, deadline)) {
            if (line.startsWith("target:") || line.startsWith("interfaces:") || line.startsWith("services:")) {
                found.add("zone " + ZONE + " " + line);
            } else if (line.startsWith("rule ")) {
                found.add("zone " + ZONE + " " + line);
            }
        }
        for (String line : live("--info-policy=" + POLICY, deadline)) {
            if (line.startsWith("target:") || line.startsWith("ingress-zones:") || line.startsWith("egress-zones:")) {
                found.add("policy " + POLICY + " " + line);
            }
        }
        return found;
    }

    /** What is in force; nothing if there is no such thing. */
    private List<String> live(String question, Deadline deadline) {
        Subprocess.Result result = machine.command(PROGRAM, question).run(deadline);
        List<String> lines = new ArrayList<>();
        for (String line : result.ok() ? result.stdout().split("\n") : new String[0]) {
            lines.add(line.strip());
        }
        return lines;
    }

    @Override
    public List<String> wanted(Cidr gateway) {
        return List.of(
                "zone " + ZONE + " target: DROP",
                "zone " + ZONE + " interfaces: " + HostNames.NETWORK,
                "zone " + ZONE + " services: dhcp",
                "zone " + ZONE + " rule family=\"ipv4\" destination address=\"" + gateway.dotted()
                        + "/32\" service name=\"dns\" accept",
                "policy " + POLICY + " target: ACCEPT",
                "policy " + POLICY + " ingress-zones: " + ZONE,
                "policy " + POLICY + " egress-zones: ANY");
    }

    @Override
    public void converge(Cidr gateway, List<String> present, Deadline deadline) {
        for (Map.Entry<Path, String> file : files(gateway).entrySet()) {
            machine.write(file.getKey(), file.getValue(), deadline);
        }
        reload(deadline);
    }

    private static Map<Path, String> files(Cidr gateway) {
        Map<Path, String> files = new LinkedHashMap<>();
        files.put(ZONE_FILE, """
                <?xml version="1.0" encoding="utf-8"?>
                <zone target="DROP">
                  <short>box</short>
                  <description>Written by 'box setup-host': what boxes may ask of this host.</description>
                  <interface name="%s"/>
                  <service name="dhcp"/>
                  <rule family="ipv4">
                    <destination address="%s/32"/>
                    <service name="dns"/>
                    <accept/>
                  </rule>
                </zone>
                """.formatted(HostNames.NETWORK, gateway.dotted()));
        files.put(POLICY_FILE, """
                <?xml version="1.0" encoding="utf-8"?>
                <policy target="ACCEPT">
                  <short>box-out</short>
                  <description>Written by 'box setup-host': boxes go out; where to is Incus's access list.</description>
                  <ingress-zone name="%s"/>
                  <egress-zone name="ANY"/>
                </policy>
                """.formatted(ZONE));
        return files;
    }

    private void reload(Deadline deadline) {
        machine.command(PROGRAM, "--reload").orFail("reloading firewalld", ADVICE, deadline);
    }

    @Override
    public void remove(Deadline deadline) {
        if (artefacts(deadline).isEmpty()) {
            return;
        }
        machine.delete(POLICY_FILE, deadline);
        machine.delete(ZONE_FILE, deadline);
        // what a change through firewall-cmd would leave beside them
        machine.delete(Path.of(POLICY_FILE + ".old"), deadline);
        machine.delete(Path.of(ZONE_FILE + ".old"), deadline);
        if (active(deadline)) {
            reload(deadline);
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (Path file : List.of(ZONE_FILE, POLICY_FILE)) {
            if (machine.exists(file, deadline)) {
                found.add(file.toString());
            }
        }
        if (active(deadline) && !live("--info-zone=" + ZONE, deadline).isEmpty()) {
            found.add("firewalld zone " + ZONE);
        }
        return found;
    }
}
