package dev.box.drill.trial;

import dev.box.core.box.StampKey;
import dev.box.core.host.HostNames;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.Target;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.mutation.ScratchNetwork;
import dev.box.drill.phase.CellRun;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.AclRule;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.Network;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Phase A: what box leans on in Incus, asked of scratch instances; no assumption is carried from one version to the next. */
final class SemanticsPhase extends TrialPhase {

    /** The version on which box was measured. */
    private static final String MEASURED = "6.0.4";

    private static final String KEY = "user.drill-fact";
    private static final String SUBNET = "10.77.0.0/16";

    private final Scratch scratch;
    private String name = "";
    private @Nullable Disturbance network;

    SemanticsPhase(Bench bench) {
        super(PhaseId.A, bench);
        scratch = new Scratch(bench);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        name = scratch.make("scratch", Map.of(KEY, "kept"), deadline);
        String version = incus().server(deadline).environment().serverVersion();
        if (!version.equals(MEASURED)) {
            note("Incus " + version + " is not the version that box was measured on (" + MEASURED
                    + "): what phase A found is what counts");
        }
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("B1.internal", this::internal);
        trials.put("B2.copy", this::copy);
        trials.put("B3.public", this::publicNames);
        trials.put("B4.unset", this::unset);
        trials.put("I1.tag", this::tag);
        trials.put("I1.filter", this::filter);
        trials.put("I1.states", this::states);
        trials.put("I1.rename", this::rename);
        trials.put("I1.snapshots", this::snapshots);
        return trials;
    }

    @Override
    void finish(Deadline deadline) {
        Disturbance made = network;
        if (made != null) {
            made.undo(deadline);
        }
    }

    /** An ACL is taken whatever it says; it is the bridge that refuses one. */
    private Tried internal(Deadline deadline) {
        network = bench().disturb("semantics.network", deadline);
        acl("@internal", deadline);
        incus().networks()
                .create(
                        Network.of(
                                ScratchNetwork.NAME, "bridge", Map.of("ipv4.address", "none", "ipv6.address", "none")),
                        deadline);
        String refused = attach(deadline);
        incus().networkAcls()
                .replace(
                        ScratchNetwork.ACL,
                        incus().networkAcls().get(ScratchNetwork.ACL, deadline).with(drops(SUBNET)),
                        deadline);
        String other = attach(deadline);
        return Tried.of(
                other.isEmpty(),
                !refused.isEmpty(),
                "this Incus takes it: subnets need not be derived any more",
                "with @internal: " + (refused.isEmpty() ? "taken" : refused) + "; with " + SUBNET + ": "
                        + (other.isEmpty() ? "taken" : other));
    }

    private void acl(String destination, Deadline deadline) {
        incus().networkAcls().create(drops(destination), deadline);
    }

    private static NetworkAcl drops(String destination) {
        return NetworkAcl.of(ScratchNetwork.ACL, List.of(), List.of(AclRule.egress("drop", destination, "")));
    }

    /** What the daemon said against it; empty if it took it. */
    private String attach(Deadline deadline) {
        try {
            incus().networks()
                    .patch(
                            ScratchNetwork.NAME,
                            Map.of("config", Map.of("security.acls", ScratchNetwork.ACL)),
                            deadline);
            return "";
        } catch (IncusException.Rejected e) {
            return e.answered();
        }
    }

    private Tried copy(Deadline deadline) {
        String other = scratch.copy(name, "copy", deadline);
        Instance source = scratch.read(name, deadline);
        Instance made = scratch.read(other, deadline);
        bench().release(other, deadline);
        boolean another = !uuid(source).isEmpty() && !uuid(source).equals(uuid(made));
        Map<String, String> user = userKeys(source);
        return Tried.of(
                another && user.containsKey(KEY),
                userKeys(made).equals(user),
                "they differ",
                "source " + user + ", copy " + userKeys(made) + (another ? ", uuids differ" : ", same uuid"));
    }

    private static String uuid(Instance instance) {
        return instance.config().getOrDefault("volatile.uuid", "");
    }

    private static Map<String, String> userKeys(Instance instance) {
        Map<String, String> keys = new java.util.TreeMap<>(instance.config());
        keys.keySet().removeIf(key -> !key.startsWith("user."));
        return keys;
    }

    private Tried publicNames(Deadline deadline) {
        String mode = incus().networks()
                .get(HostNames.NETWORK, deadline)
                .value()
                .config()
                .getOrDefault("dns.mode", "unset");
        List<Cell> asked = Planner.plan(bench().context().situation()).cells().stream()
                .filter(cell ->
                        cell.spec().kind() == ProbeKind.DNS && cell.spec().to() == Target.PUBLIC_NAME)
                .toList();
        if (asked.isEmpty() || !mode.equals("none")) {
            return Tried.unjudged("its control failed", "dns.mode=" + mode + "; " + asked.size() + " boxes to ask");
        }
        CellReport worst = worst(asked, deadline);
        if (worst.verdict() != Verdict.HOLDS) {
            worst = worst(asked, deadline);
        }
        String words = "dns.mode=" + mode + "; " + worst.words();
        return switch (worst.verdict()) {
            case HOLDS -> Tried.holds(words);
            case BROKEN -> Tried.broken("a public name does not resolve", words);
            default -> Tried.unjudged(worst.because(), words);
        };
    }

