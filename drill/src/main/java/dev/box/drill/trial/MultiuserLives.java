package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Account;
import dev.box.core.tenant.Grant;
import dev.box.core.tenant.Quota;
import dev.box.core.text.Untrusted;
import dev.box.drill.mutation.TenantFaults;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of phase U about how access comes and goes: failed grants, restarts, revokes and purges. */
final class MultiuserLives {

    private static final String LATE = TenantFaults.LATE;
    private static final String ADMIN = "otto";

    /** What an account leaves in the daemon, and what everybody has; a line each. */
    private static final String EVERYTHING = """
            incus project list -f csv -c n | sed 's/ .*//; s/^/project /'
            incus network list -f csv -c n | sed 's/^/network /'
            incus config trust list -f csv -c n | sed 's/^/certificate /'
            ls /var/lib/incus/users | sed 's/^/directory /'
            incus list --all-projects -f csv -c en | sed 's/^/instance /'
            getent group incus | cut -d: -f4 | tr , '\\n' | sed 's/^/member /'
            """;

    private final Bench bench;
    private final People people;
    private final String one;
    private final String other;

    MultiuserLives(Bench bench, People people, String one, String other) {
        this.bench = bench;
        this.people = people;
        this.one = one;
        this.other = other;
    }

    void trials(Map<String, Trial> trials) {
        trials.put("U4.restart", this::restart);
        trials.put("U4.failed", this::failed);
        trials.put("U4.admin", this::admin);
        trials.put("U4.revoke", this::revoke);
        trials.put("U4.purge", this::purge);
    }

    private Tried restart(Deadline deadline) {
        Account account = people.granted(one, deadline);
        people.as(one, "incus list", deadline);
        String pid = "systemctl show -p MainPID --value incus-user.service";
        String before = people.must(pid, deadline);
        people.must("systemctl restart incus-user.service", deadline);
        String after = people.must(pid, deadline);
        String projects = people.as(one, "incus project list -f csv -c n", deadline)
                .stdout()
                .strip();
        List<String> drift = people.drift(List.of(account), deadline);
        return Tried.of(
                !before.equals(after),
                projects.equals(account.project() + " (current)") && drift.isEmpty(),
                drift.isEmpty() ? "it sees another project" : "its project differs: " + drift,
                "process " + before + " became " + after + "; projects: " + Untrusted.line(projects));
    }

    /** The row's control is a mutation: a membership that a failed grant had left would be seen by the same look. */
    private Tried failed(Deadline deadline) {
        people.make(LATE, "", deadline);
        String name = people.name(LATE);
        List<String> tried = new ArrayList<>();
        boolean failed = true;
        while (failed) {
            Failing progress = new Failing(tried);
            try {
                grant(name, progress, deadline);
                failed = false;
            } catch (BoxFailure.Failed injected) {
                tried.add(progress.last);
                if (people.reaches(LATE, deadline)) {
                    return Tried.broken("let in after failing at: " + progress.last, String.join(", ", tried));
                }
            }
        }
        Account account = people.account(LATE, deadline);
        boolean converged = people.reaches(LATE, deadline)
                && people.drift(List.of(account), deadline).isEmpty();
        people.must("box revoke " + name, deadline);
        boolean closed = !people.reaches(LATE, deadline);
        people.must("gpasswd -a " + name + " incus", deadline);
        boolean seen = people.reaches(LATE, deadline);
        people.must("box revoke " + name, deadline);
        return Tried.of(
                seen && closed && tried.size() >= 6,
                converged,
                "the last grant did not converge",
                tried.size() + " steps failed in turn: " + String.join(", ", tried));
    }

    private void grant(String name, Progress progress, Deadline deadline) {
        new Grant(bench.context().host()).run(name, Quota.UNCHANGED, progress, deadline);
    }

    private Tried admin(Deadline deadline) {
        Account otto = people.make(ADMIN, "incus-admin", deadline);
        Subprocess.Result granted = people.root("box grant " + people.name(ADMIN), deadline);
        String before =
                people.as(ADMIN, "incus project list -f csv -c n", deadline).stdout();
        people.must("gpasswd -d " + people.name(ADMIN) + " incus-admin", deadline);
        String after = people.as(ADMIN, "incus project list -f csv -c n", deadline)
                .stdout()
                .strip();
        boolean told = granted.stderr().contains("not a confinement");
        return Tried.of(
                before.contains("default (current)"),
                granted.ok() && told && after.equals(otto.project() + " (current)"),
                told ? "it does not land in its project" : "it is not told that this is no confinement",
                "before: " + Untrusted.line(before.strip()) + "; after: " + Untrusted.line(after));
    }

