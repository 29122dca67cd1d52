package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxInfo;
import dev.box.core.box.BoxName;
import dev.box.core.box.BoxState;
import dev.box.core.box.Checkpoints;
import dev.box.core.box.SnapshotLabel;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Instance;
import dev.box.incus.Snapshot;
import dev.box.incus.StopMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("lab")
class CloneLabTest {

    /** Stands in for OpenSSH's, which the lab's image does not have: it makes a key where there is none. */
    private static final String KEYGEN = """
            printf '#!/bin/sh\\nread id < /proc/sys/kernel/random/uuid\\n'\
            'echo private > /etc/ssh/ssh_host_ed25519_key\\necho "ssh-ed25519 $id" > /etc/ssh/ssh_host_ed25519_key.pub\\n' \
            > /usr/local/bin/ssh-keygen && chmod +x /usr/local/bin/ssh-keygen && ssh-keygen -A
            """;

    @TempDir
    private Path config = Path.of("set by JUnit");

    private LabHost host = new LabHost(config);

    /** One base serves all of these tests: what they clone is minted quickly, and no older base is there to be pruned. */
    @BeforeAll
    @AfterAll
    static void dropBases() {
        try (LabHost any = new LabHost(Path.of("/nowhere"))) {
            any.dropBases();
        }
    }

    @BeforeEach
    void connect() throws IOException {
        host = new LabHost(config);
        host.importImage();
        host.mint("source", "blank", Progress.silent());
    }

    @AfterEach
    void tidy() {
        host.close();
    }

    @Test
    void a_clone_of_a_snapshot_of_a_renamed_box_is_somebody_else_after_one_boot_and_its_source_is_untouched() {
        host.in("source", KEYGEN);
        host.in("source", "echo kept > /home/dev/work");
        Checkpoints checkpoints = checkpoints();
        checkpoints.take("source", new SnapshotLabel("good"), Progress.silent(), LabHost.soon());
        host.in("source", "echo later > /home/dev/work");
        host.remember("renamed");
        assertThatThrownBy(() -> checkpoints.rename("source", BoxName.of("renamed"), Progress.silent(), LabHost.soon()))
                .extracting(e -> ((BoxFailure) e).advice())
                .isEqualTo("box down source");
        host.boxes.down("source", true, Progress.silent(), LabHost.soon());
        checkpoints.rename("source", BoxName.of("renamed"), Progress.silent(), LabHost.soon());
        List<String> before = facts("renamed");

        Recorder steps = new Recorder();
        host.clone("copy", "renamed/good", steps);

        assertThat(facts("renamed")).isEqualTo(before);
        assertThat(host.in("copy", "cat /home/dev/work")).isEqualTo("kept");
        assertThat(host.in("copy", "uname -n; cat /etc/hostname; grep 127.0.1.1 /etc/hosts | cut -f2"))
                .isEqualTo("copy\ncopy\ncopy");
        assertThat(host.in("copy", "cat /etc/ssh/ssh_host_ed25519_key.pub"))
                .startsWith("ssh-ed25519 ")
                .isNotEqualTo(
                        file("renamed", "/etc/ssh/ssh_host_ed25519_key.pub").strip());
        assertThat(host.in("copy", "cat /etc/machine-id"))
                .hasSize(32)
                .isNotEqualTo(file("renamed", "/etc/machine-id").strip());
        assertThat(host.in("copy", "journalctl --list-boots --quiet | wc -l")).isEqualTo("1");
        BoxInfo info = host.boxes.info("copy", LabHost.soon());
        assertThat(info.stamp().origin() + " of " + info.stamp().originFrom()).isEqualTo("clone of renamed/good");
        assertThat(info.stamp().template()).isEqualTo("blank");
        assertThat(info.resources().memory()).isEqualTo("512MiB");
        assertThat(info.snapshots()).isEmpty();

        host.boxes.start("renamed", Progress.silent(), LabHost.soon());
        assertThat(host.in("renamed", "uname -n")).isEqualTo("renamed");
        assertThat(host.boxes.info("renamed", LabHost.soon()).summary().ipv4())
                .isNotEqualTo(info.summary().ipv4());
    }

    @Test
    void a_running_source_goes_on_and_neither_its_address_nor_its_doors_are_held_twice() {
        String address = host.boxes.info("source", LabHost.soon()).summary().ipv4();
        host.incus.instances().stop("source", StopMode.FORCE, LabHost.soon()).await(LabHost.soon());
        Map<String, String> nic = Map.of(
                "type",
                "nic",
                "network",
                "boxnet",
                "name",
                "eth0",
                "ipv4.address",
                address,
                "security.port_isolation",
                "true");
        Map<String, String> door =
                Map.of("type", "proxy", "listen", "tcp:127.0.0.1:18080", "connect", "tcp:127.0.0.1:80");
        host.incus.instances().patch("source", Map.of("devices", Map.of("eth0", nic, "door", door)), LabHost.soon());
        host.boxes.start("source", Progress.silent(), LabHost.soon());
        String boot = host.in("source", "cat /proc/sys/kernel/random/boot_id; stat -c %Y /proc/1");
        Instance before = host.incus.instances().get("source", LabHost.soon()).value();

        Minted copy = host.clone("copy", "source", Progress.silent());

        assertThat(copy.address()).isNotEqualTo(address);
        assertThat(host.incus.instances().get("copy", LabHost.soon()).value().devices())
                .isEmpty();
        assertThat(host.in("source", "cat /proc/sys/kernel/random/boot_id; stat -c %Y /proc/1"))
                .isEqualTo(boot);
        assertThat(host.in("source", "ip -4 -o addr show dev eth0")).contains(" " + address + "/24 ");
        Instance after = host.incus.instances().get("source", LabHost.soon()).value();
        assertThat(after.config()).isEqualTo(before.config());
        assertThat(after.devices()).isEqualTo(before.devices());
    }

