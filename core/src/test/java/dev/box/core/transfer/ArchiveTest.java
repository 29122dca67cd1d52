package dev.box.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What may be in a file that a box is made from. Each hostile file differs from a good one in one point. */
class ArchiveTest {

    private static final String ROOT = "backup/container/rootfs";
    private static final long PLENTY = 1L << 30;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void anExportIsTakenWithWhatARootFileSystemLegitimatelyHolds() throws IOException {
        Tar tar = Tar.export()
                .symlink(ROOT + "/bin", "usr/bin")
                .symlink(ROOT + "/etc/absolute", "/etc/motd")
                .symlink(ROOT + "/etc/up", "../../../../outside-is-only-a-word")
                .hardLink(ROOT + "/etc/motd2", ROOT + "/etc/motd")
                .directory(ROOT + "/dev")
                .device(ROOT + "/dev/null", '3', 1, 3)
                .device(ROOT + "/etc/whiteout", '3', 0, 0)
                .device(ROOT + "/etc/fifo", '6', 0, 0)
                .pax("SCHILY.xattr.security.capability=\u0001\u0000\n\u00ff", "mtime=1.5")
                .file(ROOT + "/etc/capable", "x")
                .pax("path=" + ROOT + "/etc/" + "long".repeat(60))
                .file("short", "x");
        Manifest manifest = check(tar.ended());
        assertThat(manifest.name()).isEqualTo("work");
        assertThat(manifest.snapshots()).containsExactly("s1");
    }

    static Stream<Arguments> hostile() {
        String c = "backup/container";
        return Stream.of(
                // paths
                hostile("an absolute path", Tar.export().file("/etc/passwd", "x")),
                hostile("a path upward", Tar.export().file(ROOT + "/../../../x", "x")),
                hostile(
                        "a path upward in a pax header",
                        Tar.export().pax("path=" + ROOT + "/../x").file("a", "x")),
                hostile("a dot in a path", Tar.export().file(ROOT + "/./x", "x")),
                hostile("an empty part in a path", Tar.export().file(ROOT + "//x", "x")),
                hostile("a second tree", Tar.export().directory("other")),
                hostile(
                        "a snapshot that the manifest does not have",
                        Tar.export().directory("backup/snapshots/s2")),
                hostile("a file where a directory was not made", Tar.export().file(ROOT + "/opt/x", "x")),
                // links
                hostile(
                        "a file behind a symlink",
                        Tar.export().symlink(ROOT + "/l", "/etc").file(ROOT + "/l/x", "x")),
                hostile(
                        "a directory in place of a symlink",
                        Tar.export().symlink(ROOT + "/l", "/etc").directory(ROOT + "/l")),
                hostile("a symlink in place of a directory", Tar.export().symlink(ROOT + "/etc", "/etc")),
                hostile("a symlink for the root file system", Tar.export().symlink(c + "/rootfs", "/")),
                hostile("a symlink for the templates", Tar.export().symlink(c + "/templates", "/etc")),
                hostile("a symlink as a template", Tar.export().symlink(c + "/templates/a.tpl", "/etc/shadow")),
                hostile("a symlink for the description", Tar.export().symlink(c + "/backup.yaml", "/etc/shadow")),
                hostile("a hard link as a template", Tar.export().hardLink(c + "/templates/a.tpl", "/etc/shadow")),
                hostile("a hard link out, absolute", Tar.export().hardLink(ROOT + "/l", "/etc/shadow")),
                hostile("a hard link out, upward", Tar.export().hardLink(ROOT + "/l", ROOT + "/../../../x")),
                hostile("a hard link to the description", Tar.export().hardLink(ROOT + "/l", c + "/backup.yaml")),
                hostile(
                        "a hard link to a snapshot's file",
                        Tar.export().hardLink(ROOT + "/l", "backup/snapshots/s1/rootfs/etc/motd")),
                hostile(
                        "a hard link through a symlink",
                        Tar.export().symlink(ROOT + "/l", "/etc").hardLink(ROOT + "/h", ROOT + "/l/shadow")),
                // devices
                hostile("a block device", Tar.export().device(ROOT + "/sda", '4', 8, 0)),
                hostile("kernel memory", Tar.export().device(ROOT + "/mem", '3', 1, 1)),
                hostile("KVM", Tar.export().device(ROOT + "/kvm", '3', 10, 232)),
                hostile("a device among the descriptions", Tar.export().device(c + "/null", '3', 1, 3)),
                hostile("a FIFO for the description", Tar.export().device(c + "/templates/a.tpl", '6', 0, 0)),
                // other members
                hostile("an unknown file among the descriptions", Tar.export().file(c + "/lxc.conf", "x")),
                hostile("a disk image", Tar.export().file("backup/virtual-machine.img", "x")),
                hostile("a global header", Tar.export().member("g", 'g', "", 0, 0, 0)),
                hostile("a sparse file", Tar.export().member(ROOT + "/s", 'S', "", 0, 0, 0)),
                hostile(
                        "a sparse file in pax",
                        Tar.export().pax("GNU.sparse.major=1").file(ROOT + "/s", "x")),
                hostile("a directory with content", Tar.export().member(ROOT + "/d/", '5', "", 512, 0, 0)),
                hostile(
                        "a name said twice",
                        Tar.export().pax("path=a", "path=b").file(ROOT + "/x", "x")),
                hostile(
                        "a name with a NUL",
                        Tar.export().pax("path=" + ROOT + "/a\0b").file("x", "x")),
                // the manifest
                hostile("no manifest first", new Tar().directory("backup").file("backup/index.yaml", Tar.INDEX)),
                hostile("two manifests", Tar.export().file("backup/index.yaml", Tar.INDEX)),
                hostile("another name inside", manifest("    name: work", "    name: other")),
                hostile("a virtual machine", manifest("type: container", "type: virtual-machine")),
                hostile("a driver's own format", manifest("optimized: false", "optimized: true")),
                hostile("no box", manifest("user.box: \"1\"", "user.other: \"1\"")),
                hostile("a snapshot that is not described", manifest("- s1", "- s1\n- s2")),
                hostile("a snapshot called up", manifest("- s1", "- ../../s1")),
                hostile("not YAML", manifest("name: work", "name: [")),
                hostile("a tag that makes objects", manifest("pool: default", "pool: !!javax.script.X [a]")),
                hostile(
                        "much of little",
                        manifest(
                                "pool: default",
                                "a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\npool: [*c,*c,*c]")),
                hostile("a snapshot that is not there", manifestOnly()),
                hostile(
                        "a template from elsewhere",
                        Tar.export().file(c + "/metadata.yaml", template("/etc/x", "../../../../etc/shadow"))),
                hostile(
                        "a template to elsewhere",
                        Tar.export().file(c + "/metadata.yaml", template("/../../x", "hostname.tpl"))));
    }

