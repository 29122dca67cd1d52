package dev.box.core.tenant;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.host.LabHostFixture;
import dev.box.core.progress.Progress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With real accounts on a real host: who gets in, where to, and that nobody does when something goes wrong. */
@Tag("lab")
class GrantLabTest {

    /** Of a first grant without limits: the project, five parts of it, the membership, the proof. */
    private static final int STEPS = 8;

    private static final int MEMBERSHIP = 6;

    private final Host host = LabHostFixture.host();
    private final People people = new People(host);

    @AfterEach
    void nobodyStays() {
        people.close();
        run(host, "incus network delete other");
    }

    @Test
    void beforeTheGrantThereIsNoDaemonAndAfterItOneProjectOnBoxnet() {
        Account anna = people.add("tanna", "");
        assertThat(people.as("tanna", "incus project list").ok()).isFalse();

        Grant.Granted granted = grant("tanna");

        assertThat(granted.relogin()).isTrue();
        assertThat(granted.admin()).isFalse();
        assertThat(people.as("tanna", "incus project list -f csv -c n").stdout().strip())
                .isEqualTo(anna.project() + " (current)");
        assertThat(people.as("tanna", "incus network list -f csv -c n").stdout().strip())
                .isEqualTo("boxnet");
        assertThat(people.as("tanna", "incus list --project default").stderr()).contains("permission");
        assertThat(grant("tanna").changes()).isEmpty();
    }

    @Test
    void neitherTheProjectNorItsNetworkCanBeWidenedFromWithin() {
        Account anna = people.add("tanna", "");
        grant("tanna");
        must(host, "incus image alias list --project " + anna.project() + " -f csv");
        people.as("tanna", "incus init box/debian/13/cloud raw -p default");

        for (String attempt : List.of(
                "incus config device add raw eth1 nic network=incusbr-" + anna.uid() + " name=eth1",
                "incus config device add raw eth1 nic nictype=bridged parent=boxnet name=eth1",
                "incus config set raw security.privileged=true",
                "incus config set raw raw.lxc=lxc.mount.auto=sys:rw",
                "incus project set " + anna.project() + " restricted.networks.access=boxnet,incusbr-" + anna.uid(),
                "incus network set boxnet ipv6.address=auto",
                "incus network acl rule remove box-isolate egress --force",
                "incus profile set default user.x=1 --project default",
                "incus project create mine")) {
            assertThat(people.as("tanna", attempt).ok()).as(attempt).isFalse();
        }
        assertThat(people.as("tanna", "incus config device list raw").stdout()).doesNotContain("eth1");
    }

    @ParameterizedTest
    @CsvSource({
        "restricted.networks.access, 'incus project set PROJECT restricted.networks.access=boxnet,incusbr-UID'",
        "restricted.snapshots, incus project set PROJECT restricted.snapshots=block",
        "restricted.backups, incus project unset PROJECT restricted.backups",
        "restricted.containers.lowlevel, incus project set PROJECT restricted.containers.lowlevel=allow",
        "restricted, incus project set PROJECT restricted=false",
        "NIC eth0 of its default profile, 'incus project set PROJECT restricted.networks.access=boxnet,other && incus profile device add default eth0 nic network=other name=eth0 --project PROJECT'",
        "profile box-net, incus profile device set box-net eth0 security.port_isolation=false --project PROJECT",
        "image box/debian/13/cloud, incus image alias delete box/debian/13/cloud --project PROJECT",
    })
    void whatDriftedIsSeenAndTheNextGrantMendsIt(String what, String drift) {
        Account anna = people.add("tanna", "");
        grant("tanna");
        must(host, "incus network show other >/dev/null 2>&1 || incus network create other");
        must(host, drift.replace("PROJECT", anna.project()).replace("UID", Integer.toString(anna.uid())));

        assertThat(tenant("tanna").drift()).extracting(Change::what).contains(what);
        assertThat(grant("tanna").changes()).extracting(Change::what).contains(what);
        assertThat(tenant("tanna").drift()).isEmpty();
    }

    @Test
    void aGrantThatFailsAtAnyStepLetsNobodyInAndTheNextOneConverges() {
        Account anna = people.add("tanna", "");
        for (int step = 0; step < STEPS; step++) {
            int last = step;
            Stops stops = new Stops(now -> {
                if (now == last) {
                    throw new BoxFailure.Failed("step " + last, "injected", "");
                }
            });

            assertThatThrownBy(() -> new Grant(host).run("tanna", Quota.UNCHANGED, stops, deadline()))
                    .as("step %s", step)
                    .hasMessageContaining("injected; tanna has no access");
            assertThat(people.as("tanna", "id -nG").stdout().strip()).isEqualTo("tanna");
            assertThat(people.as("tanna", "incus project list").ok())
                    .as("step %s", stops.steps.getLast())
                    .isFalse();
            // the first step is taken again only if there is nothing yet
            assertThat(grant("tanna").account()).isEqualTo(anna);
            new Revoke(host).purge("tanna", Progress.silent(), deadline());
        }
    }

