package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The host's group database: who may open which socket from their next login on. */
public final class Groups {

    /** Opens the socket of incus-user. */
    public static final String TENANTS = "incus";

    /** Opens the daemon's own socket. */
    public static final String ADMINS = "incus-admin";

    private final Machine machine;

    public Groups(Machine machine) {
        this.machine = machine;
    }

    /**
     * One group.
     *
     * @param gid its id
     * @param members those that the database lists; whoever has it as primary group is not among them
     */
    public record Group(int gid, List<String> members) {
        public Group {
            members = List.copyOf(members);
        }

        boolean has(Account account) {
            return account.gid() == gid || members.contains(account.name());
        }
    }

    /** Empty if there is no such group. */
    public Optional<Group> find(String name, Deadline deadline) {
        Subprocess.Result result = machine.command("getent", "group", name).run(deadline);
        String[] fields = result.stdout().strip().split(":", -1);
        if (!result.ok() || fields.length != 4) {
            return Optional.empty();
        }
        List<String> members = Stream.of(fields[3].split(","))
                .filter(member -> !member.isEmpty())
                .toList();
        return Optional.of(new Group(Integer.parseInt(fields[2]), members));
    }

    boolean has(String group, Account account, Deadline deadline) {
        return find(group, deadline).filter(found -> found.has(account)).isPresent();
    }

    /** Makes the account a member, and reads it back. */
    void add(Account account, Deadline deadline) {
        change("-a", account, true, deadline);
    }

    /** Ends the membership, and reads it back. */
    void remove(Account account, Deadline deadline) {
        if (has(TENANTS, account, deadline)) {
            change("-d", account, false, deadline);
        }
    }

    private void change(String option, Account account, boolean wanted, Deadline deadline) {
        String tried =
                (wanted ? "adding " : "removing ") + account.name() + (wanted ? " to" : " from") + " group " + TENANTS;
        String advice = "see: getent group " + TENANTS;
        machine.command("gpasswd", option, account.name(), TENANTS).orFail(tried, advice, deadline);
        if (has(TENANTS, account, deadline) != wanted) {
            throw new BoxFailure.Failed(
                    tried,
                    account.gid() == find(TENANTS, deadline).map(Group::gid).orElse(-1)
                            ? "it is the account's primary group"
                            : "the group database still says otherwise",
                    advice);
        }
    }
}
