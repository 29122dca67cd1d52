package dev.box.core.tenant;

import dev.box.core.box.Stamp;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.process.Machine;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Project;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who has a project on this host, what is in it, and whether it is still as it must be. */
public final class Tenants {

    static final String DESCRIPTION = "User restricted project for \"";

    private final Machine machine;
    private final Incus incus;

    public Tenants(Host host, Incus incus) {
        this.machine = host.machine();
        this.incus = incus;
    }

    /** How an account gets to its project. */
    public enum Entry {
        /** By group incus. */
        GRANTED("granted"),
        /** It has the whole daemon, and the project beside it. */
        ADMIN("admin"),
        /** Not any more: what is there waits for a new grant or a purge. */
        REVOKED("revoked"),
        /** The account is gone from the host. */
        GONE("account gone");

        private final String word;

        Entry(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * One of them.
     *
     * @param name login name; the user id if the account is gone
     * @param project of incus-user
     * @param entry whether it has access
     * @param boxes how many there are
     * @param running of these
     * @param others instances that are no boxes: warm bases, and what was made without box
     * @param limits of the project
     * @param drift how the project differs from what a grant makes; empty if it does not
     */
    public record Tenant(
            String name,
            String project,
            Entry entry,
            int boxes,
            int running,
            int others,
            Quota limits,
            List<Change> drift) {
        public Tenant {
            drift = List.copyOf(drift);
        }
    }

    /** By name. A member without a project has not been here since its grant was made by hand: it is listed too. */
    public List<Tenant> list(Deadline deadline) {
        Groups groups = new Groups(machine);
        Optional<Groups.Group> tenants = groups.find(Groups.TENANTS, deadline);
        Optional<Groups.Group> admins = groups.find(Groups.ADMINS, deadline);
        Map<String, Tenant> found = new LinkedHashMap<>();
        for (Project project : incus.projects().list(deadline)) {
            if (project.name().matches(Account.PROJECT + "[0-9]+")
                    && project.description().startsWith(DESCRIPTION)) {
                String uid = project.name().substring(Account.PROJECT.length());
                Optional<Account> account = Account.find(machine, uid, deadline);
                Entry entry =
                        account.map(known -> entry(known, tenants, admins)).orElse(Entry.GONE);
                found.put(project.name(), tenant(account.map(Account::name).orElse(uid), project, entry, deadline));
            }
        }
        for (String member : tenants.map(Groups.Group::members).orElse(List.of())) {
            Account.find(machine, member, deadline)
                    .filter(account -> !found.containsKey(account.project()))
                    .ifPresent(account -> found.put(
                            account.project(),
                            new Tenant(
                                    account.name(),
                                    account.project(),
                                    entry(account, tenants, admins),
                                    0,
                                    0,
                                    0,
                                    Quota.UNCHANGED,
                                    List.of(new Change("project", account.project(), "absent", "made by a grant")))));
        }
        return found.values().stream()
                .sorted(Comparator.comparing(Tenant::name))
                .toList();
    }

    /** The caller's own project, as the caller may see it: behind incus-user nobody sees another's. */
    public Tenant own(Deadline deadline) {
        Project project = incus.projects().get(incus.project(), deadline).value();
        return tenant(project.name(), project, Entry.GRANTED, deadline);
    }

    private static Entry entry(Account account, Optional<Groups.Group> tenants, Optional<Groups.Group> admins) {
        if (admins.filter(group -> group.has(account)).isPresent()) {
            return Entry.ADMIN;
        }
        return tenants.filter(group -> group.has(account)).isPresent() ? Entry.GRANTED : Entry.REVOKED;
    }

    private Tenant tenant(String name, Project project, Entry entry, Deadline deadline) {
        int boxes = 0;
        int running = 0;
        int others = 0;
        for (Instance instance : incus.inProject(project.name()).instances().list(deadline)) {
            boolean box = Stamp.isBox(instance.config());
            boxes += box ? 1 : 0;
            running += box && instance.running() ? 1 : 0;
            others += box ? 0 : 1;
        }
        return new Tenant(
                name,
                project.name(),
                entry,
                boxes,
                running,
                others,
                Quota.of(project.config()),
                new TenantProject(incus, project.name()).diff(Quota.UNCHANGED, deadline));
    }
}
