package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.host.LegacyStack;
import dev.box.core.host.Removable;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Whole parts of a host that fail, are old, or are another's. */
final class HostFaults {

    private static final String ADVICE = "sudo box setup-host puts the stack back";
    private static final Duration STARTING = Duration.ofSeconds(60);

    private HostFaults() {}

    /** Breaks nothing by itself; undone by having Incus run again, and answer. */
    static Fault daemonBack() {
        return Fault.of((world, deadline) -> {}, (world, deadline) -> {
            shell(world, "systemctl reset-failed incus; systemctl start incus.socket incus", deadline);
            awaitDaemon(world, deadline);
            GuestFaults.converge(world, deadline);
        });
    }

    /** Waits until the daemon answers. */
    static void awaitDaemon(World world, Deadline deadline) {
        if (Poll.until("waiting for Incus to answer", deadline.within(STARTING), () -> answers(world, deadline))
                .isEmpty()) {
            throw new BoxFailure.Failed("waiting for Incus to answer", "it does not", "systemctl status incus");
        }
    }

    private static Optional<Boolean> answers(World world, Deadline deadline) {
        try {
            world.incus().server(deadline.within(Duration.ofSeconds(5)));
            return Optional.of(true);
        } catch (IncusException notYet) {
            return Optional.empty();
        }
    }

    /** {@code nft flush ruleset}: every rule of everybody, undone by loading what is missing of what was there. */
    static Fault flushed() {
        return new Fault() {
            @Override
            public Map<String, String> save(World world, Deadline deadline) {
                Map<String, String> tables = new LinkedHashMap<>();
                for (String table : tables(world, deadline)) {
                    tables.put(table, nft(world, "-s list table " + table, deadline));
                }
                return tables;
            }

            @Override
            public void make(World world, Map<String, String> saved, Deadline deadline) {
                nft(world, "flush ruleset", deadline);
            }

            @Override
            public void undo(World world, Map<String, String> saved, Deadline deadline) {
                String live = "\n" + String.join("\n", tables(world, deadline)) + "\n";
                saved.forEach((table, text) -> {
                    if (!live.contains("\n" + table + "\n")) {
                        world.host().nft().load(text, deadline);
                    }
                });
                GuestFaults.converge(world, deadline);
            }
        };
    }

    private static List<String> tables(World world, Deadline deadline) {
        return nft(world, "list tables", deadline)
                .lines()
                .map(line -> line.replaceFirst("^table ", "").strip())
                .filter(table -> !table.endsWith(" boxdrill"))
                .toList();
    }

    /** Box's own tables are deleted. */
    static Fault tablesGone() {
        return Fault.of(
                (world, deadline) -> {
                    world.host().nft().removeTable("inet", HostNames.TABLE, deadline);
                    world.host().nft().removeTable("bridge", HostNames.TABLE, deadline);
                },
                GuestFaults::converge);
    }

    /** An older ruleset and unit, on disk and in the kernel, that admit what the shipped ones do not. */
    static Fault olderRules() {
        return Fault.of(
                (world, deadline) -> {
                    String rules =
                            world.machine().read(HostNames.RULES_FILE, deadline).orElse("");
                    String older = rules.replaceFirst(
                            "(?m)^(\\s*)(iifname \"boxnet\" counter drop)$",
                            "$1iifname \"boxnet\" tcp dport 22 accept\n$1$2");
                    String unit =
                            world.machine().read(HostNames.UNIT_FILE, deadline).orElse("");
                    world.machine().write(HostNames.RULES_FILE, older, deadline);
                    world.machine().write(HostNames.UNIT_FILE, unit.replaceFirst("(?m)^PartOf=.*\\n", ""), deadline);
                    shell(world, "systemctl daemon-reload && nft -f " + HostNames.RULES_FILE, deadline);
                },
                GuestFaults::converge);
    }

    /** The firewall's unit is what {@code edit} makes of its file and {@code verb} of systemd's view of it. */
    static Fault unit(UnaryOperator<String> edit, String verb) {
        return new Unit(edit, verb);
    }

    private record Unit(UnaryOperator<String> edit, String verb) implements Fault {

        private static final String FILE = HostNames.UNIT_FILE.toString();

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of(
                    FILE, world.machine().read(HostNames.UNIT_FILE, deadline).orElse(""));
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            write(world, edit.apply(saved.getOrDefault(FILE, "")), deadline);
            shell(world, "systemctl " + verb + " " + HostNames.UNIT, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            write(world, saved.getOrDefault(FILE, ""), deadline);
            shell(world, "systemctl reenable " + HostNames.UNIT, deadline);
        }

        private static void write(World world, String text, Deadline deadline) {
            world.machine().write(HostNames.UNIT_FILE, text, deadline);
            shell(world, "systemctl daemon-reload", deadline);
        }
    }

    /** The predecessor's stack beside box's; its boxes are the drill's to remove. */
    static Fault legacyHost() {
        return Fault.of(
                (world, deadline) -> {
                    Path script = Path.of("/run/box-drill-legacy.sh");
                    world.machine().write(script, resource("legacy-host.sh"), deadline);
                    world.machine()
                            .command("sh", script.toString())
                            .orFail("making a legacy host", "sudo box migrate-host", deadline);
                    world.machine().delete(script, deadline);
                },
                (world, deadline) -> {
                    for (Removable part : new LegacyStack(world.host()).parts()) {
                        part.remove(deadline);
                    }
                });
    }

    /** Opens nothing by itself; undone by closing every door of the drill's boxes. */
    static Fault doorsClosed() {
        return Fault.of((world, deadline) -> {}, DoorFaults::close);
    }

    static void shell(World world, String line, Deadline deadline) {
        world.machine().command("sh", "-c", line).orFail("running '" + line + "'", ADVICE, deadline);
    }

    private static String nft(World world, String words, Deadline deadline) {
        return world.machine()
                .command("sh", "-c", "nft " + words)
                .orFail("nft " + words, ADVICE, deadline)
                .stdout();
    }

    private static String resource(String name) {
        try (InputStream in = HostFaults.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
