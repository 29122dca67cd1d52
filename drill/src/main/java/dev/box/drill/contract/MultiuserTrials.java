package dev.box.drill.contract;

import java.util.List;

/** The rows of phase U: several people on one host, with real accounts and real sessions. */
final class MultiuserTrials {

    static final List<TrialSpec> ALL = List.of(
            row("U1.before", Clause.U1, "both sockets, as an account that was granted nothing")
                    .expects("neither opens, and box says whom to ask", "the daemon answers root"),
            row("U1.one", Clause.U1, "the projects and networks that a granted account sees")
                    .expects("one project of its own, and boxnet", "root sees more"),
            row(
                            "U1.apart",
                            Clause.U1,
                            "two granted accounts with a box each: what each sees, in the other's project too")
                    .expects("its own box; the other's project and the default project refuse", "root sees both"),
            row("U1.same-name", Clause.U1, "an instance of the same name in both projects")
                    .expects("both are made", "a second one in one project is refused"),
            row("U1.bridge", Clause.U1, "the account's private bridge, as a NIC of its box")
                    .expects("refused", "with restricted.networks.access widened it is taken"),
            row("U1.widen", Clause.U1, "restrictions, privileges and low-level keys, set from within the project")
                    .expects("each refused", "root sets a key of the project"),
            row(
                            "U1.edit",
                            Clause.U1,
                            "boxnet, its ACL and the default project's profiles, changed by a granted account")
                    .expects("each refused, all as they were", "they are read before and after"),
            row("U1.copy", Clause.U1, "another account's box, copied into one's own project, by client and by API")
                    .expects("each refused", "the same request copies a box of its own"),
            row("U1.fit", Clause.U1, "each project, compared with what a grant makes")
                    .expects(
                            "no difference",
                            "networks.access widened, snapshots blocked, eth0 back in the default profile: each is seen and mended"),
            row(
                            "U2.verbs",
                            Clause.U2,
                            "new, list, exec, snapshot, copy, restore, down, rename, start, cp, rm, as a granted account")
                    .expects("each does what it says", "the box is gone at the end"),
            row("U2.refusals", Clause.U2, "verbs on what all users share, as a granted account")
                    .expects("exit 2, the true reason, and whom to ask", "the same verb answers root otherwise"),
            row("U2.setup", Clause.U2, "box setup-host, as a granted account")
                    .expects("exit 0, nothing changed, and why", "root's dry run finds nothing to change"),
            row("U2.doctor", Clause.U2, "box doctor, as a granted account")
                    .expects("judges its own project, and says what only root sees", "root's judges the firewall"),
            row(
                            "U3.siblings",
                            Clause.U3,
                            "the core of the contract between boxes of two accounts and one of the drill's")
                    .expects("holds", "the controls of every cell"),
            row("U3.raw", Clause.U3, "an instance that an account puts on boxnet without the placement profile")
                    .expects(
                            "what network and host own holds: host, private space, siblings both ways, names",
                            "it holds a lease; without the bridge drop its frames reach a sibling"),
            row("U3.routes", Clause.U3, "a NIC for which Incus routes a public address to an account's instance")
                    .expects(
                            "no frame for that address comes to it, and the doctor names it",
                            "the host routes it there"),
            row("U4.restart", Clause.U4, "incus-user is restarted")
                    .expects("accounts see their own project, still confined", "its process is another"),
            row("U4.failed", Clause.U4, "a grant that fails at each of its steps in turn, then one that does not")
                    .expects("nobody is let in; the last one converges", "a membership that is left behind is seen"),
            row("U4.admin", Clause.U4, "a member of incus-admin is granted, and leaves incus-admin")
                    .expects("lands in the ready project, without another grant", "saw the default project before"),
            row("U4.revoke", Clause.U4, "box revoke, with a session open")
                    .expects(
                            "the session is named, boxes run on, a grant brings it back",
                            "a new session has no access"),
            row("U4.purge", Clause.U4, "box revoke --purge, while sessions keep asking the daemon")
                    .expects(
                            "nothing of the account's is left or comes back, and everybody else's is as it was",
                            "all of it was there; a certificate that is left behind is seen"),
            row("U4.stranger", Clause.U4, "an account that nobody granted, after all of these")
                    .expects("neither socket opens", "the daemon answers root"));

    private MultiuserTrials() {}

    private static Row row(String id, Clause clause, String how) {
        return new Row(id, clause, how);
    }

    private record Row(String id, Clause clause, String how) {
        TrialSpec expects(String expected, String control) {
            return new TrialSpec(id, clause, PhaseId.U, how, expected, control);
        }
    }
}
