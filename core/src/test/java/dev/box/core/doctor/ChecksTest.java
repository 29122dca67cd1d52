package dev.box.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.Stamp;
import dev.box.core.host.Change;
import dev.box.core.host.DropIn;
import dev.box.core.host.EgressTarget;
import dev.box.core.host.FirewallUnitLayer;
import dev.box.core.host.ProfileLayer;
import dev.box.core.host.SystemdUnit;
import dev.box.core.net.Ruleset;
import dev.box.incus.SocketHolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Judgements of recorded facts, above all of those that no lab host can be brought into. */
class ChecksTest {

    private static final long GIB = 1L << 30;

    @Test
    void everyCheckSaysWhatItReadsAndWhy() {
        assertThat(Checks.ALL).extracting(Check::id).doesNotHaveDuplicates();
        assertThat(Checks.ALL).allSatisfy(check -> {
            assertThat(check.reads()).isNotBlank();
            assertThat(check.why()).isNotBlank();
        });
    }

    @Test
    void aFullDiskIsToldFromAStoppedDaemon() {
        DaemonAnswer stopped = new DaemonAnswer.Stopped("nobody listens");

        assertThat(daemon(stopped, "failed", 1024).fact()).contains("the disk that holds its data is full: 0 MiB left");
        assertThat(daemon(stopped, "failed", 1024).repairable()).isFalse();
        assertThat(daemon(stopped, "failed", GIB).fact()).contains("its unit failed");
        assertThat(daemon(stopped, "inactive", GIB).repairable()).isTrue();
        assertThat(daemon(stopped, "inactive", -1).repairable()).isTrue();
    }

    @Test
    void aSlowDaemonIsToldFromAWedgedOneAndFromAFullDisk() {
        DaemonAnswer slow = new DaemonAnswer.Slow("no answer within 10000 ms");

        assertThat(daemon(slow, "active", GIB).fact()).contains("no silent client holds it");
        assertThat(daemon(slow, "active", GIB).fix()).startsWith("sudo systemctl restart incus");
        assertThat(daemon(slow, "active", 0).fact()).contains("is full");
        Result wedged = daemon(
                new DaemonAnswer.Wedged("said", "end it: kill 7", List.of(new SocketHolder(7, "nc"))), "active", GIB);
        assertThat(wedged.fact()).contains("pid 7 (nc)");
        assertThat(wedged.fix()).contains("kill 7");
    }

    @Test
    void anAccountThatMayNotAskIsNoProblem() {
        assertThat(daemon(new DaemonAnswer.Forbidden("may not", "usermod"), "active", GIB)
                        .verdict())
                .isEqualTo(Verdict.INFO);
    }

    @Test
    void aDropInOfAllServicesIsTheOperatorsToKeepOffTheUnit() {
        assertThat(unit("/etc/systemd/system/box-firewall.service.d/x.conf").repairable())
                .isTrue();
        Result shared = unit("/etc/systemd/system/service.d/x.conf");
        assertThat(shared.repairable()).isFalse();
        assertThat(shared.fact()).contains("/service.d/x.conf: ExecStart= → absent");
        assertThat(shared.fix()).contains("sudo ln -s /dev/null /etc/systemd/system/box-firewall.service.d/x.conf");
    }

    private static Result unit(String dropIn) {
        var observed = new FirewallUnitLayer.Unit(
                Optional.of("shipped"),
                new SystemdUnit(true, "loaded", "active", "enabled"),
                List.of(new DropIn(Path.of(dropIn), List.of("ExecStart="))),
                false);
        Change change = new Change("unit", dropIn, "ExecStart=", Change.ABSENT);
        return FirewallChecks.unit(new Reading.Layered<>(observed, List.of(change), List.of()));
    }

    private static Result daemon(DaemonAnswer answer, String unit, long free) {
        return DaemonChecks.daemon(new Reading.DaemonFacts(answer, unit, free));
    }

