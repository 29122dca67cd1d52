package dev.box.core.doctor;

import dev.box.core.host.HostLock;
import dev.box.core.host.HostStack;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Helpers;
import dev.box.incus.Deadline;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** {@code box doctor}: is this host fit to mint boxes? */
public final class Doctor {

    private final HostStack stack;
    private final InstantSource clock;

    public Doctor(HostStack stack) {
        this(stack, InstantSource.system());
    }

    Doctor(HostStack stack, InstantSource clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /** Reads and judges; changes nothing. */
    public Diagnosis examine(Progress progress, Deadline deadline) {
        Reader reader = new Reader(stack, clock, deadline);
        if (isFresh(reader, deadline)) {
            return Diagnosis.fresh();
        }
        Reading reading = read(reader, "reading this host", progress, deadline);
        return Diagnosis.of(forWhomReads(reading, deadline), List.of());
    }

    /** As {@link #examine}, then repairs what is safe to repair, and judges what a new reading says. */
    public Diagnosis fix(Progress progress, Deadline deadline) {
        Reader reader = new Reader(stack, clock, deadline);
        if (isFresh(reader, deadline)) {
            return Diagnosis.fresh();
        }
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            return repaired(reader, progress, deadline);
        }
    }

    private Diagnosis repaired(Reader reader, Progress progress, Deadline deadline) {
        Reading reading = read(reader, "reading this host", progress, deadline);
        List<Finding> findings = Checks.judge(reading);
        List<Diagnosis.Repaired> repaired = new ArrayList<>();
        EnumSet<Repair> open = wanted(findings);
        // a second round only for what the first one brought to light, e.g. behind a daemon that was stopped
        EnumSet<Repair> tried = EnumSet.noneOf(Repair.class);
        while (!open.isEmpty()) {
            for (Repair repair : open) {
                repaired.add(new Repairs(stack).run(repair, reading, progress, deadline));
            }
            tried.addAll(open);
            reading = read(new Reader(stack, clock, deadline), "reading it again", progress, deadline);
            findings = Checks.judge(reading);
            open = wanted(findings);
            open.removeAll(tried);
        }
        return Diagnosis.of(findings, repaired);
    }

    /** A user of the restricted tier judges what it sees, and is told who can repair what is not its own. */
    private List<Finding> forWhomReads(Reading reading, Deadline deadline) {
        List<Finding> findings = Checks.judge(reading);
        boolean tenant = reading.tenancy() instanceof Seen.Is<Reading.TenancyFacts> is
                && is.value().own();
        if (!tenant) {
            return findings;
        }
        String helpers = new Helpers(stack.host().machine()).words(deadline);
        return findings.stream()
                .map(finding -> TenantChecks.forTenant(finding, helpers))
                .toList();
    }

    private static Reading read(Reader reader, String what, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step(what, deadline)) {
            Reading reading = reader.read(deadline);
            step.done("");
            return reading;
        }
    }

    /** An enum set keeps the order of the layers. */
    private static EnumSet<Repair> wanted(List<Finding> findings) {
        EnumSet<Repair> wanted = EnumSet.noneOf(Repair.class);
        for (Finding finding : findings) {
            if (finding.repairable()) {
                wanted.add(Checks.of(finding.id()).repair());
            }
        }
        return wanted;
    }

    private static boolean isFresh(Reader reader, Deadline deadline) {
        return !reader.stackPresent(deadline);
    }
}
