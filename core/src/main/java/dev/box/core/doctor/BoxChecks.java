package dev.box.core.doctor;

import dev.box.core.box.Stamp;
import dev.box.core.host.Change;
import dev.box.core.host.EgressTarget;
import dev.box.core.host.HostNames;
import dev.box.core.host.ProfileLayer;
import dev.box.core.net.BridgePort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The boxes: where they are plugged in, who they are, what they reach, and those that never became whole. */
final class BoxChecks {

    private static final String SECURITY = "security.";

    static final List<Check> ALL = List.of(
            Check.of(
                    "profile",
                    "profile " + HostNames.PROFILE + ", key by key",
                    "it is the placement contract: what it says is what every box gets",
                    Repair.PROFILE,
                    Reading::profile,
                    layered -> DaemonChecks.changes(
                            layered.changes().stream()
                                    .filter(change -> !isPort(change))
                                    .toList(),
                            "as shipped",
                            Result.BY_FIX)),
            Check.of(
                    "ports",
                    "the kernel's isolated flag of every port of " + HostNames.NETWORK,
                    "two ports without it exchange frames, whatever the ACL says",
                    Repair.PROFILE,
                    Ports::read,
                    BoxChecks::ports),
            Check.of(
                    "mac-filter",
                    "the kernel's MAC and address filter of every port",
                    "without it a box can take another's MAC or IP address, and its traffic",
                    Repair.PROFILE,
                    Ports::read,
                    BoxChecks::macFilter),
            Check.of(
                    "nics",
                    "security.* of every box's NICs, its own keys over the profile's",
                    "a key on one box overrides the contract; a filter that no profile asks for may break what is inside",
                    Repair.NONE,
                    Reading::boxes,
                    BoxChecks::nics),
            Check.of(
                    "identities",
                    "addresses and machine-ids of all boxes, as their kernels hold them",
                    "two boxes on one address cut each other off, and one machine-id leads to one address",
                    Repair.NONE,
                    Identities::read,
                    BoxChecks::identities),
            Check.of(
                    "mints",
                    "boxes that are marked as being minted, or as failed",
                    "they hold a name and disk space and are no boxes",
                    Repair.MINTS,
                    Mints::read,
                    BoxChecks::mints),
            Check.of(
                    "egress",
                    "one running box's connection to a public host, by address and by name",
                    "it is what a box is for; told apart, it says whether routing or DNS is at fault",
                    Repair.NONE,
                    Reading::egress,
                    BoxChecks::egress));

    private BoxChecks() {}

    private static boolean isPort(Change change) {
        return change.what().startsWith("port ") || change.what().startsWith(ProfileLayer.FILTER);
    }

    /** boxnet's ports, and whose they are. */
    record Ports(ProfileLayer.Placement placement, Map<String, String> owners) {

        static Seen<Ports> read(Reading reading) {
            Map<String, String> owners =
                    reading.owners() instanceof Seen.Is<Map<String, String>> is ? is.value() : Map.of();
            return reading.profile().map(layered -> new Ports(layered.observed(), owners));
        }

        String title(String port) {
            String owner = owners.getOrDefault(port, "");
            return port + (owner.isEmpty() ? " (no instance's: someone attached it)" : " (" + owner + ")");
        }
    }

    static Result ports(Ports ports) {
        List<String> open = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        for (BridgePort port : ports.placement().ports()) {
            if (!port.isolated()) {
                open.add(ports.title(port.device()));
            } else if (!ports.owners().containsKey(port.device())) {
                foreign.add(ports.title(port.device()));
            }
        }
        if (!open.isEmpty()) {
            return Result.repairable("not isolated: " + String.join(", ", open));
        }
        if (!foreign.isEmpty()) {
            return Result.info("isolated, but no instance's: " + String.join(", ", foreign));
        }
        int count = ports.placement().ports().size();
        return Result.ok(
                count == 0 ? "no port is up" : count == 1 ? "isolated: the only one" : "isolated: all " + count);
    }

    static Result macFilter(Ports ports) {
        List<String> unfiltered =
                ports.placement().unfiltered().stream().map(ports::title).toList();
        return Result.of(
                unfiltered.isEmpty() ? List.of() : List.of("no filter for " + String.join(", ", unfiltered)),
                "in force on every port",
                unfilteredFix(ports));
    }

