package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.process.Subprocess;
import dev.box.core.tenant.Account;
import dev.box.core.tenant.Tenants;
import dev.box.core.text.Untrusted;
import dev.box.drill.mutation.TenantFaults;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Accounts of the drill's own on the host, and what they type in sessions of their own. */
final class People {

    private final Bench bench;
    private final Host host;
    private final Path product;
    private final String prefix;
    private final Set<String> granted = new HashSet<>();

    People(Bench bench, Path product) {
        this.bench = bench;
        this.host = bench.context().host();
        this.product = product;
        prefix = TenantFaults.prefix(bench.boxes().getFirst());
    }

    /** The login name of somebody. */
    String name(String who) {
        return prefix + who;
    }

    Account make(String who, String groups, Deadline deadline) {
        String script =
                "id \"$1\" >/dev/null 2>&1 || useradd -m -s /bin/sh \"$1\"; [ -z \"$2\" ] || usermod -aG \"$2\" \"$1\"";
        host.machine()
                .command("sh", "-c", script, "make", name(who), groups)
                .orFail("making account " + name(who), "sudo box wipe", deadline);
        return account(who, deadline);
    }

    Account account(String who, Deadline deadline) {
        return Account.find(host.machine(), name(who), deadline)
                .orElseThrow(() -> new BoxFailure.Unjudged("looking for account " + name(who), "it is gone", ""));
    }

    /** A script in a fresh login of somebody's; {@code box} in it is the product. */
    Subprocess.Result as(String who, String script, Deadline deadline) {
        return host.machine()
                .command("su", "-", name(who), "-c", "box() { '" + product + "' \"$@\"; }; " + script)
                .run(deadline);
    }

    /** A session that goes on by itself, until somebody ends it. */
    void open(String who, String script, Deadline deadline) {
        String line =
                "setsid su - \"$1\" -c \"$2\" >/dev/null 2>&1 </dev/null & until pgrep -u \"$1\" >/dev/null; do :; done";
        host.machine().command("sh", "-c", line, "open", name(who), script).orFail("opening a session", "", deadline);
    }

    /** As root. */
    Subprocess.Result root(String script, Deadline deadline) {
        return host.machine()
                .command("sh", "-c", "box() { '" + product + "' \"$@\"; }; " + script)
                .run(deadline);
    }

    /** As root; it must succeed, or the row cannot be judged. */
    String must(String script, Deadline deadline) {
        Subprocess.Result result = root(script, deadline);
        if (!result.ok()) {
            throw new BoxFailure.Unjudged("running '" + script + "'", Untrusted.line(result.complaint()), "");
        }
        return result.stdout().strip();
    }

    /** Lets somebody in by the verb, once: a project that is spoiled afterwards must be found so, and not mended by this. */
    synchronized Account granted(String who, Deadline deadline) {
        Account account = account(who, deadline);
        if (granted.add(who) && !isGranted(account, deadline)) {
            must("box grant " + name(who), deadline);
        }
        return account;
    }

    private boolean isGranted(Account account, Deadline deadline) {
        return bench.incus().projects().find(account.project(), deadline).isPresent()
                && tenants(deadline).stream()
                        .anyMatch(tenant ->
                                tenant.project().equals(account.project()) && tenant.entry() == Tenants.Entry.GRANTED);
    }

    /** A box of somebody's, minted by them, if there is none of that name. */
    String box(String who, String suffix, Deadline deadline) {
        String box = name(suffix);
        Account account = granted(who, deadline);
        if (in(account).instances().find(box, deadline).isEmpty()) {
            Subprocess.Result minted = as(who, "box new " + box + " --cpu 1 --memory 512MiB", deadline);
            if (!minted.ok()) {
                throw new BoxFailure.Unjudged("minting as " + name(who), Untrusted.line(minted.complaint()), "");
            }
        }
        return box;
    }

    Incus in(Account account) {
        return bench.context().incus().inProject(account.project());
    }

    List<Tenants.Tenant> tenants(Deadline deadline) {
        return new Tenants(host, bench.context().incus()).list(deadline);
    }

    /** How the projects of these accounts differ from what a grant makes. */
    List<String> drift(List<Account> accounts, Deadline deadline) {
        List<String> drift = new ArrayList<>();
        for (Tenants.Tenant tenant : tenants(deadline)) {
            if (accounts.stream().anyMatch(account -> account.project().equals(tenant.project()))) {
                tenant.drift().forEach(change -> drift.add(tenant.name() + ": " + change));
            }
        }
        return drift;
    }

    /** Whether a fresh session of somebody's can reach a daemon by whichever socket. */
    boolean reaches(String who, Deadline deadline) {
        String script = "for s in unix.socket unix.socket.user; do"
                + " INCUS_SOCKET=/var/lib/incus/$s incus query /1.0/projects && exit 0; done; exit 1";
        return as(who, script, deadline).ok();
    }
}
