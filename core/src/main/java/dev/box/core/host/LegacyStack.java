package dev.box.core.host;

import dev.box.core.net.Ruleset;
import dev.box.incus.Deadline;
import dev.box.incus.EditableResources;
import dev.box.incus.Incus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The predecessor's host stack, which box only ever takes off a host, in the order in which it comes off. */
public final class LegacyStack {

    private final Host host;

    public LegacyStack(Host host) {
        this.host = host;
    }

    /** Whoever uses a thing comes off before it. */
    public List<Removable> parts() {
        return List.of(
                new Entry("profile", HostNames.LEGACY_PROFILE, Incus::profiles),
                new Entry("network", HostNames.LEGACY_NETWORK, Incus::networks),
                new Entry("ACL", HostNames.LEGACY_ACL, Incus::networkAcls),
                new Unit(),
                new Tables());
    }

    /** Whatever of it is on the host, by name. */
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (Removable part : parts()) {
            found.addAll(part.artefacts(deadline));
        }
        return found;
    }

    /** Something that the daemon keeps under a name. */
    private final class Entry implements Removable {
        private final String kind;
        private final String name;
        private final Function<Incus, EditableResources<?>> resources;

        Entry(String kind, String name, Function<Incus, EditableResources<?>> resources) {
            this.kind = kind;
            this.name = name;
            this.resources = resources;
        }

        @Override
        public String title() {
            return kind + " " + name;
        }

        @Override
        public void remove(Deadline deadline) {
            if (!artefacts(deadline).isEmpty()) {
                resources.apply(host.incus(deadline)).delete(name, deadline);
            }
        }

        @Override
        public List<String> artefacts(Deadline deadline) {
            boolean present = host.daemon(deadline)
                    .flatMap(incus -> resources.apply(incus).find(name, deadline))
                    .isPresent();
            return present ? List.of(title()) : List.of();
        }
    }

    /** The unit, and the script that it runs at each boot. */
    private final class Unit implements Removable {

        @Override
        public String title() {
            return "unit " + HostNames.LEGACY_UNIT;
        }

        @Override
        public void remove(Deadline deadline) {
            SystemdUnit unit = SystemdUnit.observe(host.machine(), HostNames.LEGACY_UNIT, deadline);
            if (unit.exists()) {
                SystemdUnit.control(host.machine(), deadline, "disable", "--now", HostNames.LEGACY_UNIT);
            }
            for (Path file : files()) {
                host.machine().delete(file, deadline);
            }
            if (unit.systemd()) {
                SystemdUnit.control(host.machine(), deadline, "daemon-reload");
            }
        }

        @Override
        public List<String> artefacts(Deadline deadline) {
            List<String> found = new ArrayList<>();
            if (SystemdUnit.observe(host.machine(), HostNames.LEGACY_UNIT, deadline)
                    .exists()) {
                found.add(title());
            }
            for (Path file : files()) {
                if (host.machine().exists(file, deadline)) {
                    found.add(file.toString());
                }
            }
            return found;
        }

        private List<Path> files() {
            List<Path> files = new ArrayList<>(HostNames.LEGACY_SCRIPTS);
            files.add(HostNames.LEGACY_UNIT_FILE);
            return files;
        }
    }

    /** Its tables, in whatever families it had them. */
    private final class Tables implements Removable {
        private static final List<String> FAMILIES = List.of("inet", "bridge", "ip");

        @Override
        public String title() {
            return "nft tables " + HostNames.LEGACY_TABLE;
        }

        @Override
        public void remove(Deadline deadline) {
            if (host.machine().has("nft", deadline)) {
                for (String family : FAMILIES) {
                    host.nft().removeTable(family, HostNames.LEGACY_TABLE, deadline);
                }
            }
        }

        @Override
        public List<String> artefacts(Deadline deadline) {
            List<String> found = new ArrayList<>();
            if (host.machine().has("nft", deadline)) {
                Ruleset live = host.nft().live(deadline);
                for (String family : FAMILIES) {
                    if (live.table(family, HostNames.LEGACY_TABLE).isPresent()) {
                        found.add("nft table " + family + " " + HostNames.LEGACY_TABLE);
                    }
                }
            }
            return found;
        }
    }
}
