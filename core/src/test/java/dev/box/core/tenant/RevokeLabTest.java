package dev.box.core.tenant;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;
import static dev.box.core.host.LabHostFixture.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.LabHostFixture;
import dev.box.core.progress.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With real accounts and live sessions: what ends, what stays, and that nothing comes back. */
@Tag("lab")
class RevokeLabTest {

    private static final String WORLD = """
            incus project list -f csv -c n; incus network list -f csv -c n | grep -v ^lo$
            incus config trust list -f csv -c nf; ls /var/lib/incus/users
            for p in $(incus project list -f csv -c n | sed 's/ .*//'); do
              echo "$p: $(incus list --project $p -f csv -c ns) $(incus profile list --project $p -f csv)"
              incus image list --project $p -f csv -c fl; incus project show $p; incus profile show default --project $p
            done
            getent group incus incus-admin
            """;

    /** Instances, a copy of one, and starts of all: asked of the daemon at once, and not waited for. */
    private static final String UNFINISHED = """
            p=$(incus project list -f csv -c n | sed 's/ .*//')
            for i in 1 2 3 4 5 6 7 8; do incus init box/debian/13/cloud i$i -p box-net </dev/null; done
            ask() { incus query -X "$1" "/1.0/instances$2?project=$p" -d "$3" >/dev/null; }
            ask POST '' '{"name":"made","source":{"type":"copy","source":"i1"}}'
            for i in 1 2 3 4 5 6 7 8; do ask PUT /i$i/state '{"action":"start"}'; done
            """;

    private final Host host = LabHostFixture.host();
    private final People people = new People(host);

    @AfterEach
    void nobodyStays() {
        people.close();
    }

    @Test
    void aBareRevokeEndsTheAccessKeepsTheBoxesAndAGrantBringsItAllBack() {
        Account anna = people.add("tanna", "");
        grant("tanna");
        must(host, "su - tanna -c 'incus launch box/debian/13/cloud kept -p box-net'");

        Revoke.Revoked revoked = new Revoke(host).run("tanna", Progress.silent(), deadline());

        assertThat(revoked.setgid()).isEmpty();
        assertThat(people.as("tanna", "incus list").ok()).isFalse();
        assertThat(sh(host, "incus list --project " + anna.project() + " -f csv -c ns"))
                .isEqualTo("kept,RUNNING");
        assertThat(new Tenants(host, host.incus(deadline())).list(deadline()))
                .extracting(Tenants.Tenant::entry)
                .containsExactly(Tenants.Entry.REVOKED);
        grant("tanna");
        assertThat(people.as("tanna", "incus list -f csv -c ns").stdout().strip())
                .isEqualTo("kept,RUNNING");
    }

    @Test
    void sessionsThatAreOpenAreNamed() {
        people.add("tanna", "");
        grant("tanna");
        session("tanna", "exec sleep 600");
        String pid = must(host, "until pgrep -u tanna -x sleep; do :; done");

        Revoke.Revoked revoked = new Revoke(host).run("tanna", Progress.silent(), deadline());

        assertThat(revoked.sessions())
                .extracting(process -> Integer.toString(process.pid()))
                .contains(pid);
        assertThat(Sessions.command(revoked.account())).isEqualTo("sudo pkill -KILL -u tanna");
    }

    @Test
    void aProgramThatWouldHandTheGroupOnIsDisarmed() {
        people.add("tanna", "");
        grant("tanna");
        must(host, "su - tanna -c 'cp /usr/bin/incus mine && chgrp incus mine && chmod g+s mine'");
        String reach = "INCUS_SOCKET=/var/lib/incus/unix.socket.user ./mine query /1.0";
        must(host, "gpasswd -d tanna incus");
        assertThat(people.as("tanna", reach).ok())
                .as("the membership alone does not end it")
                .isTrue();

        Revoke.Revoked revoked = new Revoke(host).run("tanna", Progress.silent(), deadline());

        assertThat(revoked.setgid()).containsExactly("/home/tanna/mine");
        assertThat(people.as("tanna", reach).ok()).isFalse();
    }

