package dev.box.drill.phase;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.control.Baseline;
import dev.box.drill.control.Check;
import dev.box.drill.control.Dnsmasq;
import dev.box.drill.control.Identities;
import dev.box.drill.control.LiveTargets;
import dev.box.drill.plan.Subject;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.probe.GuestProber;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Takes the controls of a phase; a baseline that fails is watched for a while, since a restarting dnsmasq is not a broken one. */
final class Controls {

    private static final Duration BETWEEN = Duration.ofSeconds(1);

    private final PhaseContext context;
    private final Round round;

    Controls(PhaseContext context, Round round) {
        this.context = context;
        this.round = round;
    }

    /** Before the cells: everything. */
    List<Check> before(Deadline deadline) {
        List<Check> checks = new ArrayList<>(Identities.of(
                context.situation().boxes(),
                context.incus().networks().leases(context.situation().bridge(), deadline)));
        checks.addAll(lifeSigns(deadline));
        checks.addAll(new FrameControl(context).check(deadline));
        checks.addAll(new LiveTargets(context.situation(), context.probers(), context.tokens()).check(deadline));
        return checks;
    }

    /** After the cells: what may have died meanwhile. */
    List<Check> after(Deadline deadline) {
        return lifeSigns(deadline);
    }

    /** Tried again until green or until the restart window is over; what had to recover says so. */
    private List<Check> lifeSigns(Deadline deadline) {
        long start = System.nanoTime();
        Deadline window = deadline.within(Dnsmasq.RESTART_WINDOW);
        List<Check> checks = once(deadline);
        boolean failedFirst = !green(checks);
        while (!green(checks) && !window.expired() && recoverable(checks)) {
            context.listener().heartbeat("waiting for the baseline to come back", elapsed(start));
            pause();
            checks = once(deadline);
        }
        if (failedFirst && green(checks)) {
            context.listener()
                    .note("the baseline failed at first and recovered after "
                            + elapsed(start).toSeconds() + " s: transient");
        }
        return checks;
    }

    private List<Check> once(Deadline deadline) {
        List<Check> checks = new ArrayList<>();
        checks.add(Dnsmasq.check(context.host(), deadline));
        List<Callable<Check>> probers = new ArrayList<>();
        context.situation().boxes().forEach(box -> probers.add(() -> prober(box, deadline)));
        checks.addAll(AtOnce.all("looking whether the probers run", probers));
        checks.addAll(baseline(deadline));
        return checks;
    }

    private static boolean green(List<Check> checks) {
        return checks.stream().allMatch(Check::green);
    }

    /** A prober that cannot run does not come back by waiting. */
    private static boolean recoverable(List<Check> checks) {
        return checks.stream().noneMatch(check -> !check.green() && check.id().startsWith("prober."));
    }

    private Check prober(Subject box, Deadline deadline) {
        long start = System.nanoTime();
        GuestProber.Run run = context.probers().box(box.label()).facts(deadline);
        boolean same = run.failure().isEmpty() && run.facts().address().equals(box.address());
        String evidence = !run.failure().isEmpty()
                ? run.failure()
                : same
                        ? "holds " + run.facts().address() + " on "
                                + run.facts().link()
                        : "held " + box.address() + " and now holds '"
                                + run.facts().address() + "'";
        return new Check(
                "prober." + box.label(),
                "the prober runs in " + box.name() + ", which still holds its address",
                same,
                true,
                evidence,
                elapsed(start).toMillis());
    }

    private List<Check> baseline(Deadline deadline) {
        Map<String, Long> counts = new HashMap<>();
        List<Measured> all = round.measure(
                Baseline.cells(context.situation()),
                List.of(shot -> Baseline.replyRules(shot, context.situation())),
                counts,
                deadline);
        List<Check> checks = new ArrayList<>();
        for (Measured measured : all) {
            checks.add(reached(measured));
            checks.add(counted(measured, counts));
        }
        return checks;
    }

    Check reached(Measured measured) {
        String id = measured.shot().cell().id().replace('/', '.');
        return new Check(
                id,
                "box " + measured.shot().cell().from() + " reaches the public test host",
                measured.judgement().verdict() == Verdict.HOLDS,
                true,
                new CellReports(context.situation()).words(measured),
                measured.answer().elapsedMillis());
    }

    /** The permitted packet must have been seen leaving the box, on its way, and its answer on the box's own port. */
    Check counted(Measured measured, Map<String, Long> counts) {
        long reply = counts.getOrDefault(Baseline.replyKey(measured.shot()), -1L);
        boolean seen = measured.sent() > 0 && measured.arrived() > 0 && reply > 0;
        String id = measured.shot().cell().id().replace('/', '.').replace("baseline", "instrument");
        boolean answered = measured.answer().sender() == Sender.REACHED;
        return new Check(
                id,
                "the counters see a permitted packet and its answer",
                seen,
                true,
                "out of the box " + measured.sent() + ", on its way " + measured.arrived()
                        + ", answer at the box's port " + reply
                        + (answered ? "" : " (the packet itself was not answered)"),
                0);
    }

    private static Duration elapsed(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BoxFailure.Interrupted("waiting for the baseline", "");
        }
    }
}
