package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketDiscoveryTest {

    private Path run = Path.of("/");
    private Path lib = Path.of("/");

    @BeforeEach
    void directories(@TempDir Path root) throws IOException {
        run = Files.createDirectories(root.resolve("run"));
        lib = Files.createDirectories(root.resolve("lib"));
    }

    private Endpoint find(Map<String, String> env) {
        return new SocketDiscovery(env, run, lib).find();
    }

    private static Path touch(Path directory, String name) throws IOException {
        return Files.createFile(directory.resolve(name));
    }

    @Test
    void a_named_socket_wins_and_is_not_second_guessed() throws IOException {
        touch(run, "unix.socket");
        Endpoint found = find(Map.of("INCUS_SOCKET", "/x/y", "INCUS_DIR", lib.toString()));
        assertThat(found).isEqualTo(new Endpoint(Path.of("/x/y"), "INCUS_SOCKET", ""));
    }

    @Test
    void a_named_directory_comes_before_the_usual_places() throws IOException {
        touch(run, "unix.socket");
        Path wanted = touch(lib, "unix.socket");
        assertThat(find(Map.of("INCUS_DIR", lib.toString())).socket()).isEqualTo(wanted);
    }

    @Test
    void run_comes_before_var_lib() throws IOException {
        Path wanted = touch(run, "unix.socket");
        touch(lib, "unix.socket");
        assertThat(find(Map.of()).socket()).isEqualTo(wanted);
        Files.delete(wanted);
        assertThat(find(Map.of()).socket()).isEqualTo(lib.resolve("unix.socket"));
    }

    @Test
    void the_user_socket_brings_its_own_project() throws IOException {
        Path user = touch(lib, "unix.socket.user");
        Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        assertThat(find(Map.of())).isEqualTo(new Endpoint(user, lib.toString(), "user-" + uid));
        touch(lib, "unix.socket");
        assertThat(find(Map.of()).project()).as("with the admin socket").isEmpty();
    }

    @Test
    void nothing_found_says_why_of_every_place() {
        assertThatThrownBy(() -> find(Map.of()))
                .isInstanceOf(IncusException.NoSocket.class)
                .hasMessageContaining("INCUS_SOCKET is not set; INCUS_DIR is not set; there is no "
                        + run.resolve("unix.socket") + "; there is no " + lib.resolve("unix.socket") + "; there is no "
                        + lib.resolve("unix.socket.user"));
        assertThatThrownBy(() -> find(Map.of("INCUS_DIR", "/nowhere")))
                .hasMessageContaining("there is no /nowhere/unix.socket;")
                .hasMessageContaining("there is no /nowhere/unix.socket.user");
    }
}