    @Test
    void aPurgeLeavesNothingOfTheirsAndEverythingOfOthers() {
        people.add("tbert", "");
        grant("tbert");
        must(host, "su - tbert -c 'incus init box/debian/13/cloud same -p box-net'");
        people.add("tanna", "");
        String before = sh(host, WORLD);
        grant("tanna");
        must(
                host,
                "su - tanna -c 'incus launch box/debian/13/cloud same -p box-net && incus snapshot create same s"
                        + " && incus storage volume create default vol && incus profile create extra"
                        + " && incus init box/debian/13/cloud two -p box-net -p extra"
                        + " && incus publish two --alias own'");
        assertThat(sh(host, WORLD)).isNotEqualTo(before);

        new Revoke(host).purge("tanna", Progress.silent(), deadline());

        assertThat(sh(host, WORLD)).isEqualTo(before);
        assertThat(people.as("tbert", "incus list -f csv -c n").stdout().strip())
                .isEqualTo("same");
        new Revoke(host).purge("tanna", Progress.silent(), deadline());
        assertThat(sh(host, WORLD)).isEqualTo(before);
    }

    @Test
    void aStaleSessionThatKeepsTryingIsEndedAndBringsNothingBack() {
        Account anna = people.add("tanna", "");
        grant("tanna");
        // one that asks for all it is worth, also when it is orphaned, and one with the group as its own
        session("tanna", "while :; do incus list >/dev/null 2>&1; done");
        session("tanna", "exec sg incus -c \"while :; do incus list >/dev/null 2>&1; done\"");

        new Revoke(host).purge("tanna", Progress.silent(), deadline());

        assertThat(run(host, "pgrep -u tanna -G incus").ok()).isFalse();
        people.as("tanna", "incus list");
        assertThat(sh(host, "incus project list -f csv -c n")).doesNotContain(anna.project());
        assertThat(run(host, "ls -d /var/lib/incus/users/" + anna.uid()).ok()).isFalse();
    }

    @Test
    void whatASessionHadTheDaemonDoIsOverBeforeItsBoxesAreDeleted() {
        Account anna = people.add("tanna", "");
        grant("tanna");
        must(host, "su - tanna -c 'sh -e' <<'WORK'\n" + UNFINISHED + "WORK");

        new Revoke(host).purge("tanna", Progress.silent(), deadline());

        assertThat(sh(host, "incus project list -f csv -c n")).doesNotContain(anna.project());
    }

    @Test
    void anAccountThatIsGoneIsPurgedByItsId() {
        Account anna = people.add("tanna", "");
        grant("tanna");
        must(host, "userdel -r tanna 2>/dev/null || ! id tanna");
        assertThat(new Tenants(host, host.incus(deadline())).list(deadline()))
                .extracting(Tenants.Tenant::entry)
                .containsExactly(Tenants.Entry.GONE);

        new Revoke(host).purge(Integer.toString(anna.uid()), Progress.silent(), deadline());

        assertThat(sh(host, "incus project list -f csv -c n")).doesNotContain(anna.project());
        assertThatThrownBy(() -> new Revoke(host).purge("tanna", Progress.silent(), deadline()))
                .isInstanceOf(BoxFailure.Refused.class);
    }

    @Test
    void whatSurvivesAPurgeIsNamed() {
        Account anna = people.add("tanna", "");
        grant("tanna");
        // a bridge that something else of the host stands on cannot go
        must(
                host,
                "b=incusbr-" + anna.uid() + "; incus network show $b >/dev/null 2>&1 || incus network create $b"
                        + "; incus profile create holder; incus profile device add holder eth9 nic network=$b");
        try {
            assertThatThrownBy(() -> new Revoke(host).purge("tanna", Progress.silent(), deadline()))
                    .hasMessageContaining("incusbr-" + anna.uid());
        } finally {
            must(host, "incus profile delete holder");
        }
    }

    private void grant(String name) {
        new Grant(host).run(name, Quota.UNCHANGED, Progress.silent(), deadline());
    }

    /** Opens a session that runs a script for as long as it likes. */
    private void session(String name, String script) {
        must(
                host,
                "setsid su - " + name + " -c '" + script.replace("'", "'\\''")
                        + "' >/dev/null 2>&1 </dev/null & until pgrep -u " + name + "; do :; done");
    }
}