    @Test
    void anOperationThatRunsForHalfAnHourIsStuck() {
        Reading.Busy slow = new Reading.Busy("id-1", "Creating instance", 1860, true);
        Reading.Busy stubborn = new Reading.Busy("id-2", "Stopping instance", 1860, false);
        Reading.Busy brisk = new Reading.Busy("id-3", "Downloading image", 600, true);

        assertThat(DaemonChecks.operations(List.of(brisk, slow)).fix()).isEqualTo("incus operation delete id-1");
        assertThat(DaemonChecks.operations(List.of(stubborn)).fix()).startsWith("sudo systemctl restart incus");
        assertThat(DaemonChecks.operations(List.of(brisk)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void theClockIsWrongWhenThisMachinesFilesAreFromTheFuture() {
        assertThat(MachineChecks.clock(new Reading.ClockFacts(1000, 1000 + 3600, "/etc", "yes"))
                        .verdict())
                .isEqualTo(Verdict.DIRTY);
        assertThat(MachineChecks.clock(new Reading.ClockFacts(1000, 1060, "/etc", "yes"))
                        .verdict())
                .isEqualTo(Verdict.OK);
        assertThat(MachineChecks.clock(new Reading.ClockFacts(1000, 10, "/etc", "no"))
                        .verdict())
                .isEqualTo(Verdict.INFO);
    }

    @Test
    void aPoolOrTheDiskUnderItThatIsNearlyFullIsAProblem() {
        assertThat(storage("btrfs", 37 * GIB - 1, 37 * GIB, 50 * GIB).fact()).contains("the pool is nearly full");
        assertThat(storage("btrfs", 96 * GIB, 100 * GIB, 50 * GIB).fact()).contains("the pool is nearly full");
        assertThat(storage("btrfs", GIB, 37 * GIB, GIB / 2).fact())
                .contains("the disk under it is nearly full: 512 MiB");
        assertThat(storage("", 0, 0, GIB).fix()).isEqualTo("sudo box setup-host");
        assertThat(storage("dir", GIB, 37 * GIB, 36 * GIB).verdict()).isEqualTo(Verdict.INFO);
        assertThat(storage("btrfs", GIB, 37 * GIB, 36 * GIB).verdict()).isEqualTo(Verdict.OK);
    }

    private static Result storage(String driver, long used, long total, long hostFree) {
        return MachineChecks.storage(new Reading.StorageFacts(driver, used, total, "off", hostFree));
    }

    @Test
    void whatADrillUsesWhileItRunsIsNotLeftOver() {
        Reading.BoxFacts box = box("drill-1a2b-a", Stamp.Mark.MINTING);
        assertThat(MachineChecks.leftovers(new Reading.Leftovers(List.of(), List.of(box), List.of(), true))
                        .verdict())
                .isEqualTo(Verdict.INFO);
        assertThat(MachineChecks.leftovers(new Reading.Leftovers(List.of(), List.of(box), List.of(), false))
                        .repairable())
                .isTrue();
        assertThat(BoxChecks.Mints.unfinished(List.of(box))).isEmpty();
    }

    @Test
    void aMintUnderWayIsNoProblemAndAFailedOneIs() {
        Reading.BoxFacts half = box("half", Stamp.Mark.MINTING);
        Reading.BoxFacts bad = box("bad", Stamp.Mark.FAILED);

        assertThat(BoxChecks.mints(new BoxChecks.Mints(List.of(half), true)).verdict())
                .isEqualTo(Verdict.INFO);
        assertThat(BoxChecks.mints(new BoxChecks.Mints(List.of(half), false)).verdict())
                .isEqualTo(Verdict.DIRTY);
        assertThat(BoxChecks.mints(new BoxChecks.Mints(List.of(half, bad), true))
                        .verdict())
                .isEqualTo(Verdict.DIRTY);
    }

    private static Reading.BoxFacts box(String name, Stamp.Mark mark) {
        return new Reading.BoxFacts("", name, false, mark, Map.of(), List.of(), "");
    }

    @Test
    void aBoxsNicIsComparedWithTheProfilesOwnContract() {
        Map<String, String> shipped = ProfileLayer.DEVICES.getOrDefault("eth0", Map.of());
        Map<String, String> door = new HashMap<>(shipped);
        door.put("ipv4.address", "10.88.0.2");
        Map<String, String> off = new HashMap<>(shipped);
        off.remove("security.mac_filtering");
        Map<String, String> left = new HashMap<>(shipped);
        left.put("security.ipv6_filtering", "true");

        assertThat(nics(shipped).verdict()).isEqualTo(Verdict.OK);
        assertThat(nics(door).verdict()).as("a door pins the address").isEqualTo(Verdict.OK);
        assertThat(nics(off).fix()).isEqualTo("incus config device set work eth0 security.mac_filtering=true");
        assertThat(nics(left).fix()).isEqualTo("incus config device unset work eth0 security.ipv6_filtering");
        assertThat(nics(Map.of("network", "lan")).fact()).contains("is not on boxnet");
    }

    private static Result nics(Map<String, String> keys) {
        return BoxChecks.nics(
                List.of(new Reading.BoxFacts("", "work", true, Stamp.Mark.WHOLE, Map.of("eth0", keys), List.of(), "")));
    }

    @Test
    void egressByAddressAndByNameAreToldApart() {
        String none = "no answer in 5 s";
        assertThat(egress("", "203.0.113.1", "").verdict()).isEqualTo(Verdict.OK);
        assertThat(egress("", "", "").fact()).endsWith("DNS is at fault");
        assertThat(egress(none, "203.0.113.1", none).fact())
                .contains("names resolve")
                .endsWith("routing is at fault");
        assertThat(egress(none, "", "").fact()).contains("does not resolve").endsWith("routing is at fault");
        assertThat(egress("", "192.0.2.1", none).fact()).contains("leads to 192.0.2.1: " + none);
    }

    private static Result egress(String byAddress, String resolved, String byName) {
        EgressTarget target = EgressTarget.fromSetting("203.0.113.1:443,name.test:443");
        return BoxChecks.egress(new Reading.EgressFacts("work", target, byAddress, resolved, byName));
    }

    @Test
    void twoActiveFirewallsAreNotGuessedBetween() {
        Reading.NeighbourFacts both = new Reading.NeighbourFacts(true, true, "", false, List.of());
        assertThat(Neighbours.judge(new Neighbours.Both(both, Ruleset.EMPTY, Map.of()))
                        .fact())
                .contains("UFW and firewalld are both active");
    }

    @Test
    void carveOutsThatDifferAreRepairedAndFirewalldIsAskedItself() {
        Reading.NeighbourFacts none = new Reading.NeighbourFacts(false, false, "", false, List.of());
        Change stale = new Change("neighbours", "UFW", "allow in on boxnet to 10.99.0.1 port 53", "absent");
        Result repairable = Neighbours.judge(new Neighbours.Both(none, Ruleset.EMPTY, Map.of("UFW", List.of(stale))));
        assertThat(repairable.repairable()).isTrue();
        assertThat(repairable.fact()).isEqualTo("UFW: allow in on boxnet to 10.99.0.1 port 53 → absent");

        Ruleset rejecting = Ruleset.parse(
                "table inet firewalld {\nchain filter_INPUT {\n"
                        + "type filter hook input priority filter + 10; policy accept;\nreject with icmpx admin-prohibited\n}\n}\n");
        assertThat(Neighbours.judge(new Neighbours.Both(none, rejecting, Map.of("firewalld", List.of())))
                        .verdict())
                .isEqualTo(Verdict.OK);
        assertThat(Neighbours.judge(new Neighbours.Both(none, rejecting, Map.of()))
                        .verdict())
                .as("without the layer's word")
                .isEqualTo(Verdict.DIRTY);
    }

    @Test
    void firewalldKeepsBoxesOutUnlessTheirBridgeIsTrusted() {
        Ruleset rules = Ruleset.parse("""
                table inet firewalld {
                    chain filter_INPUT {
                        type filter hook input priority filter + 10; policy accept;
                        ct state established,related accept
                        jump filter_INPUT_ZONES
                        reject with icmpx admin-prohibited
                    }
                    chain filter_INPUT_ZONES {
                        goto filter_IN_public
                    }
                }
                """);
        assertThat(firewalld("public", rules).fact()).startsWith("firewalld drops what boxes ask of DHCP and DNS");
        assertThat(firewalld("public", rules).fix()).contains("--zone=trusted --add-interface=boxnet");
        assertThat(firewalld("trusted", rules).verdict()).isEqualTo(Verdict.OK);
    }

    private static Result firewalld(String zone, Ruleset rules) {
        return Neighbours.judge(
                new Neighbours.Both(new Reading.NeighbourFacts(false, true, zone, false, List.of()), rules, Map.of()));
    }

    @Test
    void rulesThatOnlyLegacyToolsShowAreNotJudged() {
        Result result = Neighbours.judge(new Neighbours.Both(
                new Reading.NeighbourFacts(false, false, "", true, List.of("filter")), Ruleset.EMPTY, Map.of()));
        assertThat(result.verdict()).isEqualTo(Verdict.INFO);
        assertThat(result.fact()).contains("iptables-legacy tables");
    }

    @Test
    void debiansBackportsCloseHolesThatUpstreamClosedLater() {
        assertThat(security("6.0.4", "6.0.4-2+deb13u12").verdict()).isEqualTo(Verdict.OK);
        assertThat(security("6.0.4", "1:6.0.4-2+deb13u8").verdict()).isEqualTo(Verdict.OK);
        Result old = security("6.0.4", "6.0.4-2+deb13u4");
        assertThat(old.verdict()).isEqualTo(Verdict.DIRTY);
        assertThat(old.fact()).contains("CVE-2026-48751", "CVE-2026-55622").doesNotContain("CVE-2026-23953", "2025");
        assertThat(security("6.0.4", "6.0.4-2").fact()).contains("CVE-2025-64507");
    }

    @Test
    void anotherDistributionsPackageIsUnknownUnlessItsChangelogNamesTheHole() {
        Result ubuntu = security("6.0.0", "6.0.0-1ubuntu0.3");
        assertThat(ubuntu.verdict()).isEqualTo(Verdict.INFO);
        assertThat(ubuntu.fact())
                .contains("not known to this box", "CVE-2025-64507")
                .doesNotContain("CVE-2025-52889");
        Set<String> all = Set.copyOf(
                SecurityFloors.HOLES.stream().map(SecurityFloors.Hole::cve).toList());
        assertThat(SecurityFloors.judge(new Reading.VersionFacts("6.0.0", "6.0.0-1ubuntu0.3", all))
                        .verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void anUpstreamBuildBelowAFloorIsOpen() {
        assertThat(security("6.13", "").fact()).contains("CVE-2025-52889", "CVE-2025-52890", "CVE-2025-64507");
        assertThat(security("6.11", "").fact()).doesNotContain("CVE-2025-52889");
        assertThat(security("6.0.5", "6.0.5-debian13-1").fact()).contains("CVE-2025-64507", "CVE-2026-23954");
        assertThat(security("6.20", "").fact()).contains("CVE-2026-23953").doesNotContain("CVE-2025-64507 (");
        assertThat(security("6.21", "").verdict())
                .as("where nothing is known of a fix, nothing is claimed")
                .isEqualTo(Verdict.INFO);
    }

    private static Result security(String daemon, String packageVersion) {
        return SecurityFloors.judge(new Reading.VersionFacts(daemon, packageVersion, Set.of()));
    }

    @Test
    void whatCannotBeReadIsAProblemOnlyIfItShouldHaveBeen() {
        Check check =
                Check.of("x", "reads", "why", Repair.NONE, reading -> Seen.hidden("root only"), fact -> Result.ok(""));
        Check broken = Check.of(
                "x",
                "reads",
                "why",
                Repair.NONE,
                reading -> new Seen.Not<>(Seen.Why.FAILED, "nft\u001b[2J said no", "do"),
                fact -> Result.ok(""));
        Reading any = Readings.nothing();

        assertThat(check.judge().apply(any).verdict()).isEqualTo(Verdict.INFO);
        Finding finding = broken.judge().apply(any);
        assertThat(finding.verdict()).isEqualTo(Verdict.DIRTY);
        assertThat(finding.judged()).isFalse();
        assertThat(finding.fact()).isEqualTo("could not be read: nft said no");
    }

    @Test
    void aBoxThatDidNotSayItsMachineIdIsNamed() {
        assertThat(BoxChecks.identities(new BoxChecks.Identities(List.of(), Map.of(), List.of("work")))
                        .fact())
                .endsWith("work did not say its machine-id, and was judged by its stamp");
        assertThat(BoxChecks.identities(new BoxChecks.Identities(List.of(), Map.of(), List.of()))
                        .fact())
                .endsWith("all distinct");
    }
}