    private Tried revoke(Deadline deadline) {
        String box = people.box(other, "v", deadline);
        Account account = people.account(other, deadline);
        people.open(other, "exec sleep 300", deadline);
        String pid = people.must("until pgrep -u " + people.name(other) + " -x sleep; do :; done", deadline);
        Subprocess.Result revoked = people.root("box revoke " + people.name(other), deadline);
        boolean closed = !people.reaches(other, deadline);
        boolean named =
                revoked.stderr().contains(pid + " (sleep)") && revoked.stderr().contains("pkill -KILL -u");
        boolean runs = people.in(account).instances().get(box, deadline).value().running();
        people.must("box grant " + people.name(other), deadline);
        boolean back = people.as(other, "box list", deadline).stdout().contains(box);
        people.root("kill " + pid, deadline);
        return Tried.of(
                closed,
                revoked.ok() && named && runs && back,
                !named ? "the open session is not named" : !runs ? "the box stopped" : "a grant does not bring it back",
                MultiuserPhase.said(revoked));
    }

    /** The row's control is a mutation: a certificate that a purge had left would be seen by the same look. */
    private Tried purge(Deadline deadline) {
        people.box(one, "u", deadline);
        Account account = people.account(one, deadline);
        String id = Integer.toString(account.uid());
        List<String> before = look(deadline);
        List<String> hers = before.stream().filter(line -> isOf(line, id)).toList();
        people.must("cp /var/lib/incus/users/" + id + "/client.crt /run/box-drill.crt", deadline);
        people.open(one, "while :; do incus list >/dev/null 2>&1; done", deadline);
        people.open(one, "exec sg incus -c 'while :; do incus list >/dev/null 2>&1; done'", deadline);
        Subprocess.Result purged = people.root("box revoke " + people.name(one) + " --purge --yes", deadline);
        people.as(one, "incus list", deadline);
        List<String> after = look(deadline);
        List<String> left = after.stream().filter(line -> isOf(line, id)).toList();
        List<String> others = before.stream().filter(line -> !isOf(line, id)).toList();
        if (!left.isEmpty()) {
            people.must("rm /run/box-drill.crt", deadline);
            return Tried.broken("left: " + left, MultiuserPhase.said(purged));
        }
        boolean same = after.containsAll(others);
        people.must(
                "incus config trust add-certificate /run/box-drill.crt --restricted --projects default --name incus-user-"
                        + id,
                deadline);
        boolean seen = look(deadline).stream().anyMatch(line -> isOf(line, id));
        people.must(
                "incus config trust remove $(incus config trust list -f csv -c nf | sed -n 's/^incus-user-" + id
                        + ",//p'); rm /run/box-drill.crt",
                deadline);
        return Tried.of(
                hers.size() >= 5 && seen,
                purged.ok() && same,
                same ? MultiuserPhase.said(purged) : "others lost something",
                "were there: " + hers.size() + " things of its; left: none; of " + others.size() + " of others' all "
                        + (same ? "stand" : "do not stand"));
    }

    private List<String> look(Deadline deadline) {
        return people.must(EVERYTHING, deadline).lines().toList();
    }

    private boolean isOf(String line, String id) {
        return line.equals("project user-" + id)
                || line.equals("network incusbr-" + id)
                || line.equals("certificate incus-user-" + id)
                || line.equals("directory " + id)
                || line.startsWith("instance user-" + id + ",")
                || line.equals("member " + people.name(one));
    }

    /** Fails as the first step opens at which none has failed yet. */
    private static final class Failing implements Progress {
        private final List<String> before;
        private String last = "";

        Failing(List<String> before) {
            this.before = List.copyOf(before);
        }

        @Override
        public Step step(String what, Deadline deadline) {
            last = what;
            if (!before.contains(what)) {
                throw new BoxFailure.Failed(what, "injected", "");
            }
            return Progress.silent().step(what, deadline);
        }

        @Override
        public void note(String message) {}

        @Override
        public void warn(String message) {}
    }
}
