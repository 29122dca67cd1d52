package dev.box.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.lab.machine.Cgroups;
import dev.box.lab.machine.LabName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductTest {

    @TempDir
    Path directory;

    @AfterEach
    void noProduct() {
        System.clearProperty("box.home");
    }

    @Test
    void aFileOfTheBuildThatALabRunsFromOutlivesTheBuild() throws IOException {
        Path java =
                Files.createDirectories(directory.resolve("build/runtime/bin")).resolve("java");
        Files.writeString(java, "a runtime");
        System.setProperty("box.home", directory + "/build/runtime/..");
        Product product = new Product(site());
        product.publish(Deadline.seconds(20));

        Path kept = product.kept(java);
        Subprocess.of("rm", "-rf", directory.resolve("build").toString()).run(Deadline.seconds(20));
        assertThat(kept).hasContent("a runtime");
    }

    @Test
    void whatIsNotOfTheBuildIsUsedWhereItIs() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "");
        assertThat(new Product(site()).kept(other)).isEqualTo(other.toRealPath());
    }

    private LabSite site() {
        return new LabSite(new LabName("unit"), directory.resolve("lab"), Cgroups.ofThisMachine());
    }
}
