package dev.box.drill.trial;

import dev.box.core.host.FirewallRulesLayer;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.host.SetupHost;
import dev.box.core.progress.Progress;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.mutation.Disturbance;
import dev.box.incus.Deadline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Phase X: an older ruleset is in force and on disk, and its unit counts as active; setup must replace it all the same. */
final class UpgradePhase extends TrialPhase {

    private static final String OLD_RULE = "tcp dport 22 accept";

    private @Nullable Disturbance old;
    private String ruleBefore = "";
    private List<String> filesBefore = List.of();

    UpgradePhase(Bench bench) {
        super(PhaseId.X, bench);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        Disturbance made = bench().disturb("upgrade.rules", deadline);
        old = made;
        made.make(deadline);
        ruleBefore = live(deadline);
        filesBefore = differing(deadline);
        new SetupHost(stack()).run(Progress.silent(), deadline);
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("H2.kernel", limit -> {
            List<String> left = stack().firewall().verify(limit).stream()
                    .map(Object::toString)
                    .toList();
            return Tried.of(
                    ruleBefore.contains(OLD_RULE),
                    left.isEmpty() && !live(limit).contains(OLD_RULE),
                    "the old rules are still in force",
                    "before: '" + OLD_RULE + "' in force; after: " + (left.isEmpty() ? "the shipped rules" : left));
        });
        trials.put("H2.file", limit -> {
            List<String> left = differing(limit);
            return Tried.of(
                    filesBefore.size() == 2,
                    left.isEmpty(),
                    "not as shipped: " + left,
                    "before: " + filesBefore + " differed; after: " + (left.isEmpty() ? "none" : left));
        });
        return trials;
    }

    private String live(Deadline deadline) {
        return stack().host()
                .nft()
                .live(deadline)
                .table("inet", HostNames.TABLE)
                .map(table -> String.join("\n", table.chain("input")))
                .orElse("");
    }

    /** Files of the firewall that are not as shipped. */
    private List<String> differing(Deadline deadline) {
        List<String> files = new java.util.ArrayList<>();
        stack().unit().verify(deadline).forEach(change -> files.add(change.what()));
        FirewallRulesLayer firewall = stack().firewall();
        firewall.verify(deadline).stream()
                .filter(change -> change.what().contains(HostNames.RULES_FILE.toString()))
                .forEach(change -> files.add(change.what()));
        return files;
    }

    private HostStack stack() {
        return bench().context().stack();
    }

    @Override
    void finish(Deadline deadline) {
        Disturbance made = old;
        if (made != null) {
            made.undo(deadline);
        }
    }
}
