package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostFacts;
import dev.box.core.host.HostNames;
import dev.box.core.net.BridgePort;
import dev.box.core.net.Ruleset;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.incus.Instance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Faults made in the kernel's own state, past the daemon and past every file. */
final class KernelFaults {

    private static final String ADVICE = "sudo box setup-host puts the stack back";

    private KernelFaults() {}

    /** Edits the rules of one live chain. */
    static Fault rules(String family, String table, String chain, UnaryOperator<List<String>> change) {
        return new Rules(family, table, world -> List.of(chain), change);
    }

    /** Empties the chains in which Incus filters what the drill's boxes may send as. */
    static Fault noSourceFilter() {
        return new Rules(
                "bridge",
                "incus",
                world -> world.boxes().stream()
                        .flatMap(box ->
                                List.of("in." + box + "." + HostNames.NIC, "fwd." + box + "." + HostNames.NIC).stream())
                        .toList(),
                was -> List.of());
    }

    /** Boxes may send from any MAC past the bridge's learning, and the bridge delivers what it has learned wrong. */
    static Fault unbound() {
        return Fault.all(
                rules("bridge", HostNames.TABLE, "claim", was -> List.of()),
                rules("bridge", HostNames.TABLE, "deliver", was -> List.of()));
    }

    private record Rules(
            String family, String table, Function<World, List<String>> chains, UnaryOperator<List<String>> change)
            implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            Map<String, String> saved = new LinkedHashMap<>();
            for (String chain : chains.apply(world)) {
                saved.put(chain, String.join("\n", live(world, chain, deadline)));
            }
            return saved;
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            load(world, saved, change, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            load(world, saved, UnaryOperator.identity(), deadline);
        }

        /** A chain that is gone (its box is) has nothing to be put back. */
        private void load(World world, Map<String, String> saved, UnaryOperator<List<String>> edit, Deadline deadline) {
            StringBuilder text = new StringBuilder();
            saved.forEach((chain, rules) -> {
                if (!exists(world, chain, deadline)) {
                    return;
                }
                String place = family + " " + table + " " + chain;
                text.append("flush chain ").append(place).append('\n');
                for (String rule : edit.apply(rules.lines().toList())) {
                    text.append("add rule ")
                            .append(place)
                            .append(' ')
                            .append(rule)
                            .append('\n');
                }
            });
            world.host().nft().load(text.toString(), deadline);
        }

        private boolean exists(World world, String chain, Deadline deadline) {
            return world.host()
                    .nft()
                    .live(deadline)
                    .table(family, table)
                    .filter(found -> found.chains().containsKey(chain))
                    .isPresent();
        }

        /** Its rules, without the line that hooks it. */
        private List<String> live(World world, String chain, Deadline deadline) {
            Ruleset rules = world.host().nft().live(deadline);
            return rules.table(family, table).map(found -> found.chain(chain)).orElse(List.of()).stream()
                    .filter(line -> !line.startsWith("type "))
                    .toList();
        }
    }

    /** Turns the {@code isolated} flag of the drill's boxes' ports off. */
    static Fault isolationOff() {
        return new Isolation();
    }

    private record Isolation() implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            List<BridgePort> ports = world.host().kernel().ports(HostNames.NETWORK, deadline);
            Map<String, Instance> owners =
                    HostFacts.owners(ports, world.incus().instances().list(deadline));
            Map<String, String> saved = new LinkedHashMap<>();
            for (BridgePort port : ports) {
                Instance owner = owners.get(port.device());
                if (owner != null && world.boxes().contains(owner.name())) {
                    saved.put(port.device(), String.valueOf(port.isolated()));
                }
            }
            return saved;
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            saved.keySet().forEach(port -> world.host().kernel().isolate(port, false, deadline));
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            List<String> there = new ArrayList<>();
            world.host().kernel().ports(HostNames.NETWORK, deadline).forEach(port -> there.add(port.device()));
            saved.forEach((port, isolated) -> {
                if (there.contains(port)) {
                    world.host().kernel().isolate(port, Boolean.parseBoolean(isolated), deadline);
                }
            });
        }
    }

    /** Writes a kernel setting, given as its file. */
    static Fault setting(String file, String value) {
        return new KernelSetting(file, value);
    }

    private record KernelSetting(String file, String value) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of(
                    file,
                    world.machine().read(Path.of(file), deadline).orElse("").strip());
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            write(world, value, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            write(world, saved.getOrDefault(file, ""), deadline);
        }

        private void write(World world, String text, Deadline deadline) {
            world.machine()
                    .command("sh", "-c", "printf '%s' \"$1\" >\"$2\"", "sh", text, file)
                    .orFail("writing " + file, ADVICE, deadline);
        }
    }

    /** Gives a file of the host another text. */
    static Fault file(String file, String text) {
        return new HostFile(Path.of(file), text);
    }

    private record HostFile(Path file, String text) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of("text", world.machine().read(file, deadline).orElse(""));
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            world.machine().write(file, text, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            world.machine().write(file, saved.getOrDefault("text", ""), deadline);
        }
    }

    /** Kills the dnsmasq that serves boxnet; only the network layer knows how to bring it back. */
    static Fault dnsmasqDead() {
        return Fault.of(
                (world, deadline) -> {
                    long pid = HostFacts.read(world.host(), deadline).dnsmasq().pid();
                    Subprocess.Result killed = world.machine()
                            .command("kill", "-KILL", String.valueOf(pid))
                            .run(deadline);
                    if (pid <= 0 || !killed.ok()) {
                        throw new BoxFailure.Failed(
                                "killing dnsmasq", pid <= 0 ? "no process serves boxnet" : killed.complaint(), ADVICE);
                    }
                },
                GuestFaults::converge);
    }

    /**
     * Breaks nothing; undone by having the table forget which MAC each port goes by: what a pretender was let through with
     * while nothing filtered it is bound to its port, and would be for hours.
     */
    static Fault bindingsForgotten() {
        return Fault.of(
                (world, deadline) -> {},
                (world, deadline) -> world.host().nft().forget("bridge", HostNames.TABLE, deadline));
    }

    /** Breaks nothing; undone by having the host forget who it believes to hold which address. */
    static Fault neighboursForgotten() {
        // what the host is made to believe, boxes make it believe
        return Fault.of(
                (world, deadline) -> {},
                (world, deadline) -> world.machine()
                        .command("ip", "neigh", "flush", "dev", HostNames.NETWORK)
                        .orFail("flushing the host's neighbours", ADVICE, deadline));
    }
}
