package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whom somebody may ask who may not do it, and why they may not. Reads the host's own databases, never the daemon. */
public final class Helpers {

    private final Machine machine;
    private final Groups groups;

    public Helpers(Machine machine) {
        this.machine = machine;
        this.groups = new Groups(machine);
    }

    /** E.g. {@code an administrator of this host: root, or anna (incus-admin)}. */
    public String words(Deadline deadline) {
        List<String> people = new ArrayList<>();
        for (String group : List.of(Groups.ADMINS, "sudo", "wheel")) {
            for (String member :
                    groups.find(group, deadline).map(Groups.Group::members).orElse(List.of())) {
                people.add(Untrusted.line(member) + " (" + group + ")");
            }
        }
        return "an administrator of this host: root" + (people.isEmpty() ? "" : ", or " + String.join(", ", people));
    }

    /** What to tell an account that may open no socket. */
    public BoxFailure barred(IncusException.PermissionDenied denied, Deadline deadline) {
        Optional<Account> account = self(deadline);
        for (String group : List.of(Groups.ADMINS, Groups.TENANTS)) {
            if (account.filter(known -> groups.has(group, known, deadline)).isPresent()) {
                return new BoxFailure.Failed(
                        denied.tried(),
                        "this account is in group " + group + ", but was not when this session began",
                        "log in again; or only for this shell: newgrp " + group);
            }
        }
        String name = account.map(Account::name).orElse("\"$USER\"");
        return new BoxFailure.Failed(
                denied.tried(),
                "this account has no access to Incus (" + denied.answered() + ")",
                "ask " + words(deadline) + ", to run: sudo box grant " + name);
    }

    private Optional<Account> self(Deadline deadline) {
        String uid = machine.command("id", "-u").run(deadline).stdout().strip();
        return Account.find(machine, uid, deadline);
    }
}
