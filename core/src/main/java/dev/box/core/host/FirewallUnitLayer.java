package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The systemd unit that loads the firewall rules at boot, before Incus can start a box. Loading them now is the next layer's. */
public final class FirewallUnitLayer extends Layer<FirewallUnitLayer.Unit> {

    private static final String SHIPPED = FirewallRules.resource(HostNames.UNIT);

    private static final String DROP_INS = "DropInPaths";
    private static final String OUTDATED = "NeedDaemonReload";

    FirewallUnitLayer(Host host) {
        super(host);
    }

    /**
     * @param file the unit file's text, if there is one
     * @param unit what systemd says
     * @param dropIns files that change it
     * @param outdated whether systemd has loaded something else than what is on disk by now
     */
    public record Unit(Optional<String> file, SystemdUnit unit, List<DropIn> dropIns, boolean outdated) {
        public Unit {
            dropIns = List.copyOf(dropIns);
        }

        /** Drop-ins that are about other units as well. */
        public List<DropIn> shared() {
            return dropIns.stream().filter(one -> !one.isOf(HostNames.UNIT)).toList();
        }
    }

    @Override
    public String id() {
        return "unit";
    }

    @Override
    public String title() {
        return "unit " + HostNames.UNIT;
    }

    @Override
    public Unit observe(Deadline deadline) {
        SystemdUnit unit = SystemdUnit.observe(host.machine(), HostNames.UNIT, deadline);
        Map<String, String> shown = unit.systemd()
                ? SystemdUnit.properties(host.machine(), HostNames.UNIT, List.of(DROP_INS, OUTDATED), deadline)
                : Map.of();
        return new Unit(
                host.machine().read(HostNames.UNIT_FILE, deadline),
                unit,
                DropIn.read(host.machine(), shown.getOrDefault(DROP_INS, ""), deadline),
                shown.getOrDefault(OUTDATED, "").equals("yes"));
    }

    @Override
    public List<Change> diff(Unit observed) {
        List<Change> changes = new ArrayList<>();
        if (!observed.unit().systemd()) {
            return changes;
        }
        if (!observed.file().equals(Optional.of(SHIPPED))) {
            String was = observed.unit().load().equals("masked") ? "masked" : "another version";
            changes.add(change(
                    HostNames.UNIT_FILE.toString(), observed.file().isEmpty() ? Change.ABSENT : was, "as shipped"));
        }
        for (DropIn dropIn : observed.dropIns()) {
            changes.add(change(dropIn.file().toString(), String.join(", ", dropIn.settings()), Change.ABSENT));
        }
        if (observed.outdated()) {
            changes.add(change("loaded by systemd", "an earlier version", "what is on disk"));
        }
        if (!observed.unit().isEnabled()) {
            String was = observed.unit().enablement();
            changes.add(change("at boot", was.isEmpty() ? Change.ABSENT : was, "enabled"));
        }
        return changes;
    }

    @Override
    public List<String> remarks(Unit observed) {
        return observed.unit().systemd()
                ? List.of()
                : List.of("no systemd here: the firewall rules are in force now and do not survive a reboot; load "
                        + HostNames.RULES_FILE + " with 'nft -f' before Incus starts");
    }

    @Override
    protected void apply(Unit observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        host.machine().write(HostNames.UNIT_FILE, SHIPPED, deadline);
        SystemdUnit.control(host.machine(), deadline, "daemon-reload");
        // looked for again: until now systemd may not have known of one that is new
        Unit loaded = observe(deadline);
        for (DropIn dropIn : loaded.dropIns()) {
            if (dropIn.isOf(HostNames.UNIT)) {
                host.machine().delete(dropIn.file(), deadline);
            }
        }
        SystemdUnit.control(host.machine(), deadline, "daemon-reload");
        SystemdUnit.control(host.machine(), deadline, "reenable", HostNames.UNIT);
        requireNoShared(loaded);
    }

    private static void requireNoShared(Unit loaded) {
        for (DropIn dropIn : loaded.shared()) {
            throw new BoxFailure.Failed(
                    "making " + HostNames.UNIT + " as shipped",
                    dropIn.file() + " changes it and other units: " + String.join(", ", dropIn.settings()),
                    bySharing(dropIn));
        }
    }

    /** What helps against a drop-in that is not box's to remove: one of the same name that is nearer to the unit. */
    public static String bySharing(DropIn dropIn) {
        Path own = HostNames.UNIT_FILE
                .resolveSibling(HostNames.UNIT + ".d")
                .resolve(dropIn.file().getFileName());
        return "keep it off this unit: sudo mkdir -p " + own.getParent() + " && sudo ln -s /dev/null " + own
                + " && sudo systemctl daemon-reload";
    }

    @Override
    public void remove(Deadline deadline) {
        Unit observed = observe(deadline);
        if (observed.unit().exists()) {
            SystemdUnit.control(host.machine(), deadline, "disable", "--now", HostNames.UNIT);
        }
        host.machine().delete(HostNames.UNIT_FILE, deadline);
        if (observed.unit().systemd()) {
            SystemdUnit.control(host.machine(), deadline, "daemon-reload");
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        Unit observed = observe(deadline);
        return observed.file().isPresent() || observed.unit().exists() ? List.of(title()) : List.of();
    }
}