    @Test
    void aGrantThatIsKilledAtAnyStepLetsNobodyIntoAnythingUnconfinedAndTheNextOneConverges() throws Exception {
        Account anna = people.add("tanna", "");
        for (int step = 0; step < STEPS; step++) {
            kill(anna, step);

            boolean member = people.as("tanna", "id -nG").stdout().contains("incus");
            assertThat(member).as("step %s", step).isEqualTo(step > MEMBERSHIP);
            if (member) {
                assertThat(tenant("tanna").drift()).isEmpty();
            }
            grant("tanna");
            assertThat(tenant("tanna").drift()).isEmpty();
            new Revoke(host).purge("tanna", Progress.silent(), deadline());
        }
    }

    private void kill(Account account, int step) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledGrant.class.getName(),
                        account.name(),
                        Integer.toString(step))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("step %s: %s", step, said).isEqualTo(9);
    }

    @Test
    void whoWasAMemberBeforeIsNotStrippedWhenAGrantFailsButItIsSaidLoudly() {
        people.add("tanna", "incus");
        Stops stops = new Stops(now -> {
            if (now == 3) {
                throw new BoxFailure.Failed("step 3", "injected", "");
            }
        });

        assertThatThrownBy(() -> new Grant(host).run("tanna", Quota.UNCHANGED, stops, deadline()))
                .hasMessageContaining("ACCESS REMAINS")
                .isInstanceOfSatisfying(
                        BoxFailure.class,
                        failure -> assertThat(failure.advice()).contains("box revoke tanna"));
        assertThat(people.as("tanna", "id -nG").stdout()).contains("incus");
    }

    @ParameterizedTest
    @CsvSource({
        "rm -rf /var/lib/incus/users/UID",
        "incus config trust remove $(incus config trust list -f csv -c nf | sed -n s/^incus-user-UID.//p)",
        "incus image list --project PROJECT -f csv -c F | while read f; do incus image delete $f --project PROJECT; done; incus profile delete box-net --project PROJECT; incus project delete PROJECT",
        "rm /var/lib/incus/users/UID/client.key /var/lib/incus/users/UID/client.crt",
    })
    void whateverPartOfItIsLostTheNextGrantMakesItWhole(String loss) {
        Account anna = people.add("tanna", "");
        grant("tanna");
        must(host, loss.replace("PROJECT", anna.project()).replace("UID", Integer.toString(anna.uid())));

        grant("tanna");

        assertThat(people.as("tanna", "incus project list -f csv -c n").stdout().strip())
                .isEqualTo(anna.project() + " (current)");
        assertThat(tenant("tanna").drift()).isEmpty();
    }

    @Test
    void aMemberOfIncusAdminGetsADefaultPlacementAndLandsInItWhenThatEnds() {
        Account otto = people.add("totto", "incus-admin");

        assertThat(grant("totto").admin()).isTrue();
        assertThat(tenant("totto").entry()).isEqualTo(Tenants.Entry.ADMIN);
        assertThat(people.as("totto", "incus project list -f csv -c n").stdout())
                .contains("default");

        must(host, "gpasswd -d totto incus-admin");
        assertThat(people.as("totto", "incus project list -f csv -c n").stdout().strip())
                .isEqualTo(otto.project() + " (current)");
        assertThat(people.as("totto", "incus profile show box-net").stdout()).contains("network: boxnet");
    }

    @Test
    void whatCannotBeGrantedIsRefusedBeforeAnythingChanges() {
        String groups = must(host, "getent group incus");
        assertThatThrownBy(() -> grant("tnobody"))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("no account");
        assertThatThrownBy(() -> grant("root")).isInstanceOf(BoxFailure.Refused.class);
        assertThatThrownBy(() -> grant("--help")).isInstanceOf(BoxFailure.Refused.class);
        people.add("tanna", "");
        must(host, "systemctl stop incus-user.socket && rm -f /var/lib/incus/unix.socket.user");
        try {
            assertThatThrownBy(() -> grant("tanna"))
                    .isInstanceOf(BoxFailure.Refused.class)
                    .hasMessageContaining("incus-user.socket is inactive");
        } finally {
            must(host, "systemctl start incus-user.socket");
        }
        assertThat(must(host, "getent group incus")).isEqualTo(groups);
    }

    @Test
    void aLimitHoldsForAllBoxesTogetherAndIsLifted() {
        Account anna = people.add("tanna", "");
        new Grant(host).run("tanna", new Quota("", "", "", "1"), Progress.silent(), deadline());
        assertThat(people.as("tanna", "incus init box/debian/13/cloud one -p box-net")
                        .ok())
                .isTrue();
        assertThat(people.as("tanna", "incus init box/debian/13/cloud two -p box-net")
                        .stderr())
                .contains("maximum");
        assertThat(tenant("tanna").limits().boxes()).isEqualTo("1");

        assertThat(grant("tanna").changes()).isEmpty();
        assertThat(tenant("tanna").limits().boxes()).isEqualTo("1");
        new Grant(host).run("tanna", new Quota("", "", "", "none"), Progress.silent(), deadline());
        assertThat(people.as("tanna", "incus init box/debian/13/cloud two -p box-net")
                        .ok())
                .isTrue();
        assertThat(run(host, "incus list --project " + anna.project() + " -f csv -c n")
                        .stdout())
                .contains("one", "two");
    }

    private Grant.Granted grant(String name) {
        return new Grant(host).run(name, Quota.UNCHANGED, Progress.silent(), deadline());
    }

    private Tenants.Tenant tenant(String name) {
        return new Tenants(host, host.incus(deadline()))
                .list(deadline()).stream()
                        .filter(tenant -> tenant.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }
}
