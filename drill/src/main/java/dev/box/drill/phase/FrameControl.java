package dev.box.drill.phase;

import dev.box.drill.contract.Watch;
import dev.box.drill.control.Check;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Counters;
import dev.box.drill.count.Rules;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.probe.FrameSender;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows of every kind of frame that the counter at a box's port would count it: the host itself, whom nothing forbids, puts
 * one frame of each kind on the bridge, made as the prober in a sibling makes it, and the very counters of the cells look.
 */
final class FrameControl {

    private final PhaseContext context;

    FrameControl(PhaseContext context) {
        this.context = context;
    }

    /** One check for each box. */
    List<Check> check(Deadline deadline) {
        Situation situation = context.situation();
        Map<String, List<Shot>> byPeer = new LinkedHashMap<>();
        for (Subject box : situation.boxes()) {
            byPeer.put(box.label(), shots(box, situation));
        }
        List<CounterRule> rules = new ArrayList<>();
        List<FrameSender.Frame> frames = new ArrayList<>();
        byPeer.forEach((peer, shots) -> shots.forEach(shot -> {
            rules.addAll(Rules.of(shot, situation));
            frames.add(frame(shot, situation));
        }));
        Map<String, Long> counted;
        try (Counters counters = Counters.arm(rules, situation.uplinks(), deadline)) {
            new FrameSender(situation.bridge()).send(frames);
            counted = counters.read(deadline);
        }
        List<Check> checks = new ArrayList<>();
        byPeer.forEach((peer, shots) -> checks.add(check(peer, shots, counted)));
        return checks;
    }

    private static Check check(String peer, List<Shot> shots, Map<String, Long> counted) {
        List<String> blind = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (Shot shot : shots) {
            boolean counts = counted.getOrDefault(Rules.arrivedKey(shot), -1L) > 0;
            (counts ? seen : blind).add(shot.cell().spec().id());
        }
        return new Check(
                "instrument.frames." + peer,
                "the counters at box " + peer + "'s port see every kind of frame",
                blind.isEmpty() && !seen.isEmpty(),
                true,
                blind.isEmpty()
                        ? "one frame of each from the host was counted: " + String.join(", ", seen)
                        : "not counted: " + String.join(", ", blind),
                0);
    }

    /** One for each row that is counted at this box's port and that a sibling sends. */
    private List<Shot> shots(Subject box, Situation situation) {
        Map<String, Shot> shots = new LinkedHashMap<>();
        for (Cell cell : Planner.plan(situation).cells()) {
            boolean counted =
                    cell.spec().watch() == Watch.PEER_PORT && cell.peer().equals(box.label());
            boolean fromBox =
                    situation.boxes().stream().anyMatch(other -> other.label().equals(cell.from()));
            if (counted && fromBox && FrameSender.knows(cell.spec().kind())) {
                shots.computeIfAbsent(
                        cell.spec().id(), _ -> new Shot(cell, context.tokens().take()));
            }
        }
        return List.copyOf(shots.values());
    }

    private static FrameSender.Frame frame(Shot shot, Situation situation) {
        Cell cell = shot.cell();
        Subject from = situation.box(cell.from());
        Subject to = situation.box(cell.peer());
        boolean v6 = cell.address().contains(":");
        String target = cell.address().isEmpty() ? "224.0.0.251" : cell.address();
        return new FrameSender.Frame(
                cell.spec().kind(), from.mac(), to.mac(), v6 ? from.linkLocal() : from.address(), target, shot.token());
    }
}
