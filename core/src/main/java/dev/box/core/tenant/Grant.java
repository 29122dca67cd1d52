package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.host.HostLock;
import dev.box.core.host.HostNames;
import dev.box.core.host.SystemdUnit;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code box grant}: gives an account a project of its own in which boxes are boxes. The project is made and confined
 * before the account may use it, so a grant that ends half-way, however it ends, has let nobody in. Running it again
 * converges.
 */
public final class Grant {

    private final Host host;
    private final Machine machine;

    public Grant(Host host) {
        this.host = host;
        this.machine = host.machine();
    }

    /**
     * How it went.
     *
     * @param account who may now make boxes
     * @param admin whether the account has the whole daemon anyway, so that the project is where it starts and no confinement
     * @param relogin whether it was no member before, so that sessions that are open now do not have it yet
     * @param changes what differed
     */
    public record Granted(Account account, boolean admin, boolean relogin, List<Change> changes) {
        public Granted {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Converges and proves it from the account's side of the socket.
     *
     * @throws BoxFailure.Refused if there is nothing to grant, or nothing to grant it with; nothing was changed
     * @throws BoxFailure.Failed with what access remains
     */
    public Granted run(String user, Quota quota, Progress progress, Deadline deadline) {
        String tried = "granting " + user;
        Account account = Account.require(machine, tried, user, deadline);
        Incus incus = host.incus(deadline);
        Path socket = userSocket(incus);
        int gid = requireStack(tried, incus, socket, deadline);
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            Groups groups = new Groups(machine);
            boolean member = groups.has(Groups.TENANTS, account, deadline);
            boolean admin = groups.has(Groups.ADMINS, account, deadline);
            try {
                List<Change> changes = converge(account, incus, socket, gid, quota, progress, deadline);
                if (!member) {
                    step(
                            "adding " + account.name() + " to group " + Groups.TENANTS,
                            progress,
                            deadline,
                            () -> groups.add(account, deadline));
                }
                step(
                        "verifying it from " + account.name() + "'s side",
                        progress,
                        deadline,
                        () -> new Verification(UserSide.atLogin(machine, account, socket), account, quota)
                                .run(deadline));
                return new Granted(account, admin, !member, changes);
            } catch (RuntimeException e) {
                throw closed(account, member, admin, groups, e);
            }
        }
    }

    /** The socket of incus-user beside the daemon's own. */
    static Path userSocket(Incus incus) {
        return incus.endpoint().socket().resolveSibling("unix.socket.user");
    }

    private int requireStack(String tried, Incus incus, Path socket, Deadline deadline) {
        if (incus.networks().find(HostNames.NETWORK, deadline).isEmpty()
                || incus.profiles().find(HostNames.PROFILE, deadline).isEmpty()) {
            throw new BoxFailure.Refused(
                    tried, "this host has no " + HostNames.NETWORK + " to put boxes on", "sudo box setup-host");
        }
        SystemdUnit unit = SystemdUnit.observe(machine, HostNames.RESTRICTED_SOCKET, deadline);
        if (!machine.exists(socket, deadline)) {
            throw new BoxFailure.Refused(
                    tried,
                    unit.exists()
                            ? HostNames.RESTRICTED_SOCKET + " is " + unit.active() + ": there is no " + socket
                            : "this host's Incus has no incus-user: there is no " + socket,
                    unit.exists() ? "sudo box setup-host" : "sudo apt-get install incus");
        }
        return new Groups(machine)
                .find(Groups.TENANTS, deadline)
                .orElseThrow(() -> new BoxFailure.Refused(
                        tried, "this host has no group '" + Groups.TENANTS + "'", "sudo apt-get install incus"))
                .gid();
    }

    private List<Change> converge(
            Account account, Incus incus, Path socket, int gid, Quota quota, Progress progress, Deadline deadline) {
        Registration registration = new Registration(machine, incus, account);
        TenantProject project = new TenantProject(incus, account.project());
        if (!registration.complete(deadline)) {
            step("making project " + account.project(), progress, deadline, () -> {
                if (registration.project(deadline).isPresent()) {
                    project.plainDefault(deadline);
                }
                registration.make(UserSide.withGroup(machine, account, socket, gid), deadline);
            });
        }
        List<Change> changes = project.diff(quota, deadline);
        step("taking it off the private bridge", progress, deadline, () -> project.plainDefault(deadline));
        step("confining it to " + HostNames.NETWORK, progress, deadline, () -> project.restrict(deadline));
        step("giving it profile " + HostNames.PROFILE, progress, deadline, () -> project.place(deadline));
        step("giving it the base images", progress, deadline, () -> project.shareImages(deadline));
        if (!quota.keys().isEmpty()) {
            step("limiting it", progress, deadline, () -> project.limit(quota, deadline));
        }
        step("reading it back", progress, deadline, () -> {
            List<Change> left = project.diff(quota, deadline);
            if (!left.isEmpty()) {
                throw new BoxFailure.Failed(
                        "verifying project " + account.project(),
                        "after everything was applied: " + left.getFirst(),
                        "run it again; if it stays: box doctor");
            }
        });
        return changes;
    }

    private static void step(String what, Progress progress, Deadline deadline, Runnable work) {
        try (Progress.Step step = progress.step(what, deadline)) {
            work.run();
            step.done("");
        }
    }

    /** Whoever was let in by this run is let out again; whoever had access before keeps it, which is said. */
    private BoxFailure closed(Account account, boolean member, boolean admin, Groups groups, RuntimeException cause) {
        String tried = "granting " + account.name();
        String answered = String.valueOf(cause.getMessage());
        String remains;
        String advice = "then run it again: sudo box grant " + account.name();
        if (member) {
            remains = "ACCESS REMAINS: " + account.name() + " was in group " + Groups.TENANTS
                    + " before, and reaches a project that is not verified";
            advice += "; or close it: sudo box revoke " + account.name();
        } else {
            // an interrupt must not keep the door open
            boolean interrupted = Thread.interrupted();
            try {
                groups.remove(account, Deadline.seconds(30));
                remains = account.name() + " has no access to a project";
            } catch (BoxFailure open) {
                remains = "ACCESS REMAINS: " + account.name() + " could not be taken out of group " + Groups.TENANTS
                        + " again (" + open.answered() + ")";
                advice = "sudo gpasswd -d " + account.name() + " " + Groups.TENANTS;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (admin) {
            remains += "; being in group " + Groups.ADMINS + ", it has the whole daemon anyway";
        }
        if (cause instanceof BoxFailure.Interrupted) {
            return new BoxFailure.Interrupted(tried, remains + "; " + advice);
        }
        return new BoxFailure.Failed(tried, answered + "; " + remains, advice, cause);
    }
}
