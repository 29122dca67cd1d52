package dev.box.drill.phase;

import dev.box.core.box.Boxes;
import dev.box.core.door.Door;
import dev.box.core.door.Doors;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostFacts;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.LocalAddress;
import dev.box.drill.plan.DoorPlace;
import dev.box.drill.plan.HostAddress;
import dev.box.drill.plan.LinkLocal;
import dev.box.drill.plan.LiveTarget;
import dev.box.drill.plan.PublicHost;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.SplitName;
import dev.box.drill.plan.Subject;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.probe.GuestFacts;
import dev.box.drill.probe.GuestProber;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.JsonBinding;
import dev.box.incus.NicState;
import dev.box.lab.world.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Reads the situation from the kernel, the daemon, the guests and the surroundings file. */
public final class SituationReader {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String TRIED = "reading the situation for the drill";

    private final Host host;
    private final Incus incus;

    public SituationReader(Host host, Incus incus) {
        this.host = host;
        this.incus = incus;
    }

    /** The label of the n-th box: a, b, c… */
    public static String label(int index) {
        return String.valueOf(LETTERS.charAt(index));
    }

    /** The boxes' subnet as the live bridge has it, e.g. {@code 10.88.0.0/24}. */
    public Cidr gateway(Deadline deadline) {
        return host.kernel()
                .addressOf(HostNames.NETWORK, deadline)
                .orElseThrow(() -> new BoxFailure.Unjudged(
                        TRIED,
                        "there is no interface " + HostNames.NETWORK + " with an address",
                        "sudo box setup-host"));
    }

