package dev.box.drill.contract;

import java.util.List;
import java.util.stream.Stream;

/** The rows of the contract that are tried step by step; {@link Contract} has them beside the probes. */
final class Trials {

    static final List<TrialSpec> ALL = List.of(
            // phase A
            row("B1.internal", "an ACL with destination @internal on a bridge of the drill's own")
                    .expects("refused", "the same ACL with a subnet is taken"),
            row("B2.copy", "an instance with user.* keys is copied")
                    .expects("the copy has them", "its volatile.uuid is another: it is a copy"),
            row("B3.public", "a public name, asked while the network has dns.mode=none")
                    .expects("resolves", "the network's key is read at the same time"),
            row("B4.unset", "a user.* key that nobody set, through the API and through the client")
                    .expects("empty, exit status 0", "a key that is set reads back"),
            row("I1.tag", "the tag of an instance, read back").expects("as written", "another's is absent"),
            row("I1.filter", "listing by the tag")
                    .expects("ours is among them, an untagged one is not", "both are in the unfiltered list"),
            row("I1.states", "the words for an instance that runs and for one that does not")
                    .expects("Running and Stopped", "two instances in different states"),
            row("I1.rename", "renaming a running instance").expects("refused", "a stopped one is renamed"),
            row("I1.snapshots", "three snapshots whose names sort otherwise, listed")
                    .expects("each with a creation time, oldest first by it", "their names sort otherwise"),
            // phase B
            row("S1.list", "box list, beside a foreign instance").surface("does not name it"),
            foreign("S1.info", "info"),
            foreign("S1.rm", "rm --force"),
            foreign("S1.down", "down"),
            foreign("S1.start", "start"),
            foreign("S1.rename", "rename"),
            foreign("S1.snapshot", "snapshot"),
            foreign("S1.restore", "restore --force"),
            foreign("S1.export", "export"),
            foreign("S1.expose", "expose"),
            foreign("S1.exec", "exec"),
            foreign("S1.cp", "cp"),
            foreign("S1.clone", "new --from"),
            row("S1.name", "box new by a foreign instance's name").surface("refused"),
            foreign("S1.incus", "incus … delete --force"),
            row("S1.untouched", "the foreign instance, after all of these")
                    .expects("as it was, byte by byte of what the daemon says", "the daemon alone can delete it"),
            row("S2.verb", "an unknown verb, one letter off").surface("exit 2, the right one named"),
            row("S2.option", "an unknown option, one letter off").surface("exit 2, not taken for a label"),
            row("S2.name", "a box name that Incus would refuse").surface("exit 2, before any call"),
            row("S2.consent", "rm without --force and without a terminal").surface("exit 2, it stands"),
            row("S2.restore", "restore without --force and without a terminal").surface("exit 2"),
            row("S2.dashes", "exec without --").surface("exit 2"),
            row("S2.rename", "rename of a running box").surface("refused, 'box down' named"),
            row("S2.export", "export of a running box").surface("refused, 'box down' named"),
            row("S2.status", "exec of something that ends with 7").surface("exit 7: the guest's own"),
            row("S2.template", "a template that there is not").surface("refused, templates named"),
            row("S3.clone", "a copy of a snapshot of a box that was renamed")
                    .expects("a machine-id and an address of its own", "it has the source's file"),
            row("S3.roundtrip", "export, rm, import")
                    .expects("the file is back in it, with an identity of its own", "the box was gone in between"),
            // phase D
            row("B5.mac", "the MAC filter alone").rehearsal(),
            row("B5.ipv4", "the IPv4 filter alone").rehearsal(),
            row("B5.both", "both, as shipped").rehearsal(),
            row(
                            "A8.flood.sibling",
                            "frames in a sibling's MAC, hundreds a second, while the sibling talks to the internet")
                    .in(PhaseId.D)
                    .expects(
                            "no frame that is meant for the sibling comes to the flooder's port",
                            "the flood's frames are counted as they leave the flooder; with ports not bound to their MACs, some come"),
            // phase E
            row("A10.data", "a server in the box, a client at the door")
                    .expects("the client gets the box's answer", "the cells beside it: nobody else gets one"),
            row("A10.after", "the core of the contract, after the door was closed")
                    .expects("holds", "the controls of every cell"),
            // phase M
            row("H1.migrate", "a legacy box is moved over")
                    .expects("it has an address of boxnet, its files and its logins", "it had none of boxnet before"),
            row("H1.isolated", "the moved box, and the boxes of the drill")
                    .expects("its port is isolated and filtered", "the host's layers are read from the kernel"),
            row("H1.retire", "the legacy stack is retired")
                    .expects("no network, ACL, profile, unit or table of it", "all were there before"),
            // phase P
            row("A12.boot", "a box that sends from its first moment, while it boots")
                    .expects(
                            "nothing arrives at a sibling, the host's ports or private space",
                            "its frames are counted on the bridge"),
            row("A12.order", "what systemd starts first")
                    .expects("box-firewall, enabled, before incus", "the unit file is the shipped one"),
            row("A12.daemon-restart", "Incus is restarted").perturbed(),
            row("A12.daemon-killed", "Incus is killed outright and started").perturbed(),
            row("A12.dnsmasq-killed", "dnsmasq is killed, and setup run").perturbed(),
            row("A12.flush", "'nft flush ruleset', and setup run")
                    .expects(
                            "siblings stay apart by their ports alone; the layers' checks are red until setup is run, green after",
                            "private space is in reach meanwhile"),
            row("A12.unit", "the tables of box are gone, and the unit is run as at boot")
                    .perturbed(),
            row("A12.box-restart", "a box is restarted").perturbed(),
            row("A12.box-restored", "a box is restored to a mark").perturbed(),
            row("A12.address-reused", "a new box has the address of one that was removed while it had a door")
                    .expects("no door leads to it, and the core cells hold", "the door led to the first"),
            // phase X
            row("H2.kernel", "an older ruleset is in force, with a rule that admits more; then setup")
                    .expects("the kernel has the shipped rules and no other", "the old rule was in force"),
            row("H2.file", "an older ruleset and unit on disk; then setup").expects("both as shipped", "they differed"),
            // phase U
            row("U1.before", "both sockets, as an account that was granted nothing")
                    .expects("neither opens, and box says whom to ask", "the daemon answers root"),
            row("U1.one", "the projects and networks that a granted account sees")
                    .expects("one project of its own, and boxnet", "root sees more"),
            row("U1.apart", "two granted accounts with a box each: what each sees, in the other's project too")
                    .expects("its own box; the other's project and the default project refuse", "root sees both"),
            row("U1.same-name", "an instance of the same name in both projects")
                    .expects("both are made", "a second one in one project is refused"),
            row("U1.bridge", "the account's private bridge, as a NIC of its box")
                    .expects("refused", "with restricted.networks.access widened it is taken"),
            row("U1.widen", "restrictions, privileges and low-level keys, set from within the project")
                    .expects("each refused", "root sets a key of the project"),
            row("U1.edit", "boxnet, its ACL and the default project's profiles, changed by a granted account")
                    .expects("each refused, all as they were", "they are read before and after"),
            row("U1.copy", "another account's box, copied into one's own project, by client and by API")
                    .expects("each refused", "the same request copies a box of its own"),
            row("U1.fit", "each project, compared with what a grant makes")
                    .expects(
                            "no difference",
                            "networks.access widened, snapshots blocked, eth0 back in the default profile: each is seen and mended"),
            row(
                            "U2.verbs",
                            "new, list, exec, snapshot, copy, restore, down, rename, start, cp, rm, as a granted account")
                    .expects("each does what it says", "the box is gone at the end"),
            row("U2.refusals", "verbs on what all users share, as a granted account")
                    .expects("exit 2, the true reason, and whom to ask", "the same verb answers root otherwise"),
            row("U2.setup", "box setup-host, as a granted account")
                    .expects("exit 0, nothing changed, and why", "root's dry run finds nothing to change"),
            row("U2.doctor", "box doctor, as a granted account")
                    .expects("judges its own project, and says what only root sees", "root's judges the firewall"),
            row("U3.siblings", "the core of the contract between boxes of two accounts and one of the drill's")
                    .expects("holds", "the controls of every cell"),
            row("U3.raw", "an instance that an account puts on boxnet without the placement profile")
                    .expects(
                            "what network and host own holds: host, private space, siblings both ways, names",
                            "it holds a lease; without the bridge drop its frames reach a sibling"),
            row("U3.routes", "a NIC for which Incus routes a public address to an account's instance")
                    .expects(
                            "no frame for that address comes to it, and the doctor names it",
                            "the host routes it there"),
            row("U4.restart", "incus-user is restarted")
                    .expects("accounts see their own project, still confined", "its process is another"),
            row("U4.failed", "a grant that fails at each of its steps in turn, then one that does not")
                    .expects("nobody is let in; the last one converges", "a membership that is left behind is seen"),
            row("U4.admin", "a member of incus-admin is granted, and leaves incus-admin")
                    .expects("lands in the ready project, without another grant", "saw the default project before"),
            row("U4.revoke", "box revoke, with a session open")
                    .expects(
                            "the session is named, boxes run on, a grant brings it back",
                            "a new session has no access"),
            row("U4.purge", "box revoke --purge, while sessions keep asking the daemon")
                    .expects(
                            "nothing of the account's is left or comes back, and everybody else's is as it was",
                            "all of it was there; a certificate that is left behind is seen"),
            row("U4.stranger", "an account that nobody granted, after all of these")
                    .expects("neither socket opens", "the daemon answers root"),
            // phase T
            row("H3.own", "everything that this run has named").expects("gone", "it was there"),
            row("H3.others", "every instance, network, ACL, profile and image of others")
                    .expects("as at the start", "they were listed at the start"),
            row("H3.host", "the layers of the host, and the kernel's tables")
                    .expects("as at the start", "they were read at the start"));