    /** Of all boxes the one that fared worst. */
    private CellReport worst(List<Cell> asked, Deadline deadline) {
        return new CellRun(bench().context())
                .look(asked, deadline).cells().stream()
                        .min(Comparator.comparing(
                                cell -> List.of(Verdict.BROKEN, Verdict.COULD_NOT_JUDGE, Verdict.HOLDS)
                                        .indexOf(cell.verdict())))
                        .orElseThrow();
    }

    private Tried unset(Deadline deadline) {
        Instance instance = scratch.read(name, deadline);
        String absent = "user.drill-nothing";
        boolean control = "kept".equals(instance.config().get(KEY));
        String words = "API: " + KEY + "=" + instance.config().get(KEY) + ", " + absent
                + (instance.config().containsKey(absent) ? " is there" : " absent");
        boolean empty = !instance.config().containsKey(absent);
        Optional<Subprocess.Result> set = client(deadline, "config", "get", name, KEY);
        Optional<Subprocess.Result> none = client(deadline, "config", "get", name, absent);
        if (set.isPresent() && none.isPresent()) {
            control &= set.get().ok() && set.get().stdout().strip().equals("kept");
            empty &= none.get().ok() && none.get().stdout().isBlank();
            words += "; client: '" + set.get().stdout().strip() + "', then '"
                    + none.get().stdout().strip() + "' with exit status "
                    + none.get().exitStatus();
        }
        return Tried.of(control, empty, "it is not empty, or an error", words);
    }

    private Tried tag(Deadline deadline) {
        String tag = StampKey.TAG.key();
        Instance box = scratch.read(bench().boxes().getFirst(), deadline);
        Instance other = scratch.read(name, deadline);
        return Tried.of(
                !other.config().containsKey(tag),
                "1".equals(box.config().get(tag)),
                "the tag did not come back",
                box.name() + " has " + tag + "=" + box.config().get(tag) + ", " + other.name() + " has none");
    }

    private Tried filter(Deadline deadline) {
        String box = bench().boxes().getFirst();
        Optional<Subprocess.Result> ours =
                client(deadline, "list", StampKey.TAG.key() + "=1", "--format=csv", "--columns=n");
        Optional<Subprocess.Result> all = client(deadline, "list", "--format=csv", "--columns=n");
        if (ours.isEmpty() || all.isEmpty()) {
            return Tried.unjudged("there is no incus client on this host to ask", "");
        }
        List<String> mine = ours.get().stdout().lines().toList();
        List<String> every = all.get().stdout().lines().toList();
        return Tried.of(
                every.containsAll(List.of(box, name)),
                mine.contains(box) && !mine.contains(name),
                "the filter does not tell them apart",
                "filtered: " + mine.size() + " of " + every.size() + " instances; " + box
                        + (mine.contains(box) ? " in" : " out") + ", " + name + (mine.contains(name) ? " in" : " out"));
    }

    private Tried states(Deadline deadline) {
        String running = scratch.read(bench().boxes().getFirst(), deadline).status();
        String stopped = scratch.read(name, deadline).status();
        return Tried.of(
                !running.equals(stopped),
                running.equals("Running") && stopped.equals("Stopped"),
                "other words than box reads",
                "a box: " + running + ", a stopped instance: " + stopped);
    }

    private Tried rename(Deadline deadline) {
        String box = bench().boxes().getFirst();
        String other = bench().claim("renamed", deadline);
        String refused = "";
        try {
            incus().instances().rename(box, other, deadline).await(deadline);
            incus().instances().rename(other, box, deadline).await(deadline);
        } catch (IncusException.Rejected | IncusException.OperationFailed e) {
            refused = e.answered();
        }
        incus().instances().rename(name, other, deadline).await(deadline);
        boolean renamed = incus().instances().find(other, deadline).isPresent();
        incus().instances().rename(other, name, deadline).await(deadline);
        return Tried.of(
                renamed,
                !refused.isEmpty(),
                "a running instance was renamed",
                "running: " + (refused.isEmpty() ? "renamed" : refused) + "; stopped: "
                        + (renamed ? "renamed" : "not"));
    }

    private Tried snapshots(Deadline deadline) {
        List<String> order = List.of("zz", "mm", "aa");
        for (String label : order) {
            incus().instances().snapshots(name).create(label, deadline).await(deadline);
        }
        List<Snapshot> listed =
                new ArrayList<>(incus().instances().snapshots(name).list(deadline));
        listed.sort(Comparator.comparing(Snapshot::createdAt));
        List<String> found = listed.stream().map(Snapshot::name).toList();
        return Tried.of(
                found.size() == order.size(),
                found.equals(order),
                "creation times do not give the order in which they were made",
                "made " + order + ", by creation time " + found);
    }

    private Optional<Subprocess.Result> client(Deadline deadline, String... words) {
        Machine machine = bench().context().host().machine();
        if (!machine.has("incus", deadline)) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(List.of("incus"));
        command.addAll(List.of(words));
        return Optional.of(machine.command(command).run(deadline));
    }

    private Incus incus() {
        return bench().context().incus();
    }
}
