package dev.box.core.doctor;

import dev.box.core.box.Placement;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.EgressTarget;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.net.KernelNet;
import dev.box.core.removal.DrillLeftovers;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.InstanceState;
import dev.box.incus.NicAddress;
import dev.box.incus.NicState;
import dev.box.incus.OperationInfo;
import dev.box.incus.Project;
import dev.box.incus.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a reading takes from the boxes, over the daemon and from within. All that a guest says is untrusted. */
final class BoxReader {

    /** A guest that hangs must not hang the doctor; a name may take twelve seconds to fail and a connection five. */
    private static final Duration IN_A_BOX = Duration.ofSeconds(20);

    private static final String FROM_WITHIN = """
            echo "id $(head -c 100 /etc/machine-id)"
            echo "routes $(ip -j -4 route show table all | head -c 200000)"
            echo "addresses $(ip -j -4 addr show | head -c 200000)"
            """;

    /** What connect() said, in bash's words; 124 is timeout's. */
    private static final String REACH = """
            reach() {
              said=$(timeout 5 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$1" "$2" 2>&1)
              case $? in
                0) echo connected ;;
                124) echo "no answer in 5 s" ;;
                *) echo "failed: $(printf %s "$said" | head -c 300 | head -n 1)" ;;
              esac
            }
            named() {
              found=$(timeout 12 getent ahostsv4 "$1" | head -n 1 | head -c 100)
              echo "resolved ${found%% *}"
              [ -z "$found" ] || echo "named $(reach "${found%% *}" "$2")"
            }
            named "$3" "$4" &
            echo "address $(reach "$1" "$2")"
            wait
            """;

    private final Host host;
    private final Optional<Incus> incus;

    BoxReader(Host host, Optional<Incus> incus) {
        this.host = host;
        this.incus = incus;
    }

    /** Every instance with its state, of every project that this account may list. */
    List<Instance> instances(Deadline deadline) {
        List<Instance> all = new ArrayList<>();
        for (Incus project : projects(deadline)) {
            all.addAll(project.instances().listFull(deadline));
        }
        return all;
    }

    private List<Incus> projects(Deadline deadline) {
        Incus own = incus.orElseThrow();
        if (!own.project().isEmpty()) {
            return List.of(own);
        }
        List<Incus> projects = new ArrayList<>();
        for (Project project : own.projects().list(deadline)) {
            projects.add(own.inProject(project.name()));
        }
        return projects;
    }

    /** Operations under way that do work. */
    List<Reading.Busy> busy(Instant now, Deadline deadline) {
        List<Reading.Busy> busy = new ArrayList<>();
        for (Incus project : projects(deadline)) {
            for (OperationInfo operation : project.operations().list(deadline)) {
                Optional<Instant> since = Timestamps.parse(operation.createdAt());
                if (operation.working() && since.isPresent()) {
                    busy.add(new Reading.Busy(
                            operation.id(),
                            operation.description(),
                            Duration.between(since.get(), now).toSeconds(),
                            operation.mayCancel()));
                }
            }
        }
        return busy;
    }

    List<Reading.BoxFacts> facts(List<Instance> instances) {
        List<Reading.BoxFacts> boxes = new ArrayList<>();
        for (Instance instance : instances) {
            Stamp.read(instance.config()).ifPresent(stamp -> boxes.add(facts(instance, stamp)));
        }
        return boxes;
    }

    private Reading.BoxFacts facts(Instance instance, Stamp stamp) {
        String home = incus.map(Incus::project).orElse("");
        boolean here = instance.project().equals(home.isEmpty() ? "default" : home);
        Map<String, Map<String, String>> nics = new LinkedHashMap<>();
        instance.expandedDevices().forEach((name, keys) -> {
            if ("nic".equals(keys.get("type"))) {
                nics.put(name, keys);
            }
        });
        return new Reading.BoxFacts(
                here ? "" : instance.project(),
                instance.name(),
                instance.running(),
                stamp.state(),
                nics,
                held(instance),
                stamp.machineId());
    }

    /** NICs on boxnet, of boxes and of others, for which the host would route further addresses to the instance. */
    static List<Reading.RoutedNic> routed(List<Instance> instances) {
        List<Reading.RoutedNic> found = new ArrayList<>();
        for (Instance instance : instances) {
            instance.expandedDevices().forEach((device, keys) -> {
                String routes = keys.getOrDefault("ipv4.routes", "")
                        + keys.getOrDefault("ipv6.routes", "")
                        + keys.getOrDefault("ipv4.routes.external", "");
                if (HostNames.NETWORK.equals(keys.get("network")) && !routes.isEmpty()) {
                    found.add(new Reading.RoutedNic(
                            instance.project(), instance.name(), Untrusted.line(device), Untrusted.line(routes)));
                }
            });
        }
        return found;
    }

