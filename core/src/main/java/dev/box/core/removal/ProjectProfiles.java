package dev.box.core.removal;

import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.host.Removable;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Project;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The placement profiles of projects that have profiles of their own; that of the default project is a layer's. */
final class ProjectProfiles implements Removable {

    private static final List<String> NAMES = List.of(HostNames.PROFILE, HostNames.LEGACY_PROFILE);

    private final Host host;

    ProjectProfiles(Host host) {
        this.host = host;
    }

    @Override
    public String title() {
        return "placement profiles of projects";
    }

    @Override
    public void remove(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        if (daemon.isPresent()) {
            Failures failures = new Failures();
            for (Tenants.Named profile : find(daemon.get(), deadline)) {
                Incus project = daemon.get().inProject(profile.project());
                failures.collect("profile " + profile, () -> project.profiles().delete(profile.name(), deadline));
            }
            failures.raise();
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        host.daemon(deadline)
                .ifPresent(incus -> find(incus, deadline).forEach(profile -> found.add("profile " + profile)));
        return found;
    }

    private static List<Tenants.Named> find(Incus incus, Deadline deadline) {
        List<Tenants.Named> found = new ArrayList<>();
        for (Project project : incus.projects().list(deadline)) {
            boolean own = !project.name().equals(Tenants.DEFAULT)
                    && project.config()
                            .getOrDefault("features.profiles", "false")
                            .equals("true");
            for (String name : own ? NAMES : List.<String>of()) {
                if (incus.inProject(project.name())
                        .profiles()
                        .find(name, deadline)
                        .isPresent()) {
                    found.add(new Tenants.Named(project.name(), name));
                }
            }
        }
        return found;
    }
}
