package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.GrantVerb;
import dev.box.cli.verb.RevokeVerb;
import dev.box.cli.verb.TenantsVerb;

/** The entries of the table for several people on one host. */
final class TenantCommands {

    private static final String OTHERS = "who may use this host is its administrator's to say";

    private TenantCommands() {}

    static Command grant() {
        return Command.of("grant", Group.HOST, Tier.ROOT, "let an account make boxes of its own, and nothing else")
                .describe("""
                        The account gets a project of its own behind incus-user (group incus), confined to boxnet, with
                        the placement profile and the host's base images. The project is confined before the account
                        may use it, and the grant is proven from the account's side of the socket; a grant that fails
                        lets nobody in. Running it again repairs what differs, and brings new base images along.
                        A limit holds for all boxes of the account together; 'none' lifts it, and what is not named
                        stays. In a limited project every box needs a size of its own (box gives it one, except a
                        container's disk: --disk), and there are no warm bases, which would count.
                        """)
                .one("user")
                .value("cpu", "count", "CPUs of all its boxes together")
                .value("memory", "size", "memory of all its boxes together, e.g. 16GiB")
                .value("disk", "size", "disks and images of all its boxes together, e.g. 100GiB")
                .value("boxes", "count", "number of boxes")
                .notRestricted(OTHERS)
                .example("sudo box grant anna", "anna logs in anew, then: box new work")
                .example("sudo box grant anna --boxes 5 --memory 16GiB", "with limits")
                .example("sudo box grant anna --memory none", "without that one again")
                .runs(new GrantVerb());
    }

    static Command revoke() {
        return Command.of("revoke", Group.HOST, Tier.ROOT, "end an account's access to its boxes, or delete them all")
                .describe("""
                        The account leaves group incus. Its boxes keep running, and a new grant brings it all back.
                        Sessions that are open keep their access until they end: they are named, with the command that
                        ends them. Programs that would hand the group on (setgid) in the account's home and temporary
                        files are disarmed.
                        With --purge its processes that have the group are ended first, then everything of the account's
                        is deleted: certificate, boxes, images, project, private bridge and what incus-user kept; each
                        is looked for again. Nobody else's is touched. An account that is gone is named by its user id.
                        """)
                .one("user")
                .flag("purge", "also delete its boxes and its project; asks first")
                .flag("yes", "do not ask")
                .notRestricted(OTHERS)
                .example("sudo box revoke anna", "no access; the boxes stay")
                .example("sudo box revoke anna --purge", "shows what would go, asks, deletes it")
                .runs(new RevokeVerb());
    }

    static Command tenants() {
        return Command.of("tenants", Group.HOST, Tier.ADMIN, "who has boxes of their own here, and within which limits")
                .json()
                .notRestricted(OTHERS)
                .example("box tenants", "account, project, access, boxes, limits, and whether the project is fit")
                .example("box tenants --json", "for a program (schema box.tenants/1)")
                .runs(new TenantsVerb());
    }
}
