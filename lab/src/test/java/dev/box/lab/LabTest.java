package dev.box.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.lab.artifact.HostRelease;
import dev.box.lab.machine.LabName;
import dev.box.lab.machine.LabProcess;
import dev.box.lab.machine.Namespaces;
import dev.box.lab.machine.Pause;
import dev.box.lab.world.WorldPlan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A real lab on this machine. Ordered: the first tests look at a standing lab, the later ones break it and end it. */
@Tag("world")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LabTest {

    private static final Lab LAB = Lab.of(Settings.fromEnvironment(), Optional.of("testlab"));
    private static final Lab OTHER = Lab.of(Settings.fromEnvironment(), Optional.of("otherlab"));

    /** Under /tmp, over which the host mounts one of its own. */
    @TempDir
    static Path shared;

    private final PrintedProgress progress = new PrintedProgress();

    @BeforeAll
    static void up() {
        LAB.up(new LabOptions(1, false, false, List.of(shared)), new PrintedProgress(), limit());
    }

    @AfterAll
    static void down() {
        LAB.down(new PrintedProgress(), limit());
        OTHER.down(new PrintedProgress(), limit());
    }

    @Test
    @Order(1)
    void theHostIsARunningDebianWithSystemdAndIncus() {
        assertThat(in("systemctl", "is-system-running").stdout().strip()).isEqualTo("running");
        assertThat(in("cat", "/proc/1/comm").stdout().strip()).isEqualTo("systemd");
        assertThat(in("sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME")
                        .stdout()
                        .strip())
                .isEqualTo("trixie");
        assertThat(in("incus", "query", "/1.0").ok()).isTrue();
        assertThat(in("sh", "-c", "exit 7").exitStatus()).isEqualTo(7);
    }

    @Test
    @Order(1)
    void everyTargetAnswersTheHost() {
        for (String address : WorldPlan.internetAddresses()) {
            assertThat(in("ping", "-n", "-c1", "-W2", address).exitStatus())
                    .as("ping " + address)
                    .isZero();
            assertThat(bash("exec 3<>/dev/tcp/" + address + "/7; echo hi >&3; head -n1 <&3"))
                    .as("tcp " + address)
                    .isEqualTo("hi");
            assertThat(bash("exec 3<>/dev/udp/" + address + "/7; echo hi >&3; timeout 2 head -c2 <&3"))
                    .as("udp " + address)
                    .isEqualTo("hi");
        }
        assertThat(bash("exec 3<>/dev/tcp/203.0.113.10/80; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; head -n1 <&3"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    @Order(1)
    void publicNamesResolveAndTheVpnsNameDoesNot() {
        assertThat(bash("getent ahostsv4 " + WorldPlan.PUBLIC_NAME)).startsWith(WorldPlan.PUBLIC_HOST);
        assertThat(in("getent", "hosts", WorldPlan.VPN_NAME).ok()).isFalse();
        assertThat(bash("echo nameserver " + WorldPlan.VPN_RESOLVER + " >/etc/resolv.conf; getent ahostsv4 "
                        + WorldPlan.VPN_NAME
                        + "; printf 'nameserver 1.1.1.1\\nnameserver 8.8.8.8\\n' >/etc/resolv.conf"))
                .startsWith(WorldPlan.VPN_NAME_ADDRESS);
    }

    @Test
    @Order(1)
    void theNeighbourProbesOnRequest() {
        String question = "{\"protocol\":\"ICMP\",\"address\":\"" + WorldPlan.hostAddress(1)
                + "\",\"port\":0,\"timeoutMillis\":2000}";
        assertThat(bash("exec 3<>/dev/tcp/" + WorldPlan.LAN_HOST + "/7700; echo '" + question + "' >&3; head -n1 <&3"))
                .startsWith("{\"outcome\":\"REACHED\"");
    }

    @Test
    @Order(1)
    void noNamespaceHasAWayOutOfTheLab() {
        for (String namespace : LAB.status().namespaces()) {
            String links = Subprocess.of("ip", "-n", namespace, "-d", "-o", "link")
                    .run(limit())
                    .stdout();
            for (String link : links.lines().toList()) {
                boolean own = link.contains(": lo:") || (link.contains(" bridge ") && !link.contains("link-netns"));
                boolean cable = link.contains("link-netns boxlab-testlab-");
                assertThat(own || cable).as(namespace + ": " + link).isTrue();
            }
            String routes =
                    Subprocess.of("ip", "-n", namespace, "route").run(limit()).stdout();
            assertThat(routes.lines().filter(route -> route.startsWith("default")))
                    .allMatch(route -> route.startsWith("default via " + WorldPlan.ROUTER + " dev eth0"));
        }
        String router = Subprocess.of("ip", "-n", "boxlab-testlab-inet", "route")
                .run(limit())
                .stdout();
        assertThat(router).doesNotContain("default");
    }

    @Test
    @Order(1)
    void anUpLabIsReused() {
        LabProcess init = LAB.host("host1").process().orElseThrow();

        LAB.up(LabOptions.standard(), progress, limit());

        assertThat(LAB.host("host1").process()).contains(init);
        assertThat(progress.said).anyMatch(line -> line.contains("already up"));
    }

    @Test
    @Order(1)
    void anUpLabWithoutMirrorsIsNotSilentlyTakenForOneWithThem() {
        assertThatThrownBy(() -> LAB.up(
                        new LabOptions(
                                1,
                                HostRelease.DEBIAN_13,
                                MachineKind.NAMESPACES,
                                false,
                                false,
                                List.of(),
                                List.of(),
                                true),
                        progress,
                        limit()))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .contains("it is up without");
    }

    @Test
    @Order(3)
    void aSharedDirectoryIsSeenAtTheSamePlaceAlsoAfterAReboot() throws IOException {
        Files.writeString(shared.resolve("here"), "machine");

        assertThat(in("cat", shared + "/here").stdout()).isEqualTo("machine");
        assertThat(in("touch", shared + "/there").ok()).isTrue();
        assertThat(shared.resolve("there")).exists();
    }

    @Test
    @Order(2)
    void aRebootKeepsTheDiskAndStartsAFreshInit() {
        LabProcess before = LAB.host("host1").process().orElseThrow();
        in("touch", "/root/kept");

        LAB.reboot("host1", progress, limit());

        assertThat(LAB.host("host1").process()).isPresent().get().isNotEqualTo(before);
        assertThat(in("test", "-e", "/root/kept").ok()).isTrue();
        assertThat(in("ping", "-n", "-c1", "-W2", WorldPlan.PUBLIC_HOST).ok()).isTrue();
    }

    @Test
    @Order(3)
    void twoLabsStandSideBySideAndDoNotSeeEachOther() {
        OTHER.up(new LabOptions(1, true, false), progress, limit());

        assertThat(OTHER.host("host1").run(limit(), "which", "incusd").ok()).isFalse();
        in("touch", "/root/mine");
        assertThat(OTHER.host("host1").run(limit(), "test", "-e", "/root/mine").ok())
                .isFalse();

        OTHER.down(progress, limit());
        assertThat(OTHER.status().state()).isEqualTo(LabStatus.State.DOWN);
        assertThat(in("systemctl", "is-system-running").ok()).isTrue();
    }

    @Test
    @Order(4)
    void aKilledLabIsFoundAndTheNextUpWorks() throws IOException {
        LabProcess keeper =
                LabProcess.load(LAB.status().directory().resolve("keeper")).orElseThrow();
        keeper.kill();
        assertThat(Pause.until(() -> !keeper.alive(), "its end", Deadline.seconds(10)))
                .isTrue();

        assertThat(LAB.up(LabOptions.standard(), progress, limit()).state()).isEqualTo(LabStatus.State.UP);

        assertThat(progress.said).anyMatch(line -> line.contains("aborted"));
        assertThat(in("systemctl", "is-system-running").ok()).isTrue();
    }

    @Test
    @Order(5)
    void afterDownNothingIsLeftAndWhateverIsPutBackIsNoticed() throws IOException {
        LAB.down(progress, limit());
        assertThat(LAB.status().state()).isEqualTo(LabStatus.State.DOWN);
        assertThat(LAB.status().leftovers()).isEmpty();

        new Namespaces(new LabName("testlab")).create("boxlab-testlab-ghost", limit());
        assertNoticed("network namespace boxlab-testlab-ghost");
        new Namespaces(new LabName("testlab")).remove("boxlab-testlab-ghost", limit());

        Path directory = Files.createDirectories(LAB.status().directory());
        Path image = directory.resolve("pool.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(1 << 20);
        }
        String device = Subprocess.of("losetup", "--find", "--show", image.toString())
                .orFail("attaching", "", limit())
                .stdout()
                .strip();
        assertNoticed("loop device " + device);
        Subprocess.of(
                        "mount",
                        "-t",
                        "tmpfs",
                        "tmpfs",
                        Files.createDirectory(directory.resolve("m")).toString())
                .orFail("mounting", "", limit());
        assertNoticed("mount " + directory.resolve("m"));

        Path group = LAB.groups().create("boxlab-testlab-ghost").getFirst();
        Process stray = new ProcessBuilder("sh", "-c", "echo 0 >" + group + "/cgroup.procs; exec sleep 600").start();
        assertThat(Pause.until(
                        () -> LAB.status().leftovers().stream()
                                .anyMatch(left -> left.startsWith("process " + stray.pid())),
                        "the stray",
                        Deadline.seconds(10)))
                .isTrue();
        assertNoticed("cgroup " + group);

        LAB.down(progress, limit());
        assertThat(LAB.status().leftovers()).isEmpty();
        assertThat(stray.isAlive()).isFalse();
    }

    @Test
    @Order(6)
    void aLabThatIsNotUpHasNoHosts() {
        assertThatThrownBy(() -> LAB.host("host1"))
                .isInstanceOfSatisfying(
                        BoxFailure.Refused.class,
                        failure -> assertThat(failure.advice()).isEqualTo("box lab up --name " + LAB.name()));
    }

    private static void assertNoticed(String thing) {
        assertThat(LAB.status().state()).isEqualTo(LabStatus.State.ABORTED);
        assertThat(LAB.status().leftovers()).contains(thing);
        assertThatThrownBy(() -> LAB.requireAbsence(limit())).hasMessageContaining(thing);
    }

    private static Subprocess.Result in(String... command) {
        return LAB.host("host1").run(limit(), command);
    }

    private static String bash(String script) {
        return in("bash", "-c", script).stdout().strip();
    }

    private static Deadline limit() {
        return Deadline.seconds(600);
    }
}
