package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.util.Optional;

/**
 * A person's account on the host, as its name service has it.
 *
 * @param name login name
 * @param uid user id
 * @param gid of its primary group
 * @param home its directory
 */
public record Account(String name, int uid, int gid, String home) {

    /** incus-user gives every user id a project of this name. */
    static final String PROJECT = "user-";

    /** The account's project. */
    public String project() {
        return PROJECT + uid;
    }

    /** By login name or by user id; empty if there is none. */
    public static Optional<Account> find(Machine machine, String nameOrId, Deadline deadline) {
        if (nameOrId.isEmpty() || nameOrId.startsWith("-") || nameOrId.indexOf(':') >= 0) {
            return Optional.empty();
        }
        Subprocess.Result result = machine.command("getent", "passwd", nameOrId).run(deadline);
        String[] fields = result.stdout().strip().split(":", -1);
        if (!result.ok() || fields.length != 7) {
            return Optional.empty();
        }
        return Optional.of(new Account(fields[0], Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), fields[5]));
    }

    /** {@link #find}, or a refusal. */
    static Account require(Machine machine, String tried, String nameOrId, Deadline deadline) {
        Account account = find(machine, nameOrId, deadline)
                .orElseThrow(() -> new BoxFailure.Refused(
                        tried,
                        "this host has no account '" + Untrusted.line(nameOrId) + "'",
                        "who has boxes here: box tenants; a new account is made by: sudo useradd -m NAME"));
        if (account.uid() == 0) {
            throw new BoxFailure.Refused(
                    tried, "root needs no project of its own: it has the whole daemon", "name a person's account");
        }
        return account;
    }
}
