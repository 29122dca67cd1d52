package dev.box.lab.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MirrorServerTest {

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void a_file_is_found_by_its_path_and_a_package_by_its_directory_and_nothing_outside() throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        Path tarball = Files.createDirectories(root.resolve("@a/tool/-")).resolve("tool-1.0.0.tgz");
        Files.writeString(tarball, "x");
        Path index = Files.writeString(root.resolve("@a/tool/index.json"), "{}");
        Files.writeString(directory.resolve("secret"), "x");
        MirrorServer server = new MirrorServer("/npm/", root);
        assertThat(server.file("/npm/@a/tool/-/tool-1.0.0.tgz")).contains(tarball);
        assertThat(server.file("/npm/@a/tool")).contains(index);
        assertThat(server.file("/npm/@a")).isEmpty();
        assertThat(server.file("/npm/none")).isEmpty();
        assertThat(server.file("/npm/../secret")).isEmpty();
        assertThat(server.file("/npm//" + directory.resolve("secret"))).isEmpty();
    }
}
