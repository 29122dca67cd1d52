package dev.box.core.tenant;

import dev.box.core.box.Deletion;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostLock;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.OperationInfo;
import dev.box.incus.Project;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * {@code box revoke}: takes an account's project out of its reach, and with a purge out of the world. Everything that is
 * touched carries the account's user id; nothing of anybody else's does.
 */
public final class Revoke {

    private final Host host;
    private final Machine machine;
    private final Groups groups;

    public Revoke(Host host) {
        this.host = host;
        this.machine = host.machine();
        this.groups = new Groups(machine);
    }

    /**
     * How it went.
     *
     * @param account whose access ended
     * @param sessions that were open before and keep the socket until they end; none after a purge
     * @param setgid files that would hand the group on, whose bit was taken away
     * @param admin whether the account has the whole daemon through the other group
     */
    public record Revoked(Account account, List<Sessions.Process> sessions, List<String> setgid, boolean admin) {
        public Revoked {
            sessions = List.copyOf(sessions);
            setgid = List.copyOf(setgid);
        }
    }

    /** Ends the membership. Boxes keep running, and a grant brings everything back. */
    public Revoked run(String user, Progress progress, Deadline deadline) {
        Account account = account(user, deadline);
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            return close(account, deadline);
        }
    }

    private Revoked close(Account account, Deadline deadline) {
        groups.remove(account, deadline);
        Optional<Groups.Group> group = groups.find(Groups.TENANTS, deadline);
        return new Revoked(
                account,
                group.map(found -> new Sessions(machine).of(account.uid(), found.gid(), deadline))
                        .orElse(List.of()),
                new SetgidFiles(machine).disarm(account, Groups.TENANTS, deadline),
                groups.has(Groups.ADMINS, account, deadline));
    }

    /** What a purge would delete, in words; changes nothing. */
    public List<String> plan(String user, Deadline deadline) {
        Account account = account(user, deadline);
        return artefacts(account, host.incus(deadline), deadline);
    }

    /**
     * As {@link #run}, then ends the account's sessions, deletes all that is the account's, and looks for each again.
     *
     * @throws BoxFailure.Failed naming what survived
     */
    public Revoked purge(String user, Progress progress, Deadline deadline) {
        Account account = account(user, deadline);
        Incus incus = host.incus(deadline);
        Registration registration = new Registration(machine, incus, account);
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            Revoked closed = close(account, deadline);
            // before anything goes: a session that is left would have incus-user make it all anew, unconfined
            step("ending the sessions of " + account.name(), progress, deadline, () -> endSessions(account, deadline));
            // with the certificate gone, a connection that incus-user still holds gets nowhere
            step("deleting its certificate", progress, deadline, () -> registration.deleteCertificates(deadline));
            step("deleting its boxes", progress, deadline, () -> deleteInstances(account, incus, deadline));
            step(
                    "deleting project " + account.project(),
                    progress,
                    deadline,
                    () -> deleteProject(account, incus, deadline));
            step("deleting its private bridge", progress, deadline, () -> registration.deleteBridge(deadline));
            // last: for as long as the directory is there, incus-user makes nothing anew
            step("deleting what incus-user kept", progress, deadline, () -> registration.deleteDirectory(deadline));
            requireAbsent(account, incus, deadline);
            return new Revoked(account, List.of(), closed.setgid(), closed.admin());
        }
    }

    /** An account that is gone from the host may have left a project behind: then its user id names it. */
    private Account account(String user, Deadline deadline) {
        String tried = "revoking " + user;
        if (user.matches("[1-9][0-9]{0,8}")
                && Account.find(machine, user, deadline).isEmpty()) {
            Account gone = new Account(user, Integer.parseInt(user), -1, "");
            if (host.incus(deadline).projects().find(gone.project(), deadline).isPresent()) {
                return gone;
            }
        }
        return Account.require(machine, tried, user, deadline);
    }

    private void endSessions(Account account, Deadline deadline) {
        groups.find(Groups.TENANTS, deadline)
                .ifPresent(group -> new Sessions(machine).end(account, group.gid(), deadline));
    }

    /** What its sessions had asked of the daemon goes on without them, and may make or start another instance. */
    private static void deleteInstances(Account account, Incus incus, Deadline deadline) {
        Incus own = incus.inProject(account.project());
        if (incus.projects().find(account.project(), deadline).isEmpty()) {
            return;
        }
        if (Poll.until("waiting for the daemon's work", deadline, () -> idle(own, deadline))
                .isEmpty()) {
            throw new BoxFailure.Failed(
                    "deleting the boxes of " + account.name(),
                    "the daemon is at work in project " + account.project() + " for longer than "
                            + deadline.budget().toSeconds() + " s",
                    "incus operation list --project " + account.project());
        }
        for (Instance instance : own.instances().list(deadline)) {
            Deletion.force(own, instance.name(), deadline);
        }
    }

    private static Optional<Boolean> idle(Incus own, Deadline deadline) {
        return own.operations().list(deadline).stream().noneMatch(OperationInfo::working)
                ? Optional.of(true)
                : Optional.empty();
    }

    /** Whatever the project still holds, by its own list; its default profile goes with it. */
    private static void deleteProject(Account account, Incus incus, Deadline deadline) {
        Optional<Project> project =
                incus.projects().find(account.project(), deadline).map(found -> found.value());
        if (project.isEmpty()) {
            return;
        }
        List<String> contents = new ArrayList<>(project.get().usedBy());
        // what may refer to others goes before what may be referred to
        contents.sort(Comparator.comparing(path -> path.startsWith("/1.0/profiles/")));
        for (String path : contents) {
            if (!path.startsWith("/1.0/profiles/default?")) {
                incus.projects().deleteContent(path, deadline);
            }
        }
        incus.projects().delete(account.project(), deadline);
    }

    private List<String> artefacts(Account account, Incus incus, Deadline deadline) {
        Registration registration = new Registration(machine, incus, account);
        List<String> found = new ArrayList<>();
        if (groups.has(Groups.TENANTS, account, deadline)) {
            found.add("membership of " + account.name() + " in group " + Groups.TENANTS);
        }
        registration.project(deadline).ifPresent(project -> {
            found.add("project " + project.name());
            for (Instance instance : incus.inProject(project.name()).instances().list(deadline)) {
                found.add("instance " + instance.name());
            }
        });
        if (registration.hasBridge(deadline)) {
            found.add("network " + registration.bridge());
        }
        registration
                .certificates(deadline)
                .forEach(certificate -> found.add("certificate " + Untrusted.line(certificate.name())));
        if (registration.hasDirectory(deadline)) {
            found.add(registration.directory().toString());
        }
        return found;
    }

    private void requireAbsent(Account account, Incus incus, Deadline deadline) {
        List<String> left = artefacts(account, incus, deadline);
        if (!left.isEmpty()) {
            throw new BoxFailure.Failed(
                    "purging " + account.name(),
                    "still there: " + String.join(", ", left),
                    "run it again; if it comes back, something reconnects: sudo journalctl -u incus-user -n 20");
        }
    }

    private static void step(String what, Progress progress, Deadline deadline, Runnable work) {
        try (Progress.Step step = progress.step(what, deadline)) {
            work.run();
            step.done("");
        }
    }
}
