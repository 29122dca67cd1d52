package dev.box.drill.trial;

import dev.box.core.mint.WarmBases;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.control.LayerChecks;
import dev.box.drill.count.Counters;
import dev.box.drill.mutation.Journal;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import dev.box.incus.Image;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Network;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Profile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last phase: everything of the run is removed, and looked for again; everybody else's must still stand. */
final class TeardownPhase extends TrialPhase {

    private final Map<String, String> others;
    private final List<String> redLayers;

    /** Made before the run makes anything: what it sees is what others have. */
    TeardownPhase(Bench bench, Deadline deadline) {
        super(PhaseId.T, bench);
        others = inventory(bench.incus(), deadline);
        redLayers = red(LayerChecks.check(bench.stack(), deadline));
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        List<String> claimed = bench().claimed();
        Incus incus = bench().incus();
        List<String> present = claimed.stream()
                .filter(name -> incus.instances().find(name, deadline).isPresent())
                .toList();
        List<String> failures = bench().removeEverything();
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("H3.own", limit -> {
            List<String> left = left(claimed, limit);
            left.addAll(failures);
            return Tried.of(
                    !present.isEmpty(),
                    left.isEmpty(),
                    "still there: " + String.join(", ", left),
                    claimed.size() + " names were claimed, " + present.size() + " instances stood; left: "
                            + (left.isEmpty() ? "none, nor a counter, nor a journal" : left));
        });
        trials.put("H3.others", limit -> {
            Map<String, String> now = inventory(incus, limit);
            List<String> changed = new ArrayList<>();
            others.forEach((what, was) -> {
                String is = now.get(what);
                if (!was.equals(is)) {
                    changed.add(what + (is == null ? " is gone" : " is not as it was: " + was + " became " + is));
                }
            });
            return Tried.of(
                    !others.isEmpty(),
                    changed.isEmpty(),
                    String.join("; ", changed),
                    others.size() + " things of others were listed at the start; changed or gone: " + changed.size());
        });
        trials.put("H3.host", limit -> {
            List<String> red = red(LayerChecks.check(bench().stack(), limit));
            red.removeAll(redLayers);
            boolean counters = Counters.leftOver(limit);
            return Tried.of(
                    true,
                    red.isEmpty() && !counters,
                    counters ? "the drill's counters are still in the kernel" : "red now and not before: " + red,
                    redLayers.size() + " layers were red at the start, " + red.size() + " more are now");
        });
        return trials;
    }

    private List<String> left(List<String> claimed, Deadline deadline) {
        Incus incus = bench().incus();
        List<String> left = new ArrayList<>();
        for (Instance instance : incus.instances().list(deadline)) {
            boolean named = instance.name().startsWith("drill-" + bench().runId() + "-");
            if (claimed.contains(instance.name()) || named) {
                left.add("instance " + instance.name());
            }
        }
        if (Files.exists(Journal.FILE)) {
            left.add(Journal.FILE.toString());
        }
        return left;
    }

    private static List<String> red(List<LayerReport> layers) {
        List<String> red = new ArrayList<>();
        layers.stream().filter(layer -> !layer.green()).forEach(layer -> red.add(layer.id()));
        return red;
    }

    /** What is kept under a name, and what it is; caches that box itself makes are no one's. */
    private static Map<String, String> inventory(Incus incus, Deadline deadline) {
        Map<String, String> all = new TreeMap<>();
        for (Instance instance : incus.instances().list(deadline)) {
            if (!WarmBases.isBase(instance)) {
                all.put(
                        "instance " + instance.name(),
                        lasting(instance.config()) + " " + new TreeMap<>(instance.devices()));
            }
        }
        for (Network network : incus.networks().list(deadline)) {
            all.put("network " + network.name(), new TreeMap<>(network.config()).toString());
        }
        for (NetworkAcl acl : incus.networkAcls().list(deadline)) {
            all.put("ACL " + acl.name(), acl.ingress() + " " + acl.egress());
        }
        for (Profile profile : incus.profiles().list(deadline)) {
            all.put(
                    "profile " + profile.name(),
                    new TreeMap<>(profile.config()) + " " + new TreeMap<>(profile.devices()));
        }
        for (Image image : incus.images().list(deadline)) {
            all.put("image " + image.fingerprint(), "");
        }
        return all;
    }

    /** Without what the daemon itself keeps of a running instance. */
    private static Map<String, String> lasting(Map<String, String> config) {
        Map<String, String> keys = new TreeMap<>(config);
        keys.keySet().removeIf(key -> key.startsWith("volatile."));
        return keys;
    }
}