    private static String unfilteredFix(Ports ports) {
        List<String> fixes = new ArrayList<>();
        if (!ports.placement().renewable().isEmpty()) {
            fixes.add(Result.BY_FIX);
        }
        for (String port : ports.placement().unfiltered()) {
            if (!ports.placement().renewable().contains(port)) {
                boolean owned = ports.owners().containsKey(port);
                fixes.add(owned ? "see check nics" : "sudo ip link set " + port + " nomaster");
            }
        }
        return String.join("; ", fixes.stream().distinct().toList());
    }

    static Result nics(List<Reading.BoxFacts> boxes) {
        List<String> faults = new ArrayList<>();
        List<String> fixes = new ArrayList<>();
        for (Reading.BoxFacts box : boxes) {
            box.nics().forEach((device, keys) -> nic(box, device, keys, faults, fixes));
        }
        return Result.of(faults, counted(boxes.size()) + ", none overrides the contract", String.join("; ", fixes));
    }

    private static void nic(
            Reading.BoxFacts box, String device, Map<String, String> keys, List<String> faults, List<String> fixes) {
        String key = "incus config device";
        String project = box.project().isEmpty() ? "" : " --project " + box.project();
        if (!HostNames.NETWORK.equals(keys.get("network"))) {
            faults.add("box " + box.title() + " has NIC " + device + " that is not on " + HostNames.NETWORK);
            fixes.add(key + " remove " + box.name() + " " + device + project);
            return;
        }
        Map<String, String> contract = ProfileLayer.DEVICES.getOrDefault(HostNames.NIC, Map.of());
        TreeSet<String> names = new TreeSet<>(contract.keySet());
        names.addAll(keys.keySet());
        names.removeIf(name -> !name.startsWith(SECURITY));
        for (String name : names) {
            boolean wanted = "true".equals(contract.get(name));
            boolean is = "true".equals(keys.get(name));
            if (wanted && !is) {
                faults.add("box " + box.title() + " has " + name + " off on " + device);
                fixes.add(key + " set " + box.name() + " " + device + " " + name + "=true" + project);
            } else if (is && !wanted) {
                faults.add("box " + box.title() + " has " + name + " left on on " + device);
                fixes.add(key + " unset " + box.name() + " " + device + " " + name + project);
            }
        }
    }

    /**
     * Who the boxes are: as they say from within where they run, else as stamped.
     *
     * @param machineIds by the box's title
     * @param silent boxes that run and did not say
     */
    record Identities(List<Reading.BoxFacts> boxes, Map<String, String> machineIds, List<String> silent) {

        static Seen<Identities> read(Reading reading) {
            Map<String, String> ids = new LinkedHashMap<>();
            List<String> silent = new ArrayList<>();
            if (reading.boxes() instanceof Seen.Is<List<Reading.BoxFacts>> is) {
                is.value().forEach(box -> ids.put(box.title(), box.machineId()));
            }
            if (reading.inside() instanceof Seen.Is<List<Reading.InBox>> is) {
                for (Reading.InBox box : is.value()) {
                    if (box.machineId().isEmpty()) {
                        silent.add(box.box());
                    } else {
                        ids.put(box.box(), box.machineId());
                    }
                }
            }
            return reading.boxes().map(boxes -> new Identities(boxes, ids, silent));
        }
    }

    static Result identities(Identities identities) {
        Map<String, List<String>> byAddress = new TreeMap<>();
        Map<String, List<String>> byId = new TreeMap<>();
        for (Reading.BoxFacts box : identities.boxes()) {
            for (String address : box.addresses()) {
                byAddress.computeIfAbsent(address, none -> new ArrayList<>()).add(box.title());
            }
            String id = identities.machineIds().getOrDefault(box.title(), "");
            if (!id.isEmpty()) {
                byId.computeIfAbsent(id, none -> new ArrayList<>()).add(box.title());
            }
        }
        List<String> faults = new ArrayList<>();
        List<String> fixes = new ArrayList<>();
        shared(byAddress, "address", "box down %1$s && box start %1$s", faults, fixes);
        shared(
                byId,
                "machine-id",
                "box exec %1$s -- sudo sh -c 'rm /etc/machine-id && systemd-machine-id-setup' && box down %1$s && box"
                        + " start %1$s",
                faults,
                fixes);
        String guess = identities.silent().isEmpty()
                ? ""
                : "; " + String.join(", ", identities.silent())
                        + " did not say its machine-id, and was judged by its stamp";
        String fine = counted(identities.boxes().size()) + ", all distinct" + guess;
        return Result.of(faults, fine, String.join("; ", fixes));
    }

