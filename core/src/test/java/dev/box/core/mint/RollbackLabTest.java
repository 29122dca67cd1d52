package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.BoxName;
import dev.box.core.box.Checkpoints;
import dev.box.core.box.SnapshotLabel;
import dev.box.core.door.Doors;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.core.transfer.Export;
import dev.box.core.transfer.Import;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a rollback the disk is as it was, and the box is still itself: nobody else's machine-id, name, address or door. */
@Tag("lab")
class RollbackLabTest {

    private static final int PORT = 7090;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private LabHost host = new LabHost(directory);

    @BeforeEach
    void connect() throws IOException {
        host = new LabHost(directory);
        host.importImage();
    }

    @AfterEach
    void tidy() {
        host.close();
    }

    @Test
    void a_snapshot_that_came_along_with_an_import_does_not_bring_its_sources_identity_back() {
        host.mint("rolled-src", "blank", Progress.silent());
        host.in("rolled-src", "echo then > /home/dev/note; echo key > /etc/ssh/ssh_host_x_key.pub");
        checkpoints().take("rolled-src", new SnapshotLabel("good"), Progress.silent(), LabHost.soon());
        host.in("rolled-src", "echo later > /home/dev/note");
        host.boxes.down("rolled-src", true, Progress.silent(), LabHost.soon());
        Path file = new Export(host.incus, host.boxes)
                .export("rolled-src", directory.resolve("b.tar.gz"), false, false, Progress.silent(), LabHost.soon())
                .file();
        host.remember("rolled-copy");
        new Import(host.incus).run(file, "rolled-copy", Progress.silent(), LabHost.soon());
        host.boxes.start("rolled-copy", Progress.silent(), LabHost.soon());
        host.boxes.start("rolled-src", Progress.silent(), LabHost.soon());
        List<String> before = whoIs("rolled-copy");
        String uuid = uuid("rolled-copy");

        assertThat(rollBack("rolled-copy", "good")).isTrue();

        assertThat(host.in("rolled-copy", "cat /home/dev/note")).isEqualTo("then");
        assertThat(uuid("rolled-copy")).as("a VM's machine-id comes from it").isEqualTo(uuid);
        assertThat(whoIs("rolled-copy")).isEqualTo(before).doesNotContainAnyElementsOf(whoIs("rolled-src"));
        assertThat(host.in("rolled-copy", "cat /etc/ssh/ssh_host_x_key.pub"))
                .as("the source's")
                .isEmpty();
        assertThat(config("rolled-copy")).contains("user.box.import.count=1");
    }

    @Test
    void a_rollback_to_before_a_rename_keeps_the_new_name_and_its_own_host_keys() {
        host.mint("rolled-old", "blank", Progress.silent());
        host.in("rolled-old", "echo key > /etc/ssh/ssh_host_x_key.pub");
        checkpoints().take("rolled-old", new SnapshotLabel("good"), Progress.silent(), LabHost.soon());
        List<String> before = whoIs("rolled-old");
        host.boxes.down("rolled-old", true, Progress.silent(), LabHost.soon());
        host.remember("rolled-new");
        checkpoints().rename("rolled-old", BoxName.of("rolled-new"), Progress.silent(), LabHost.soon());

        assertThat(rollBack("rolled-new", "good"))
                .as("a box that is down stays down")
                .isFalse();
        assertThat(host.incus
                        .instances()
                        .get("rolled-new", LabHost.soon())
                        .value()
                        .status())
                .isEqualTo("Stopped");
        host.boxes.start("rolled-new", Progress.silent(), LabHost.soon());
        assertThat(host.in("rolled-new", "uname -n; cat /etc/hostname")).isEqualTo("rolled-new\nrolled-new");
        assertThat(whoIs("rolled-new").getFirst()).isEqualTo(before.getFirst());
        assertThat(host.in("rolled-new", "cat /etc/ssh/ssh_host_x_key.pub")).isEqualTo("key");
    }

    @Test
    void a_rollback_neither_opens_nor_closes_a_door() {
        host.mint("rolled-door", "blank", Progress.silent());
        HostStack stack = new HostStack(new Host(Machine.local(), host.settings, () -> host.incus));
        Doors doors = new Doors(host.incus, host.boxes, stack);
        checkpoints().take("rolled-door", new SnapshotLabel("closed"), Progress.silent(), LabHost.soon());
        doors.open("rolled-door", PORT, PORT, Progress.silent(), LabHost.soon());
        checkpoints().take("rolled-door", new SnapshotLabel("open"), Progress.silent(), LabHost.soon());

        rollBack("rolled-door", "closed");
        assertThat(doors.list("rolled-door", LabHost.soon())).hasSize(1);
        assertThat(stack.doors().verify(LabHost.soon())).isEmpty();

        doors.close("rolled-door", PORT, Progress.silent(), LabHost.soon());
        rollBack("rolled-door", "open");
        assertThat(doors.list("rolled-door", LabHost.soon())).isEmpty();
        assertThat(stack.doors().verify(LabHost.soon())).isEmpty();
    }

    /** Machine-id, address and MAC. */
    private List<String> whoIs(String name) {
        return List.of(
                host.in(name, "cat /etc/machine-id"),
                host.boxes.info(name, LabHost.soon()).summary().ipv4(),
                host.in(name, "cat /sys/class/net/eth0/address"));
    }

    private String uuid(String name) {
        return host.incus.instances().get(name, LabHost.soon()).value().config().getOrDefault("volatile.uuid", "");
    }

    private List<String> config(String name) {
        return host.incus.instances().get(name, LabHost.soon()).value().config().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    private boolean rollBack(String name, String label) {
        return new Rollback(host.incus, host.boxes)
                .run(name, label, Progress.silent(), LabHost.soon())
                .isPresent();
    }

    private Checkpoints checkpoints() {
        return new Checkpoints(host.incus, host.boxes);
    }
}
