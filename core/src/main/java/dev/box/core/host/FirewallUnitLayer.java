package dev.box.core.host;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The systemd unit that loads the firewall rules at boot, before Incus can start a box. Loading them now is the next layer's. */
public final class FirewallUnitLayer extends Layer<FirewallUnitLayer.Unit> {

    private static final String SHIPPED = FirewallRules.resource(HostNames.UNIT);

    FirewallUnitLayer(Host host) {
        super(host);
    }

    /**
     * @param file the unit file's text, if there is one
     * @param unit what systemd says
     */
    public record Unit(Optional<String> file, SystemdUnit unit) {}

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
        return new Unit(
                host.machine().read(HostNames.UNIT_FILE, deadline),
                SystemdUnit.observe(host.machine(), HostNames.UNIT, deadline));
    }

    @Override
    public List<Change> diff(Unit observed) {
        List<Change> changes = new ArrayList<>();
        if (!observed.unit().systemd()) {
            return changes;
        }
        if (!observed.file().equals(Optional.of(SHIPPED))) {
            changes.add(change(
                    HostNames.UNIT_FILE.toString(),
                    observed.file().isEmpty() ? Change.ABSENT : "another version",
                    "as shipped"));
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
        SystemdUnit.control(host.machine(), deadline, "reenable", HostNames.UNIT);
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
