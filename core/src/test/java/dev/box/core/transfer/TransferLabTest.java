package dev.box.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxInfo;
import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One box goes out and comes back, as itself beside itself; and what is not an export makes nothing. */
@Tag("lab")
class TransferLabTest {

    private static final Settings SETTINGS = Settings.of(Map.of("INCUS_SOCKET", socket()));
    private static final Incus INCUS = Incus.connect(Endpoint.of(Path.of(socket())));
    private static final Boxes BOXES = new Boxes(INCUS, SETTINGS);

    @TempDir
    private static Path directory = Path.of("set by JUnit");

    private static Path file = Path.of("set below");

    @BeforeAll
    static void exportOne() {
        new Mint(INCUS, SETTINGS, Templates.of(SETTINGS), "0.1.0-test")
                .mint(MintRequest.of(BoxName.of("going")), Progress.silent(), soon());
        in("going", "echo kept > /home/dev/note; chown dev: /home/dev/note; chmod 640 /home/dev/note");
        assertThatThrownBy(() -> export("going.tar.gz", false)).hasMessageContaining("it is running");
        BOXES.down("going", false, Progress.silent(), soon());
        file = export("going.tar.gz", false).file();
    }

    @AfterAll
    static void remove() {
        for (String name : List.of("going", "coming", "loaded")) {
            if (INCUS.instances().find(name, soon()).isPresent()) {
                BOXES.remove(name, true, Progress.silent(), soon());
            }
        }
    }

