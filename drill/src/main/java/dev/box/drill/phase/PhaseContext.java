package dev.box.drill.phase;

import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Tokens;
import dev.box.drill.probe.Probers;
import dev.box.drill.report.DrillListener;
import dev.box.incus.Incus;
import java.util.List;

/**
 * What a phase works with.
 *
 * @param tokens of the whole run: no number is used twice
 * @param cells ids that the user asked for; empty for all
 */
public record PhaseContext(
        Incus incus,
        Host host,
        HostStack stack,
        Situation situation,
        Probers probers,
        Tokens tokens,
        List<String> cells,
        DrillListener listener) {

    /** The same run in another situation, or with other instruments. */
    public PhaseContext with(Situation other, Probers instruments) {
        return new PhaseContext(incus, host, stack, other, instruments, tokens, cells, listener);
    }
}
