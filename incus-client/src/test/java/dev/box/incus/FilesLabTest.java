package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("lab")
class FilesLabTest {

    private static final String NAME = "client-files";
    private static final Incus INCUS = LabDaemon.connect();
    private static final InstanceFiles FILES = INCUS.instances().files(NAME);

    @BeforeAll
    static void launch() {
        LabDaemon.launch(INCUS, NAME);
    }

    @AfterAll
    static void remove() {
        LabDaemon.remove(INCUS, NAME);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_file_comes_back_as_it_went_in_with_owner_and_mode() {
        FILES.write("/root/a b&c", bytes("content\n"), new FileMode(1000, 1001, 0640), LabDaemon.soon());
        InstanceFiles.Content back = FILES.read("/root/a b&c", LabDaemon.soon());
        assertThat(back.kind()).isEqualTo(InstanceFiles.Kind.FILE);
        assertThat(back.mode()).isEqualTo(new FileMode(1000, 1001, 0640));
        assertThat(back.content()).isEqualTo(bytes("content\n"));
        ExecResult seen =
                INCUS.instances().exec(NAME, ExecRequest.of("stat", "-c", "%u %g %a", "/root/a b&c"), LabDaemon.soon());
        assertThat(seen.stdout()).as("what the guest sees").isEqualTo("1000 1001 640\n");
    }

    @Test
    void large_files_are_streamed_both_ways() {
        byte[] big = new byte[8_000_000];
        for (int i = 0; i < big.length; i++) {
            big[i] = (byte) (i * 7);
        }
        FILES.write("/root/big", new ByteArrayInputStream(big), big.length, FileMode.root(0600), LabDaemon.soon());
        ByteArrayOutputStream back = new ByteArrayOutputStream();
        assertThat(FILES.read("/root/big", back, LabDaemon.soon())).isEqualTo(FileMode.root(0600));
        assertThat(back.toByteArray()).isEqualTo(big);
        FILES.write("/root/chunked", new ByteArrayInputStream(big), -1, FileMode.root(0600), LabDaemon.soon());
        assertThat(FILES.read("/root/chunked", LabDaemon.soon()).content()).isEqualTo(big);
    }

    /** As it comes about by itself when many instances come and go; without patience no request succeeds any more. */
    @Test
    void a_helper_that_lost_its_socket_is_waited_for() throws IOException {
        FILES.write("/root/kept", bytes("kept"), FileMode.root(0600), LabDaemon.soon());
        Files.delete(Path.of("/run/incus", NAME, "forkfile.sock"));
        InstanceFiles.Content back = FILES.read("/root/kept", Deadline.seconds(60));
        assertThat(back.content()).isEqualTo(bytes("kept"));
    }

    @Test
    void directories_are_made_listed_and_deleted() {
        FILES.mkdir("/root/d", FileMode.root(0750), LabDaemon.soon());
        FILES.write("/root/d/x", bytes("1"), FileMode.root(0644), LabDaemon.soon());
        FILES.append("/root/d/x", bytes("2"), LabDaemon.soon());
        assertThat(FILES.read("/root/d/x", LabDaemon.soon()).content()).isEqualTo(bytes("12"));
        assertThat(FILES.list("/root/d", LabDaemon.soon())).containsExactly("x");
        assertThat(FILES.read("/root/d", LabDaemon.soon()).mode()).isEqualTo(FileMode.root(0750));
        assertThatThrownBy(() -> FILES.list("/root/d/x", LabDaemon.soon())).isInstanceOf(IncusException.Rejected.class);
        FILES.delete("/root/d/x", LabDaemon.soon());
        FILES.delete("/root/d", LabDaemon.soon());
        assertThat(FILES.exists("/root/d", LabDaemon.soon())).isFalse();
    }

    @Test
    void a_symlink_is_told_as_one_and_not_followed() {
        FILES.symlink("/root/link", "/etc/hostname", LabDaemon.soon());
        InstanceFiles.Content link = FILES.read("/root/link", LabDaemon.soon());
        assertThat(link.kind()).isEqualTo(InstanceFiles.Kind.SYMLINK);
        assertThat(new String(link.content(), StandardCharsets.UTF_8)).startsWith("/etc/hostname");
        assertThatThrownBy(() -> FILES.read("/root/link", new ByteArrayOutputStream(), LabDaemon.soon()))
                .isInstanceOf(IncusException.Rejected.class)
                .hasMessageContaining("symlink");
    }

    @Test
    void absence_is_not_found_and_a_missing_instance_is_no_absent_file() {
        assertThat(FILES.exists("/etc/passwd", LabDaemon.soon())).isTrue();
        assertThat(FILES.exists("/no/such", LabDaemon.soon())).isFalse();
        assertThatThrownBy(() -> FILES.read("/no/such", LabDaemon.soon())).isInstanceOf(IncusException.NotFound.class);
        assertThatThrownBy(() -> INCUS.instances().files("no-such-instance").exists("/etc/passwd", LabDaemon.soon()))
                .isInstanceOf(IncusException.NotFound.class);
    }

    @Test
    void a_stopped_instance_has_files_too() {
        String name = NAME + "-stopped";
        LabDaemon.remove(INCUS, name);
        INCUS.instances().create(LabDaemon.request(name), LabDaemon.soon()).await(Deadline.seconds(60));
        try {
            InstanceFiles files = INCUS.instances().files(name);
            files.replace("/etc/machine-id", bytes("\n"), FileMode.root(0444), LabDaemon.soon());
            assertThat(files.read("/etc/machine-id", LabDaemon.soon()).content())
                    .isEqualTo(bytes("\n"));
            assertThat(files.read("/etc/machine-id", LabDaemon.soon()).mode()).isEqualTo(FileMode.root(0444));
        } finally {
            LabDaemon.remove(INCUS, name);
        }
    }
}