    private static String counted(int boxes) {
        return boxes == 1 ? "1 box" : boxes + " boxes";
    }

    private static void shared(
            Map<String, List<String>> holders, String what, String fix, List<String> faults, List<String> fixes) {
        holders.forEach((value, names) -> {
            if (names.size() > 1) {
                faults.add(String.join(" and ", names) + " share the " + what + " " + value);
                fixes.add(String.format(Locale.ROOT, fix, names.getLast()));
            }
        });
    }

    /** Boxes that are not whole, those of a drill left out, and whether someone is at it. */
    record Mints(List<Reading.BoxFacts> unfinished, boolean busy) {

        static Seen<Mints> read(Reading reading) {
            boolean busy = reading.leftovers() instanceof Seen.Is<Reading.Leftovers> is
                    && is.value().busy();
            return reading.boxes().map(boxes -> new Mints(unfinished(boxes), busy));
        }

        static List<Reading.BoxFacts> unfinished(List<Reading.BoxFacts> boxes) {
            return boxes.stream()
                    .filter(box -> box.mark() == Stamp.Mark.MINTING || box.mark() == Stamp.Mark.FAILED)
                    .filter(box -> !box.name().startsWith(DrillNames.BOXES))
                    .toList();
        }
    }

    static Result mints(Mints mints) {
        List<String> failed = new ArrayList<>();
        List<String> incomplete = new ArrayList<>();
        for (Reading.BoxFacts box : mints.unfinished()) {
            (box.mark() == Stamp.Mark.FAILED ? failed : incomplete).add(box.title());
        }
        if (failed.isEmpty() && incomplete.isEmpty()) {
            return Result.ok("none");
        }
        String words = (failed.isEmpty() ? "" : "failed: " + String.join(", ", failed))
                + (failed.isEmpty() || incomplete.isEmpty() ? "" : "; ")
                + (incomplete.isEmpty() ? "" : "incomplete: " + String.join(", ", incomplete));
        return failed.isEmpty() && mints.busy()
                ? Result.info(words + " (box is minting on this machine right now)")
                : Result.repairable(words);
    }

    static Result egress(Reading.EgressFacts facts) {
        EgressTarget target = facts.target();
        String from = "from box " + facts.box() + ", ";
        boolean address = facts.byAddress().isEmpty();
        if (facts.resolved().isEmpty()) {
            String names = target.name() + " does not resolve";
            return address
                    ? Result.dirty(
                            from + target + " answers, but " + names + ": DNS is at fault",
                            "look at check dnsmasq; if it is OK, no pinned resolver answers: BOX_DNS=ADDRESS box"
                                    + " setup-host")
                    : Result.dirty(
                            from + target + ": " + facts.byAddress() + ", and " + names + ": routing is at fault",
                            "look at checks neighbours and acl.live; on this host: sysctl net.ipv4.ip_forward");
        }
        if (!address) {
            return Result.dirty(
                    from + "names resolve, but " + target + ": " + facts.byAddress() + ": routing is at fault",
                    "look at checks neighbours and acl.live; on this host: sysctl net.ipv4.ip_forward");
        }
        String named = target.name() + ":" + target.namePort();
        return facts.byName().isEmpty()
                ? Result.ok(from + target + " answers, and " + named + " does at " + facts.resolved())
                : Result.dirty(
                        from + target + " answers, but " + named + " leads to " + facts.resolved() + ": "
                                + facts.byName(),
                        "ask another resolver for it: BOX_DNS=ADDRESS box setup-host");
    }
}
