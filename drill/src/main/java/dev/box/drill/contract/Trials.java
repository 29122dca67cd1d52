package dev.box.drill.contract;

import java.util.List;
import java.util.stream.Stream;

/** The rows of the contract that are tried step by step; {@link Contract} has them beside the probes. */
final class Trials {

    private static final List<TrialSpec> ALONE = List.of(
            // phase A
            row("B1.internal", Clause.B1, "an ACL with destination @internal on a bridge of the drill's own")
                    .expects("refused", "the same ACL with a subnet is taken"),
            row("B2.copy", Clause.B2, "an instance with user.* keys is copied")
                    .expects("the copy has them", "its volatile.uuid is another: it is a copy"),
            row("B3.public", Clause.B3, "a public name, asked while the network has dns.mode=none")
                    .expects("resolves", "the network's key is read at the same time"),
            row("B4.unset", Clause.B4, "a user.* key that nobody set, through the API and through the client")
                    .expects("empty, exit status 0", "a key that is set reads back"),
            row("I1.tag", Clause.I1, "the tag of an instance, read back").expects("as written", "another's is absent"),
            row("I1.filter", Clause.I1, "listing by the tag")
                    .expects("ours is among them, an untagged one is not", "both are in the unfiltered list"),
            row("I1.states", Clause.I1, "the words for an instance that runs and for one that does not")
                    .expects("Running and Stopped", "two instances in different states"),
            row("I1.rename", Clause.I1, "renaming a running instance").expects("refused", "a stopped one is renamed"),
            row("I1.snapshots", Clause.I1, "three snapshots whose names sort otherwise, listed")
                    .expects("each with a creation time, oldest first by it", "their names sort otherwise"),
            // phase B
            row("S1.list", Clause.S1, "box list, beside a foreign instance").surface("does not name it"),
            row("S1.info", Clause.S1, "box info, aimed at a foreign instance").surface("no such box"),
            row("S1.rm", Clause.S1, "box rm --force, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.down", Clause.S1, "box down, aimed at a foreign instance").surface("no such box"),
            row("S1.start", Clause.S1, "box start, aimed at a foreign instance").surface("no such box"),
            row("S1.rename", Clause.S1, "box rename, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.snapshot", Clause.S1, "box snapshot, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.restore", Clause.S1, "box restore --force, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.export", Clause.S1, "box export, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.expose", Clause.S1, "box expose, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.exec", Clause.S1, "box exec, aimed at a foreign instance").surface("no such box"),
            row("S1.cp", Clause.S1, "box cp, aimed at a foreign instance").surface("no such box"),
            row("S1.clone", Clause.S1, "box new --from, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.name", Clause.S1, "box new by a foreign instance's name").surface("refused"),
            row("S1.incus", Clause.S1, "box incus … delete --force, aimed at a foreign instance")
                    .surface("no such box"),
            row("S1.untouched", Clause.S1, "the foreign instance, after all of these")
                    .expects("as it was, byte by byte of what the daemon says", "the daemon alone can delete it"),
            row("S2.verb", Clause.S2, "an unknown verb, one letter off").surface("exit 2, the right one named"),
            row("S2.option", Clause.S2, "an unknown option, one letter off").surface("exit 2, not taken for a label"),
            row("S2.name", Clause.S2, "a box name that Incus would refuse").surface("exit 2, before any call"),
            row("S2.consent", Clause.S2, "rm without --force and without a terminal")
                    .surface("exit 2, it stands"),
            row("S2.restore", Clause.S2, "restore without --force and without a terminal")
                    .surface("exit 2"),
            row("S2.dashes", Clause.S2, "exec without --").surface("exit 2"),
            row("S2.rename", Clause.S2, "rename of a running box").surface("refused, 'box down' named"),
            row("S2.export", Clause.S2, "export of a running box").surface("refused, 'box down' named"),
            row("S2.status", Clause.S2, "exec of something that ends with 7").surface("exit 7: the guest's own"),
            row("S2.template", Clause.S2, "a template that there is not").surface("refused, templates named"),
            row("S3.clone", Clause.S3, "a copy of a snapshot of a box that was renamed")
                    .expects("a machine-id and an address of its own", "it has the source's file"),
            row("S3.roundtrip", Clause.S3, "export, rm, import")
                    .expects("the file is back in it, with an identity of its own", "the box was gone in between"),
            // phase D
            row("B5.mac", Clause.B5, PhaseId.D, "the MAC filter alone").rehearsal(),
            row("B5.ipv4", Clause.B5, PhaseId.D, "the IPv4 filter alone").rehearsal(),
            row("B5.both", Clause.B5, PhaseId.D, "both, as shipped").rehearsal(),
            new TrialSpec(
                    "A8.flood.sibling",
                    Clause.A8,
                    PhaseId.D,
                    "frames in a sibling's MAC, hundreds a second, while the sibling talks to the internet",
                    "no frame that is meant for the sibling comes to the flooder's port",
                    "the flood's frames are counted as they leave the flooder; with ports not bound to their MACs, some come"),
            // phase E
            row("A10.data", Clause.A10, "a server in the box, a client at the door")
                    .expects("the client gets the box's answer", "the cells beside it: nobody else gets one"),
            row("A10.after", Clause.A10, "the core of the contract, after the door was closed")
                    .expects("holds", "the controls of every cell"),
            // phase M
            row("H1.migrate", Clause.H1, "a legacy box is moved over")
                    .expects("it has an address of boxnet, its files and its logins", "it had none of boxnet before"),
            row("H1.isolated", Clause.H1, "the moved box, and the boxes of the drill")
                    .expects("its port is isolated and filtered", "the host's layers are read from the kernel"),
            row("H1.retire", Clause.H1, "the legacy stack is retired")
                    .expects("no network, ACL, profile, unit or table of it", "all were there before"),
            // phase P
            row("A12.boot", Clause.A12, "a box that sends from its first moment, while it boots")
                    .expects(
                            "nothing arrives at a sibling, the host's ports or private space",
                            "its frames are counted on the bridge"),
            row("A12.order", Clause.A12, "what systemd starts first")
                    .expects("box-firewall, enabled, before incus", "the unit file is the shipped one"),
            row("A12.daemon-restart", Clause.A12, "Incus is restarted").perturbed(),
            row("A12.daemon-killed", Clause.A12, "Incus is killed outright and started")
                    .perturbed(),
            row("A12.dnsmasq-killed", Clause.A12, "dnsmasq is killed, and setup run")
                    .perturbed(),
            row("A12.flush", Clause.A12, "'nft flush ruleset', and setup run")
                    .expects(
                            "siblings stay apart by their ports alone; the layers' checks are red until setup is run, green after",
                            "private space is in reach meanwhile"),
            row("A12.unit", Clause.A12, "the tables of box are gone, and the unit is run as at boot")
                    .perturbed(),
            row("A12.box-restart", Clause.A12, "a box is restarted").perturbed(),
            row("A12.box-restored", Clause.A12, "a box is restored to a mark").perturbed(),
            row(
                            "A12.address-reused",
                            Clause.A12,
                            "a new box has the address of one that was removed while it had a door")
                    .expects("no door leads to it, and the core cells hold", "the door led to the first"),
            // phase X
            row("H2.kernel", Clause.H2, "an older ruleset is in force, with a rule that admits more; then setup")
                    .expects("the kernel has the shipped rules and no other", "the old rule was in force"),
            row("H2.file", Clause.H2, "an older ruleset and unit on disk; then setup")
                    .expects("both as shipped", "they differed"),
            // phase T
            row("H3.own", Clause.H3, "everything that this run has named").expects("gone", "it was there"),
            row("H3.others", Clause.H3, "every instance, network, ACL, profile and image of others")
                    .expects("as at the start", "they were listed at the start"),
            row("H3.host", Clause.H3, "the layers of the host, and the kernel's tables")
                    .expects("as at the start", "they were read at the start"));

    static final List<TrialSpec> ALL =
            Stream.concat(ALONE.stream(), MultiuserTrials.ALL.stream()).toList();

    private Trials() {}

    private static Row row(String id, Clause clause, String how) {
        return row(id, clause, clause.phase(), how);
    }

    private static Row row(String id, Clause clause, PhaseId phase, String how) {
        return new Row(id, clause, phase, how);
    }

    private record Row(String id, Clause clause, PhaseId phase, String how) {

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