    @Test
    void aFileIsItsOwnersAloneAndIsNotReplacedUnasked() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        long before = Files.size(file);
        assertThatThrownBy(() -> export("going.tar.gz", false)).isInstanceOf(BoxFailure.Refused.class);
        assertThat(Files.size(file)).isEqualTo(before);
        assertThat(names(directory)).noneMatch(name -> name.endsWith(".part"));
        assertThat(INCUS.instances().get("going", soon()).value().status()).isEqualTo("Stopped");
    }

    @Test
    void anInterruptedExportLeavesNothingUnderTheName() throws IOException, InterruptedException {
        Thread exporting = Thread.ofPlatform().start(() -> {
            try {
                new Export(INCUS, BOXES)
                        .export("going", directory.resolve("cut.tar.gz"), false, false, interrupting(), soon());
            } catch (RuntimeException e) {
                // as it should be; what is left is looked at below
            }
        });
        exporting.join();
        assertThat(names(directory)).noneMatch(name -> name.contains("cut"));
    }

    @Test
    void itComesBackWithFilesSnapshotsAndStampAndIsSomebodyElse() {
        BoxInfo before = BOXES.info("going", soon());
        Import.Imported imported = new Import(INCUS).run(file, "coming", Progress.silent(), soon());
        assertThat(imported.from()).isEqualTo("going");
        BOXES.start("coming", Progress.silent(), soon());
        BOXES.start("going", Progress.silent(), soon());

        assertThat(in("coming", "stat -c '%U %a' /home/dev/note; cat /home/dev/note"))
                .isEqualTo("dev 640\nkept");
        BoxInfo after = BOXES.info("coming", soon());
        assertThat(after.snapshots()).extracting(BoxInfo.SnapshotInfo::name).containsExactly("pristine");
        assertThat(after.stamp().created()).isEqualTo(before.stamp().created());
        assertThat(after.stamp().version()).isEqualTo(before.stamp().version());
        assertThat(in("coming", "cat /etc/machine-id"))
                .hasSize(32)
                .isEqualTo(after.stamp().machineId())
                .isNotEqualTo(in("going", "cat /etc/machine-id"));
        assertThat(in("coming", "hostname")).isEqualTo("coming");
        assertThat(after.summary().ipv4())
                .isNotEmpty()
                .isNotEqualTo(BOXES.info("going", soon()).summary().ipv4());
        assertThat(INCUS.instances().get("coming", soon()).value().config())
                .containsEntry("user.box.import.count", "1")
                .doesNotContainKey("user.box.state");
        assertThatThrownBy(() -> new Import(INCUS).run(file, "coming", Progress.silent(), soon()))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("of that name exists");
        BOXES.down("going", true, Progress.silent(), soon());
    }

    @Test
    void whatAFileBringsAlongDoesNotSurvive() throws IOException {
        Path loaded = directory.resolve("loaded.tar.gz");
        inject(file, loaded, "raw.lxc: 'lxc.environment = X=1'\n      security.privileged: \"true\"\n      ");
        new Import(INCUS).run(loaded, "loaded", Progress.silent(), soon());
        Instance box = INCUS.instances().get("loaded", soon()).value();
        assertThat(box.config())
                .doesNotContainKeys("raw.lxc", "security.privileged", "security.syscalls.intercept.mount");
        assertThat(box.devices()).isEmpty();
        assertThat(box.profiles()).containsExactly("box-net");
    }

    @Test
    void aHostileFileMakesNothing() throws IOException {
        Set<String> before = instances();
        String root = "backup/container/rootfs";
        List<Tar> hostile = List.of(
                Tar.export().file("/etc/x", "x"),
                Tar.export().file(root + "/../../x", "x"),
                Tar.export().symlink(root + "/l", "/etc").file(root + "/l/x", "x"),
                Tar.export().hardLink(root + "/l", "/etc/shadow"),
                Tar.export().device(root + "/sda", '4', 8, 0),
                Tar.export(index -> index.replace("    name: work", "    name: other")));
        for (Tar tar : hostile) {
            Path bad = Tar.gzip(directory.resolve("bad.tar.gz"), tar.ended());
            assertThatThrownBy(() -> new Import(INCUS).run(bad, "", Progress.silent(), soon()))
                    .isInstanceOf(BoxFailure.Refused.class)
                    .hasMessageContaining("nothing was created");
        }
        assertThat(instances()).isEqualTo(before);
    }

    /** A copy whose manifests have more keys in the container's config. */
    private static void inject(Path from, Path to, String keys) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(from));
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(to))) {
            TarReader reader = new TarReader(in);
            TarEntry first = reader.next().orElseThrow();
            String index = new String(reader.content(first, 1 << 20), StandardCharsets.UTF_8);
            assertThat(index).contains("    config:\n      cloud-init");
            TarText.write(
                    out,
                    first.path(),
                    index.replaceFirst("    config:\n      cloud-init", "    config:\n      " + keys + "cloud-init"));
            for (var next = reader.next(); next.isPresent(); next = reader.next()) {
                out.write(next.get().header());
                byte[] buffer = new byte[1 << 16];
                for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                    out.write(buffer, 0, n);
                }
                out.write(new byte[(int) ((512 - next.get().size() % 512) % 512)]);
            }
            out.write(new byte[1024]);
        }
    }

    private static Export.Exported export(String name, boolean overwrite) {
        return new Export(INCUS, BOXES)
                .export("going", directory.resolve(name), false, overwrite, Progress.silent(), soon());
    }

    /** Interrupts the thread that works as soon as the file is being written. */
    private static Progress interrupting() {
        return new Progress() {
            @Override
            public Step step(String what, Deadline deadline) {
                if (what.equals("compressing")) {
                    Thread.currentThread().interrupt();
                }
                return Progress.silent().step(what, deadline);
            }

            @Override
            public void note(String message) {}

            @Override
            public void warn(String message) {}
        };
    }

    private static Set<String> instances() {
        return INCUS.instances().list(soon()).stream().map(Instance::name).collect(Collectors.toSet());
    }

    private static List<String> names(Path where) throws IOException {
        try (var entries = Files.list(where)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static String in(String name, String script) {
        return INCUS.instances()
                .exec(name, ExecRequest.of("sh", "-c", script), soon())
                .stdout()
                .strip();
    }

    private static Deadline soon() {
        return Deadline.seconds(300);
    }

    private static String socket() {
        return Objects.requireNonNull(System.getenv("BOX_TEST_INCUS_SOCKET"), "this test needs a lab host");
    }
}