    private static Arguments hostile(String what, Tar tar) {
        return Arguments.of(what, tar);
    }

    private static Tar manifest(String from, String to) {
        assertThat(Tar.INDEX).contains(from);
        return Tar.export(
                index -> index.replaceFirst("(?m)" + java.util.regex.Pattern.quote(from), to.replace("\\", "")));
    }

    private static Tar manifestOnly() {
        return new Tar()
                .file("backup/index.yaml", Tar.INDEX)
                .directory("backup/container")
                .directory(ROOT);
    }

    private static String template(String target, String source) {
        return "templates:\n  " + target + ":\n    template: " + source + "\n";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void isRefused(String what, Tar tar) {
        byte[] bytes = tar.ended();
        assertThatThrownBy(() -> check(bytes)).as(what).isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> rewrite(bytes)).as("on its way, too").isInstanceOf(BadArchive.class);
    }

    @Test
    void whateverIsCutOffIsRefused() throws IOException {
        byte[] whole = Tar.export().ended();
        for (int length = 0; length < whole.length - 512; length += 200) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> check(cut)).as("%d bytes", cut.length).isInstanceOf(BadArchive.class);
        }
        byte[] gzip = Files.readAllBytes(Tar.gzip(directory.resolve("whole"), whole));
        for (int length = 0; length < gzip.length; length += 61) {
            Path file = Files.write(directory.resolve("cut"), Arrays.copyOf(gzip, length));
            assertThatThrownBy(() -> new Archive(file, PLENTY).check((n, of) -> {}))
                    .as("%d bytes of gzip", length)
                    .isInstanceOf(BadArchive.class);
        }
    }

    @Test
    void whatFollowsTheEndIsRefused() {
        byte[] whole = Tar.export().ended();
        byte[] more = Arrays.copyOf(whole, whole.length + 512);
        more[more.length - 1] = 1;
        assertThatThrownBy(() -> check(more)).isInstanceOf(BadArchive.class);
    }

    @Test
    void aFlippedBitInAHeaderIsRefused() {
        byte[] whole = Tar.export().ended();
        whole[3] ^= 1;
        assertThatThrownBy(() -> check(whole)).isInstanceOf(BadArchive.class).hasMessageContaining("checksum");
    }

    @Test
    void whatUnpacksToMoreThanThereIsRoomForEndsEarly() throws IOException {
        Path bomb = directory.resolve("bomb");
        try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            gzip.write(Tar.export()
                    .member(ROOT + "/etc/zeros", '0', "", 200 << 20, 0, 0)
                    .unended());
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 200; i++) {
                gzip.write(zeros);
            }
            gzip.write(new byte[1024]);
        }
        assertThat(Files.size(bomb)).isLessThan(1 << 20);
        new Archive(bomb, PLENTY).check((n, of) -> {});
        assertThatThrownBy(() -> new Archive(bomb, 10 << 20).check((n, of) -> {}))
                .isInstanceOf(BadArchive.class)
                .hasMessageContaining("10 MiB");
    }

    @Test
    void theDaemonSeesThisHostsTruthAndTheGuestsFilesAsTheyWere() throws IOException {
        Map<String, byte[]> seen = members(rewrite(Tar.export(index -> index.replace(
                                "      limits.cpu: \"2\"",
                                "      limits.cpu: \"2\"\n      raw.lxc: lxc.mount.entry=/ host none bind\n"
                                        + "      raw.idmap: both 0 0\n      security.privileged: \"true\"\n"
                                        + "      security.syscalls.intercept.mount: \"true\"\n"
                                        + "      linux.kernel_modules: evil\n      boot.autostart: \"true\"\n"
                                        + "      user.note: kept")
                        .replace(
                                "    devices: {}",
                                "    devices:\n      host:\n        type: disk\n        source: /\n"
                                        + "        path: /host\n      root:\n        type: disk\n        path: /\n"
                                        + "        pool: elsewhere\n        size: 9GiB")
                        .replace("- box-net", "- evil"))
                .pax("SCHILY.xattr.user.x=\u00fe\n\u0000")
                .file(ROOT + "/etc/odd", "as it was")
                .ended()));
        for (String path :
                List.of("backup/index.yaml", "backup/container/backup.yaml", "backup/snapshots/s1/backup.yaml")) {
            String text = new String(bytes(seen, path), StandardCharsets.UTF_8);
            assertThat(text)
                    .as(path)
                    .doesNotContain("raw.", "privileged", "intercept", "kernel_modules", "autostart", "evil", "/host")
                    .doesNotContain("elsewhere", "machine-id")
                    .contains("user.note", "box-net", "9GiB", "security.nesting");
        }
        Map<String, Object> index = Manifest.map(Manifest.tree(bytes(seen, "backup/index.yaml")), "index");
        assertThat(index.get("name")).isEqualTo("again");
        assertThat(new String(bytes(seen, "backup/index.yaml"), StandardCharsets.UTF_8))
                .contains("user.box.state: minting");
        assertThat(new String(bytes(seen, ROOT + "/etc/odd"), StandardCharsets.UTF_8))
                .isEqualTo("as it was");
    }

    @Test
    void gzipOnEveryCoreIsGzip() throws IOException {
        Random random = new Random(1);
        for (int size : List.of(0, 1, (1 << 20) - 1, 1 << 20, (5 << 20) + 17)) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (OutputStream gzip = new ParallelGzip(out, ParallelGzip.FAST)) {
                gzip.write(bytes, 0, size / 3);
                gzip.write(bytes, size / 3, size - size / 3);
            }
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray()))) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void importsAreCountedTheFirstStays() {
        Map<String, String> first = ImportRecord.next(Map.of(), "2026-01-01T00:00:00Z");
        Map<String, String> second = ImportRecord.next(first, "2026-02-02T00:00:00Z");
        assertThat(second)
                .containsEntry("user.box.import.first", "2026-01-01T00:00:00Z")
                .containsEntry("user.box.import.last", "2026-02-02T00:00:00Z")
                .containsEntry("user.box.import.count", "2");
    }

    private Manifest check(byte[] tar) throws IOException {
        return new Archive(Tar.gzip(directory.resolve("a.tar.gz"), tar), PLENTY).check((n, of) -> {});
    }

    private byte[] rewrite(byte[] tar) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Archive(Tar.gzip(directory.resolve("a.tar.gz"), tar), PLENTY)
                .rewrite(
                        (n, of) -> {},
                        manifest -> new HostsTruth(manifest, "again", "default", Map.of("user.box.state", "minting")),
                        out);
        return out.toByteArray();
    }

    private static Map<String, byte[]> members(byte[] tar) throws IOException {
        Map<String, byte[]> members = new HashMap<>();
        TarReader reader = new TarReader(new ByteArrayInputStream(tar));
        for (Optional<TarEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
            members.put(next.get().path(), reader.content(next.get(), 1 << 20));
        }
        return members;
    }

    private static byte[] bytes(Map<String, byte[]> members, String path) {
        return Objects.requireNonNull(members.get(path), path);
    }
}
