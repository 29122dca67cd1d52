package dev.box.drill.phase;

import dev.box.drill.contract.Origin;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.control.Baseline;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Counters;
import dev.box.drill.count.Rules;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.plan.Tokens;
import dev.box.drill.probe.Answer;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.probe.GuestProber;
import dev.box.drill.probe.LanProber;
import dev.box.drill.probe.Probers;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Measures many cells at once: arm the counters, have every origin send, read the counters, take them away. */
final class Round {

    private final Situation situation;
    private final Probers probers;
    private final Tokens tokens;

    Round(Situation situation, Probers probers, Tokens tokens) {
        this.situation = situation;
        this.probers = probers;
        this.tokens = tokens;
    }

    /** In the order of the cells. */
    List<Measured> measure(List<Cell> cells, Deadline deadline) {
        return measure(cells, List.of(), new HashMap<>(), deadline);
    }

    /**
     * The same, with further counters.
     *
     * @param extra makes them from the shots
     * @param extraCounts gets what they counted, by key
     */
    List<Measured> measure(
            List<Cell> cells,
            List<java.util.function.Function<Shot, List<CounterRule>>> extra,
            Map<String, Long> extraCounts,
            Deadline deadline) {
        List<Shot> shots =
                cells.stream().map(cell -> new Shot(cell, tokens.take())).toList();
        List<CounterRule> rules = new ArrayList<>();
        for (Shot shot : shots) {
            rules.addAll(Rules.of(shot, situation));
            extra.forEach(maker -> rules.addAll(maker.apply(shot)));
        }
        try (Counters counters = Counters.arm(rules, situation.uplinks(), deadline)) {
            Map<String, Long> before = counters.read(deadline);
            Map<Integer, Answer> answers =
                    fire(shots.stream().filter(shot -> !pretends(shot)).toList(), deadline);
            List<Shot> pretenders = shots.stream().filter(Round::pretends).toList();
            if (!pretenders.isEmpty()) {
                answers.putAll(fire(pretenders, deadline));
            }
            Map<String, Long> after = counters.read(deadline);
            extraCounts.putAll(after);
            if (!pretenders.isEmpty()) {
                everybodySpeaks(deadline);
            }
            return shots.stream()
                    .map(shot -> measured(shot, answers, before, after))
                    .toList();
        }
    }

    /** What poses as a sibling comes last: where it succeeds, it draws the answers of all that is under way. */
    private static boolean pretends(Shot shot) {
        return shot.cell().spec().kind() == ProbeKind.CLAIM
                || shot.cell().spec().kind() == ProbeKind.SYN_AS_MAC;
    }

    /**
     * The bridge believes the last frame that it saw from a MAC, also one that a filter then drops, and sends what is meant
     * for a box to the port of its pretender until the box speaks again. So every box does, before anybody measures.
     */
    private void everybodySpeaks(Deadline deadline) {
        List<Cell> own = Baseline.cells(situation);
        fire(own.stream().map(cell -> new Shot(cell, tokens.take())).toList(), deadline);
    }

    private Measured measured(
            Shot shot, Map<Integer, Answer> answers, Map<String, Long> before, Map<String, Long> after) {
        String sent = Rules.sentKey(shot);
        String arrived = Rules.arrivedKey(shot);
        Answer answer = answers.getOrDefault(shot.token(), new Answer("crash", "", "no instrument answered", 0));
        return new Measured(
                shot,
                answer,
                fromAddress(shot.cell()),
                command(shot),
                after.getOrDefault(sent, -1L),
                before.getOrDefault(arrived, -1L),
                after.getOrDefault(arrived, -1L));
    }

    private String fromAddress(Cell cell) {
        return switch (cell.spec().from()) {
            case BOX -> {
                Subject box = situation.box(cell.from());
                yield cell.address().contains(":") ? box.linkLocal() : box.address();
            }
            case HOST -> situation.gateway();
            case LAN -> String.valueOf(situation.lanAddress());
        };
    }

    private String command(Shot shot) {
        if (shot.cell().spec().from() == Origin.BOX) {
            return probers.box(shot.cell().from()).command(shot);
        }
        return shot.cell().spec().kind().words() + " from the " + shot.cell().from() + " to "
                + shot.cell().address() + ":" + shot.port();
    }

    /** Every origin sends at once; boxes get all their probes in one go. */
    private Map<Integer, Answer> fire(List<Shot> shots, Deadline deadline) {
        List<Callable<Map<Integer, Answer>>> work = new ArrayList<>();
        for (Subject box : situation.boxes()) {
            List<Shot> own = shots.stream()
                    .filter(shot -> shot.cell().from().equals(box.label()))
                    .toList();
            if (!own.isEmpty()) {
                work.add(() -> fromBox(box, own, deadline));
            }
        }
        LanProber lan = probers.lan();
        for (Shot shot : shots) {
            Cell cell = shot.cell();
            ProbeKind kind = cell.spec().kind();
            if (cell.spec().from() == Origin.HOST) {
                work.add(() -> Map.of(
                        shot.token(), probers.host().probe(kind, cell.address(), shot.port(), shot.token(), deadline)));
            } else if (cell.spec().from() == Origin.LAN && lan != null) {
                work.add(() -> Map.of(shot.token(), lan.probe(kind, cell.address(), shot.port(), deadline)));
            }
        }
        Map<Integer, Answer> answers = new HashMap<>();
        AtOnce.all("measuring", work).forEach(answers::putAll);
        return answers;
    }

    private Map<Integer, Answer> fromBox(Subject box, List<Shot> shots, Deadline deadline) {
        GuestProber.Run run = probers.box(box.label()).run(shots, situation, deadline);
        Map<Integer, Answer> answers = new HashMap<>();
        shots.forEach(shot -> answers.put(shot.token(), run.of(shot)));
        return answers;
    }
}
