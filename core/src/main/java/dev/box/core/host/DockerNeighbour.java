package dev.box.core.host;

import dev.box.core.net.Cidr;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Docker: where it turns routing on itself it makes DROP the policy of everything forwarded. Its chain DOCKER-USER is the
 * place for exceptions; what stands there survives Docker's restarts but not the host's, hence a unit.
 */
final class DockerNeighbour implements Neighbour {

    static final String UNIT = "box-docker.service";
    static final Path UNIT_FILE = Path.of("/etc/systemd/system", UNIT);

    private static final String CHAIN = "DOCKER-USER";
    private static final List<String> RULES = List.of(
            "-i " + HostNames.NETWORK + " -j ACCEPT",
            "-o " + HostNames.NETWORK + " -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT");
    private static final String AT_BOOT = "at boot: " + UNIT;
    private static final String ADVICE = "sudo iptables -S " + CHAIN;

    private final Machine machine;

    DockerNeighbour(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String name() {
        return "Docker";
    }

    /** Its chain tells, whoever started it. */
    @Override
    public boolean active(Deadline deadline) {
        return machine.has("iptables", deadline) && chain(deadline).ok();
    }

    private Subprocess.Result chain(Deadline deadline) {
        return machine.command("iptables", "-w", "-S", CHAIN).run(deadline);
    }

    @Override
    public List<String> present(Deadline deadline) {
        List<String> found = new ArrayList<>();
        String appended = "-A " + CHAIN + " ";
        for (String line : chain(deadline).stdout().split("\n")) {
            String rule = line.startsWith(appended)
                    ? line.substring(appended.length()).strip()
                    : "";
            if (RULES.contains(rule) && !found.contains(rule)) {
                found.add(rule);
            }
        }
        if (machine.read(UNIT_FILE, deadline).filter(unitText()::equals).isPresent()
                && SystemdUnit.observe(machine, UNIT, deadline).isEnabled()) {
            found.add(AT_BOOT);
        }
        return found;
    }

    @Override
    public List<String> wanted(Cidr gateway) {
        List<String> wanted = new ArrayList<>(RULES);
        if (machine.exists(Path.of("/run/systemd/system"), Deadline.seconds(5))) {
            wanted.add(AT_BOOT);
        }
        return wanted;
    }

    @Override
    public void converge(Cidr gateway, List<String> present, Deadline deadline) {
        if (wanted(gateway).contains(AT_BOOT)) {
            machine.write(UNIT_FILE, unitText(), deadline);
            SystemdUnit.control(machine, deadline, "daemon-reload");
            SystemdUnit.control(machine, deadline, "reenable", UNIT);
            SystemdUnit.control(machine, deadline, "restart", UNIT);
        } else {
            machine.command("sh", "-c", String.join("; ", lines())).orFail("adding to " + CHAIN, ADVICE, deadline);
        }
    }

    /** Each adds its rule unless it is there. */
    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String rule : RULES) {
            lines.add("iptables -w -C " + CHAIN + " " + rule + " 2>/dev/null || iptables -w -I " + CHAIN + " " + rule);
        }
        return lines;
    }

    private static String unitText() {
        StringBuilder text = new StringBuilder("""
                [Unit]
                Description=box: lets boxes out past Docker's forward policy
                After=docker.service
                PartOf=docker.service

                [Service]
                Type=oneshot
                RemainAfterExit=yes
                """);
        for (String line : lines()) {
            text.append("ExecStart=/bin/sh -c '").append(line).append("'\n");
        }
        return text.append("\n[Install]\nWantedBy=docker.service\n").toString();
    }

    @Override
    public void remove(Deadline deadline) {
        SystemdUnit unit = SystemdUnit.observe(machine, UNIT, deadline);
        if (unit.exists()) {
            SystemdUnit.control(machine, deadline, "disable", "--now", UNIT);
        }
        machine.delete(UNIT_FILE, deadline);
        if (unit.systemd()) {
            SystemdUnit.control(machine, deadline, "daemon-reload");
        }
        if (active(deadline)) {
            for (String rule : RULES) {
                machine.command("sh", "-c", "while iptables -w -D " + CHAIN + " " + rule + " 2>/dev/null; do :; done")
                        .orFail("taking box's rules out of " + CHAIN, ADVICE, deadline);
            }
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        if (SystemdUnit.observe(machine, UNIT, deadline).exists() || machine.exists(UNIT_FILE, deadline)) {
            found.add("unit " + UNIT);
        }
        if (active(deadline)) {
            for (String rule : present(deadline)) {
                if (!rule.equals(AT_BOOT)) {
                    found.add(CHAIN + " rule " + rule);
                }
            }
        }
        return found;
    }
}