    private static List<String> held(Instance instance) {
        String mac = Placement.hardwareAddress(instance).orElse("");
        InstanceState state = instance.state();
        List<String> held = new ArrayList<>();
        if (state == null || mac.isEmpty()) {
            return held;
        }
        for (NicState nic : state.network().values()) {
            for (NicAddress address : nic.addresses()) {
                boolean global =
                        address.family().equals("inet") && address.scope().equals("global");
                if (nic.hwaddr().equalsIgnoreCase(mac) && global) {
                    held.add(address.address());
                }
            }
        }
        return held;
    }

    /** Every running box, all at once: one that hangs costs its own time only. */
    List<Reading.InBox> inside(List<Reading.BoxFacts> boxes, Deadline deadline) {
        List<Future<Reading.InBox>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Reading.BoxFacts box : boxes) {
                if (box.running() && box.mark() == Stamp.Mark.WHOLE) {
                    asked.add(threads.submit(() -> inside(box, deadline.within(IN_A_BOX))));
                }
            }
            List<Reading.InBox> answers = new ArrayList<>();
            for (Future<Reading.InBox> one : asked) {
                answers.add(one.get());
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BoxFailure.Interrupted("asking the boxes");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Reading.InBox inside(Reading.BoxFacts box, Deadline deadline) {
        try {
            return said(box.title(), sh(box, deadline, FROM_WITHIN).stdout());
        } catch (IncusException | BoxFailure.Failed e) {
            // a box that cannot be asked, or lies about its network, is judged by what is known without it
            return said(box.title(), "");
        }
    }

    /** Reads what {@link #FROM_WITHIN} printed; what is missing is empty. */
    static Reading.InBox said(String box, String printed) {
        Map<String, String> values = labelled(printed);
        return new Reading.InBox(
                box,
                new Reading.Wires(
                        KernelNet.parseRoutes(values.getOrDefault("routes", "")),
                        KernelNet.parseAddresses(values.getOrDefault("addresses", ""))),
                values.getOrDefault("id", ""));
    }

    Reading.EgressFacts egress(Reading.BoxFacts box, EgressTarget target, Deadline deadline) {
        ExecResult result = sh(
                box,
                deadline.within(IN_A_BOX),
                REACH,
                target.address(),
                Integer.toString(target.addressPort()),
                target.name(),
                Integer.toString(target.namePort()));
        Map<String, String> said = labelled(result.stdout());
        if (!said.containsKey("address")) {
            throw new BoxFailure.Failed(
                    "probing egress from box " + box.title(),
                    "the guest said "
                            + (result.stderr().isBlank()
                                    ? "nothing"
                                    : result.stderr().strip()),
                    "the probe needs these in it: box exec " + box.name() + " -- which bash getent timeout");
        }
        return new Reading.EgressFacts(
                box.title(),
                target,
                words(said.getOrDefault("address", "")),
                said.getOrDefault("resolved", ""),
                words(said.getOrDefault("named", "")));
    }

    /** Lines of the form {@code label value}; the last one of a label counts. */
    private static Map<String, String> labelled(String printed) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : printed.split("\n")) {
            int space = line.indexOf(' ');
            if (space > 0) {
                values.put(line.substring(0, space), line.substring(space + 1).strip());
            }
        }
        return values;
    }

    private static String words(String line) {
        return line.equals("connected") ? "" : line;
    }

    private ExecResult sh(Reading.BoxFacts box, Deadline deadline, String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "doctor"));
        command.addAll(List.of(arguments));
        Incus own = incus.orElseThrow();
        Incus there = box.project().isEmpty() ? own : own.inProject(box.project());
        return there.instances().exec(box.name(), ExecRequest.of(command), deadline);
    }

    /** By the names that a drill gives; whether one is at work right now decides what they mean. */
    Reading.Leftovers leftovers(List<Reading.BoxFacts> boxes, Deadline deadline) {
        List<String> users = new ArrayList<>();
        String passwd =
                host.machine().command("cat", "/etc/passwd").run(deadline).stdout();
        for (String line : passwd.split("\n")) {
            if (line.startsWith(DrillNames.BOXES)) {
                users.add(line.substring(0, Math.max(0, line.indexOf(':'))));
            }
        }
        List<Reading.BoxFacts> theirs = boxes.stream()
                .filter(box -> box.name().startsWith(DrillNames.BOXES))
                .toList();
        return new Reading.Leftovers(
                new DrillLeftovers(host).artefacts(deadline),
                theirs,
                users,
                DrillNames.atWork(host.machine(), deadline));
    }
}
