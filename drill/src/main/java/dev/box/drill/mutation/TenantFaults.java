package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Account;
import dev.box.core.tenant.Grant;
import dev.box.core.tenant.Groups;
import dev.box.core.tenant.Quota;
import dev.box.core.tenant.Revoke;
import dev.box.incus.Deadline;
import java.util.Optional;

/**
 * What may be wrong with an account's access. The accounts are the drill's own: their names begin as the names of the run's
 * boxes do.
 */
public final class TenantFaults {

    /** Who is granted boxes. */
    public static final String TENANT = "anna";

    /** Whose grants fail. */
    public static final String LATE = "nina";

    private static final String WIDEN =
            "{ incus network show $n >/dev/null 2>&1 || incus network create $n; }; incus project set $p restricted.networks.access="
                    + HostNames.NETWORK + ",$n";

    private static final String KEEPER = "box-drill-keeper.service";
    private static final String KEPT = "/run/box-drill-kept.crt";

    private TenantFaults() {}

    /** What the login names of a run's accounts begin with, by one of its boxes. */
    public static String prefix(String box) {
        return box.substring(0, box.lastIndexOf('-') + 1);
    }

    /** The tenant's project may use its private bridge. */
    static Fault networks() {
        return project(WIDEN);
    }

    static Fault noSnapshots() {
        return project("incus project set $p restricted.snapshots=block");
    }

    /** The NIC that incus-user gives everybody, and leave to use what it is on. */
    static Fault defaultNic() {
        return project(
                WIDEN + "; incus profile device add default eth0 nic network=$n name=eth0 --project $p >/dev/null");
    }

    /** Undone as an administrator would, by another grant. */
    private static Fault project(String script) {
        return Fault.of(
                (world, deadline) -> {
                    grant(world, deadline);
                    Account tenant = account(world, TENANT, deadline).orElseThrow();
                    String names = "set -e; p=" + tenant.project() + " n=incusbr-" + tenant.uid() + "; ";
                    HostFaults.shell(world, names + script, deadline);
                },
                (world, deadline) -> account(world, TENANT, deadline).ifPresent(_ -> grant(world, deadline)));
    }

    private static void grant(World world, Deadline deadline) {
        new Grant(world.host()).run(name(world, TENANT), Quota.UNCHANGED, Progress.silent(), deadline);
    }

    /** A member of the group, as a grant that fails must not leave one. */
    static Fault member() {
        return Fault.of(
                (world, deadline) -> HostFaults.shell(
                        world,
                        "u=" + name(world, LATE) + "; id $u >/dev/null 2>&1 || useradd -m -s /bin/sh $u; gpasswd -a $u "
                                + Groups.TENANTS,
                        deadline),
                (world, deadline) -> account(world, LATE, deadline)
                        .ifPresent(late -> new Revoke(world.host()).run(late.name(), Progress.silent(), deadline)));
    }

    /** The tenant's certificate is put back by a unit that keeps looking for it. */
    static Fault certificate() {
        return Fault.of(
                (world, deadline) -> {
                    grant(world, deadline);
                    int uid = account(world, TENANT, deadline).orElseThrow().uid();
                    String name = "incus-user-" + uid;
                    String keep = "while :; do incus config trust list -f csv -c n | grep -qx " + name
                            + " || incus config trust add-certificate " + KEPT
                            + " --restricted --projects default --name " + name + "; done";
                    HostFaults.shell(
                            world,
                            "cp /var/lib/incus/users/" + uid + "/client.crt " + KEPT + " && systemd-run -q --unit="
                                    + KEEPER + " sh -c '" + keep + "'",
                            deadline);
                },
                (world, deadline) -> {
                    HostFaults.shell(world, "systemctl stop " + KEEPER + " 2>/dev/null; rm -f " + KEPT, deadline);
                    if (account(world, TENANT, deadline).isPresent()) {
                        new Revoke(world.host()).purge(name(world, TENANT), Progress.silent(), deadline);
                        grant(world, deadline);
                    }
                });
    }

    private static String name(World world, String who) {
        return prefix(world.boxes().getFirst()) + who;
    }

    private static Optional<Account> account(World world, String who, Deadline deadline) {
        return Account.find(world.machine(), name(world, who), deadline);
    }

    /** Makes none by itself, a phase does when it has use for one; undone by purging and deleting each. */
    static Fault accounts() {
        return Fault.of((world, deadline) -> {}, (world, deadline) -> {
            String prefix = name(world, "");
            if (!prefix.startsWith("drill-")) {
                throw new BoxFailure.Failed(
                        "removing the drill's accounts", "'" + prefix + "' is no drill's", "box doctor");
            }
            String passwd =
                    world.machine().command("getent", "passwd").run(deadline).stdout();
            for (String line : passwd.split("\n")) {
                String name = line.substring(0, Math.max(0, line.indexOf(':')));
                if (name.startsWith(prefix)) {
                    remove(world, name, deadline);
                }
            }
        });
    }

    private static void remove(World world, String name, Deadline deadline) {
        new Revoke(world.host()).purge(name, Progress.silent(), deadline);
        // userdel refuses while a process of the account is left, such as its service manager, which lingers
        String script =
                "pkill -KILL -u \"$1\"; while pgrep -u \"$1\" >/dev/null; do :; done; userdel -r \"$1\" 2>/dev/null"
                        + "; ! id \"$1\" 2>/dev/null";
        world.machine()
                .command("sh", "-c", script, "remove", name)
                .orFail("removing account " + name, "sudo userdel -r " + name + "; " + HostNames.NETWORK, deadline);
    }
}
