package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.time.Duration;
import java.util.List;

/**
 * One mechanism of the host stack. Observation reads ground truth (the daemon's API, the kernel), the diff is a pure
 * function of what was observed, and applying is judged by observing again, never by an exit status.
 *
 * @param <S> what it observes
 */
public abstract sealed class Layer<S> implements Removable
        permits PackagesLayer,
                DaemonLayer,
                PoolLayer,
                FirewallUnitLayer,
                FirewallRulesLayer,
                AclLayer,
                NetworkLayer,
                NeighboursLayer,
                ProfileLayer,
                DoorLayer,
                RestrictedTierLayer {

    /** How long an effect may take to show up after the call that causes it, e.g. a dnsmasq that is being started. */
    private static final Duration SETTLE = Duration.ofSeconds(20);

    private static final Duration POLL = Duration.ofMillis(100);

    protected final Host host;

    Layer(Host host) {
        this.host = host;
    }

    /** A stable, short name, e.g. {@code network}. */
    public abstract String id();

    /** For people, e.g. {@code network boxnet}. */
    @Override
    public abstract String title();

    /**
     * Throws if this layer could never be made on this host as it is: asked of every layer before the first one is changed,
     * so that a setup that is refused has changed nothing.
     */
    void precheck(Deadline deadline) {}

    /** What is, from ground truth; changes nothing. */
    public abstract S observe(Deadline deadline);

    /** What differs from what should be; empty if nothing does. Pure. */
    public abstract List<Change> diff(S observed);

    /** Makes it so, touching only what differs. */
    protected abstract void apply(S observed, List<Change> changes, Progress.Step step, Deadline deadline);

    /** What the user should know although nothing needs changing, e.g. a weaker form that this kernel forces. */
    public List<String> remarks(S observed) {
        return List.of();
    }

    /** Observes and compares: what setup would change, what doctor finds. */
    public final List<Change> verify(Deadline deadline) {
        return diff(observe(deadline));
    }

    /** As {@link #remarks(Object)}, from a fresh observation. */
    public final List<String> remarks(Deadline deadline) {
        return remarks(observe(deadline));
    }

    /** Observe, diff, apply, verify. Returns what was changed; throws {@link BoxFailure.Failed} if it did not take. */
    public final List<Change> converge(Progress progress, Deadline deadline) {
        S observed = observe(deadline);
        List<Change> changes = diff(observed);
        if (!changes.isEmpty()) {
            try (Progress.Step step = progress.step(title(), deadline)) {
                apply(observed, changes, step, deadline);
                observed = settle(deadline);
                for (Change change : changes) {
                    progress.note(change.toString());
                }
                step.done(changes.size() == 1 ? "1 change" : changes.size() + " changes");
            }
        }
        for (String remark : remarks(observed)) {
            progress.warn(remark);
        }
        return changes;
    }

    private S settle(Deadline deadline) {
        Deadline settled = deadline.within(SETTLE);
        while (true) {
            S observed = observe(deadline);
            List<Change> left = diff(observed);
            if (left.isEmpty()) {
                return observed;
            }
            if (settled.expired()) {
                Change first = left.getFirst();
                throw new BoxFailure.Failed(
                        "verifying the " + title(),
                        first.what() + " is still " + first.was() + " and should be " + first.is(),
                        "run it again; if it stays: box doctor");
            }
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BoxFailure.Interrupted("verifying the " + title());
        }
    }

    /** A change of this layer, harmless to print: rules, keys and names may carry what a stranger wrote. */
    protected final Change change(String what, String was, String is) {
        return new Change(id(), Untrusted.line(what), shown(was), shown(is));
    }

    private static String shown(String value) {
        return value.isEmpty() ? "unset" : Untrusted.line(value);
    }
}