    /**
     * All of it.
     *
     * @param names of the boxes, in the order of their labels
     * @param probers by label
     */
    public Situation read(
            List<String> names,
            Map<String, GuestProber> probers,
            Surroundings around,
            int servedPort,
            Deadline deadline) {
        HostFacts facts = HostFacts.read(host, deadline);
        Cidr gateway = gateway(deadline);
        List<Callable<Subject>> boxes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String label = label(i);
            String name = names.get(i);
            boxes.add(() -> subject(label, name, probers.get(label), deadline));
        }
        return new Situation(
                HostNames.NETWORK,
                gateway.network().toString(),
                gateway.dotted(),
                device(HostNames.NETWORK, "address", deadline),
                hostAddresses(facts),
                uplinks(facts, deadline),
                servedPort,
                AtOnce.all(TRIED, boxes),
                new PublicHost(
                        around.publicHost().address(),
                        around.publicHost().name(),
                        around.publicHost().tcpPort(),
                        around.publicHost().udpPort()),
                targets(around),
                around.lan() == null ? null : around.lan().address(),
                around.vpnName() == null
                        ? null
                        : new SplitName(
                                around.vpnName().name(), around.vpnName().resolver()),
                hostsFileName(deadline),
                door(names, deadline));
    }

    /** The first door of one of the boxes, on whatever address it stands. */
    private @Nullable DoorPlace door(List<String> names, Deadline deadline) {
        for (int i = 0; i < names.size(); i++) {
            for (Door door : new Doors(incus, new Boxes(incus, host.settings()), new HostStack(host))
                    .list(names.get(i), deadline)) {
                return new DoorPlace(label(i), door.port(), door.hostPort(), true);
            }
        }
        return null;
    }

    /**
     * The situation as it will be once there are boxes, whose addresses and the like are made up here: enough to know which
     * cells there will be, before anything is made.
     */
    public Situation outline(int boxes, Surroundings around, Deadline deadline) {
        Situation none = read(List.of(), Map.of(), around, 0, deadline);
        List<Subject> subjects = new ArrayList<>();
        for (int i = 0; i < boxes; i++) {
            String mac = "02:00:00:00:00:0" + i;
            String address = Cidr.of(none.prefix()).host(2 + i).dotted();
            subjects.add(
                    new Subject(label(i), "box-" + label(i), address, mac, LinkLocal.of(mac), "port" + i, "id" + i));
        }
        return none.boxes(subjects);
    }

    /** An instance, be it a box or not, that is on the boxes' network. */
    public Subject subject(String label, String name, @Nullable GuestProber prober, Deadline deadline) {
        GuestProber.Run run = prober == null ? null : prober.facts(deadline);
        if (run == null || !run.failure().isEmpty()) {
            throw new BoxFailure.Unjudged(
                    "starting the prober in box " + name,
                    run == null ? "there is none" : run.failure(),
                    "box exec " + name + " -- python3 --version");
        }
        GuestFacts guest = run.facts();
        if (guest.address().isEmpty()) {
            throw new BoxFailure.Unjudged(
                    "reading the address of box " + name,
                    "it holds no address of " + HostNames.NETWORK + "'s subnet",
                    "box info " + name);
        }
        return new Subject(
                label,
                name,
                guest.address(),
                guest.mac(),
                guest.linkLocal().isEmpty() ? LinkLocal.of(guest.mac()) : guest.linkLocal(),
                hostDevice(name, guest.mac(), deadline),
                guest.machineId());
    }

    /** The host's end of the cable, found by the guest's MAC: interface names differ between containers and VMs. */
    private String hostDevice(String name, String mac, Deadline deadline) {
        for (NicState nic : incus.instances().state(name, deadline).network().values()) {
            if (nic.hwaddr().equalsIgnoreCase(mac) && !nic.hostName().isEmpty()) {
                return nic.hostName();
            }
        }
        throw new BoxFailure.Unjudged(
                "finding the port of box " + name, "the daemon names no host interface for " + mac, "box info " + name);
    }

    private static List<HostAddress> hostAddresses(HostFacts facts) {
        List<HostAddress> addresses = new ArrayList<>();
        for (LocalAddress address : facts.addresses()) {
            if (!address.v6() && !address.device().equals("lo")) {
                addresses.add(new HostAddress(address.device(), address.address()));
            }
        }
        return addresses;
    }

    private List<String> uplinks(HostFacts facts, Deadline deadline) {
        List<String> ports = facts.ports().stream().map(BridgePort::device).toList();
        List<String> uplinks = new ArrayList<>();
        for (Map<?, ?> link : links(deadline)) {
            String name = String.valueOf(link.get("ifname"));
            if (!name.equals("lo") && !name.equals(HostNames.NETWORK) && !ports.contains(name)) {
                uplinks.add(name);
            }
        }
        return uplinks;
    }

    private String device(String name, String key, Deadline deadline) {
        for (Map<?, ?> link : links(deadline)) {
            if (name.equals(link.get("ifname"))) {
                return String.valueOf(link.get(key));
            }
        }
        throw new BoxFailure.Unjudged(TRIED, "there is no interface " + name, "sudo box setup-host");
    }

    private List<Map<?, ?>> links(Deadline deadline) {
        String json = host.machine()
                .command("ip", "-j", "link", "show")
                .orFail("listing the host's interfaces", "sudo apt-get install iproute2", deadline)
                .stdout();
        List<Map<?, ?>> links = new ArrayList<>();
        if (JsonBinding.TREE.fromJson(json) instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> link) {
                    links.add(link);
                }
            }
        }
        return links;
    }

    private static List<LiveTarget> targets(Surroundings around) {
        return around.targets().stream()
                .map(target -> new LiveTarget(target.range(), target.address(), target.tcpPort(), target.udpPort()))
                .toList();
    }

    /** The first name of the host's file that is not one of those that every machine has. */
    private @Nullable String hostsFileName(Deadline deadline) {
        String file = host.machine().read(Path.of("/etc/hosts"), deadline).orElse("");
        for (String line : file.split("\n", -1)) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", -1);
            for (int i = 1; i < words.length; i++) {
                if (!words[i].contains("localhost") && !words[i].startsWith("ip6-") && !words[i].startsWith("ff02")) {
                    return words[i];
                }
            }
        }
        return null;
    }
}