    private Trials() {}

    /** Of the clause that its id begins with, in the phase that answers the clause. */
    private static Row row(String id, String how) {
        Clause clause = Stream.of(Clause.values())
                .filter(one -> id.startsWith(one.id() + "."))
                .findFirst()
                .orElseThrow();
        return new Row(id, clause, clause.phase(), how);
    }

    /** A verb, typed at an instance that is not box's. */
    private static TrialSpec foreign(String id, String verb) {
        return row(id, "box " + verb + ", aimed at a foreign instance").surface("no such box");
    }

    private record Row(String id, Clause clause, PhaseId phase, String how) {

        Row in(PhaseId other) {
            return new Row(id, clause, other, how);
        }

        TrialSpec expects(String expected, String control) {
            return new TrialSpec(id, clause, phase, how, expected, control);
        }

        TrialSpec surface(String expected) {
            return expects(expected, "the same verb serves a box of the drill's own, or the message is its own");
        }

        TrialSpec rehearsal() {
            return expects(
                    "the box's own network works, and so does a masqueraded network inside it",
                    "an address that is not the box's is dropped where the filter for it is on");
        }

        TrialSpec perturbed() {
            return expects(
                    "nothing that must not pass has passed meanwhile, and the core cells hold afterwards",
                    "a box sends all the while, and its frames are counted as they leave it");
        }
    }
}