    @Test
    void a_killed_clone_is_never_whole_and_prune_takes_it_once_nobody_is_at_it()
            throws IOException, InterruptedException {
        host.remember("killed");
        KilledMint.at(
                "starting killed",
                config,
                "clone",
                "source",
                () -> assertThat(host.prunable()).isEmpty());
        assertThat(host.boxes.resolve("killed", LabHost.soon()).state()).isEqualTo(BoxState.INCOMPLETE);
        List<Prune.Candidate> found = host.prunable();
        assertThat(found)
                .extracting(Prune.Candidate::name, Prune.Candidate::why)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("killed", Prune.Why.KILLED));
        host.prune().remove(found.getFirst(), Progress.silent(), LabHost.soon());
        host.clone("killed", "source", Progress.silent());
        assertThat(host.boxes.resolve("killed", LabHost.soon()).state()).isEqualTo(BoxState.RUNNING);
    }

    @Test
    void prune_takes_what_is_past_its_time_and_no_instance_that_box_did_not_mint() {
        host.launchForeign(
                "payroll", Map.of(StampKey.EXPIRES.key(), "2020-01-01T00:00:00Z", "user.box.state", "failed"));
        expire("source", "2999-01-01T00:00:00Z");
        assertThat(host.prunable()).isEmpty();
        expire("source", "2020-01-01T00:00:00Z");
        List<Prune.Candidate> found = host.prunable();
        assertThat(found).extracting(Prune.Candidate::name).containsExactly("source");
        expire("source", "2999-01-01T00:00:00Z");
        assertThatThrownBy(() -> host.prune().remove(found.getFirst(), Progress.silent(), LabHost.soon()))
                .message()
                .contains("not what it was when it was shown");
        expire("source", "2020-01-01T00:00:00Z");
        host.prune().remove(found.getFirst(), Progress.silent(), LabHost.soon());
        assertThat(host.incus.instances().find("source", LabHost.soon())).isEmpty();
        foreign_instances_are_refused();
    }

    private void foreign_instances_are_refused() {
        Checkpoints checkpoints = checkpoints();
        List<Runnable> verbs = List.of(
                () -> checkpoints.take("payroll", SnapshotLabel.ofNow(), Progress.silent(), LabHost.soon()),
                () -> new Rollback(host.incus, host.boxes).run("payroll", "x", Progress.silent(), LabHost.soon()),
                () -> checkpoints.rename("payroll", BoxName.of("mine"), Progress.silent(), LabHost.soon()),
                () -> host.clone("mine", "payroll", Progress.silent()));
        for (Runnable verb : verbs) {
            assertThatThrownBy(verb::run).message().contains("no such box: payroll");
        }
        assertThat(host.incus.instances().snapshots("payroll").list(LabHost.soon()))
                .isEmpty();
        assertThat(host.incus.instances().find("mine", LabHost.soon())).isEmpty();
    }

    private void expire(String name, String when) {
        host.incus.instances().patch(name, Map.of("config", Map.of(StampKey.EXPIRES.key(), when)), LabHost.soon());
    }

    /** What could change in a stopped box: its configuration, its snapshots, and the files that a clone gets anew. */
    private List<String> facts(String name) {
        Instance instance = host.incus.instances().get(name, LabHost.soon()).value();
        List<String> facts = new ArrayList<>(List.of(
                instance.status(),
                instance.config().toString(),
                instance.devices().toString(),
                instance.lastUsedAt()));
        for (Snapshot snapshot : host.incus.instances().snapshots(name).list(LabHost.soon())) {
            facts.add(snapshot.name() + snapshot.createdAt() + snapshot.config());
        }
        for (String path : List.of(
                "/etc/machine-id",
                "/etc/hostname",
                "/etc/hosts",
                "/etc/ssh/ssh_host_ed25519_key.pub",
                "/home/dev/work")) {
            facts.add(file(name, path));
        }
        facts.add(String.join(" ", host.incus.instances().files(name).list("/etc/cloud", LabHost.soon())));
        return facts;
    }

    private String file(String instance, String path) {
        return new String(
                host.incus
                        .instances()
                        .files(instance)
                        .read(path, LabHost.soon())
                        .content(),
                StandardCharsets.UTF_8);
    }

    private Checkpoints checkpoints() {
        return new Checkpoints(host.incus, host.boxes);
    }
}
