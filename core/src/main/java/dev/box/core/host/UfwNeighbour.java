package dev.box.core.host;

import dev.box.core.net.Cidr;
import dev.box.core.process.Machine;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * UFW. Its rules as {@code ufw show added} lists them, which is also how they are typed; box's own carry its name as
 * comment, and nothing else is ever touched.
 */
final class UfwNeighbour implements Neighbour {

    private static final String PROGRAM = "ufw";
    private static final String MARK = " comment 'box'";
    private static final String ADVICE = "sudo ufw status verbose";

    private final Machine machine;

    UfwNeighbour(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String name() {
        return "UFW";
    }

    @Override
    public boolean active(Deadline deadline) {
        return machine.has(PROGRAM, deadline)
                && machine.command(PROGRAM, "status")
                        .orFail("asking UFW whether it is active", ADVICE, deadline)
                        .stdout()
                        .startsWith("Status: active");
    }

    @Override
    public List<String> present(Deadline deadline) {
        List<String> rules = new ArrayList<>();
        if (machine.has(PROGRAM, deadline)) {
            String added = machine.command(PROGRAM, "show", "added")
                    .orFail("reading UFW's rules", ADVICE, deadline)
                    .stdout();
            for (String line : added.split("\n")) {
                if (line.startsWith("ufw ") && line.endsWith(MARK)) {
                    rules.add(line.substring("ufw ".length(), line.length() - MARK.length()));
                }
            }
        }
        return rules;
    }

    @Override
    public List<String> wanted(Cidr gateway) {
        String in = "allow in on " + HostNames.NETWORK + " to ";
        return List.of(
                in + "any port 67 proto udp",
                in + gateway.dotted() + " port 53 proto udp",
                in + gateway.dotted() + " port 53 proto tcp",
                "route allow in on " + HostNames.NETWORK);
    }

    @Override
    public void converge(Cidr gateway, List<String> present, Deadline deadline) {
        List<String> wanted = wanted(gateway);
        for (String rule : wanted) {
            if (!present.contains(rule)) {
                // before whatever the operator denies in general
                ufw(verb(rule, "prepend"), rule, deadline);
            }
        }
        for (String rule : present) {
            if (!wanted.contains(rule)) {
                ufw(verb(rule, "delete"), rule, deadline);
            }
        }
    }

    private static List<String> verb(String rule, String verb) {
        return rule.startsWith("route ") ? List.of("route", verb) : List.of(verb);
    }

    private void ufw(List<String> verb, String rule, Deadline deadline) {
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(verb);
        command.addAll(List.of(rule.replaceFirst("^route ", "").split(" ")));
        command.addAll(List.of("comment", "box"));
        machine.command(command).orFail("changing UFW's rules", String.join(" ", command), deadline);
    }

    @Override
    public void remove(Deadline deadline) {
        for (String rule : present(deadline)) {
            ufw(verb(rule, "delete"), rule, deadline);
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (String rule : present(deadline)) {
            found.add("UFW rule " + rule);
        }
        return found;
    }
}
