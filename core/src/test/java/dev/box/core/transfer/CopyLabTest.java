package dev.box.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.box.incus.IncusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files come out and go in as they are, and a guest that lays traps writes nowhere but below the target. */
@Tag("lab")
class CopyLabTest {

    private static final String NAME = "copying";
    private static final Settings SETTINGS = Settings.of(Map.of("INCUS_SOCKET", socket()));
    private static final Incus INCUS = Incus.connect(Endpoint.of(Path.of(socket())));
    private static final Boxes BOXES = new Boxes(INCUS, SETTINGS);

    @TempDir
    private Path host = Path.of("set by JUnit");

    @BeforeAll
    static void oneBox() {
        new Mint(INCUS, SETTINGS, Templates.of(SETTINGS), "0.1.0-test")
                .mint(MintRequest.of(BoxName.of(NAME)), Progress.silent(), soon());
    }

    @AfterAll
    static void remove() {
        BOXES.remove(NAME, true, Progress.silent(), soon());
    }

    @Test
    void aTreeComesOutWithItsModesAndNoSetIdBits() throws IOException {
        in(
                "mkdir -p /srv/out/sub/empty; echo a > /srv/out/a; echo '#!/bin/sh' > /srv/out/sub/run; chmod 640 /srv/out/a;"
                        + " chmod 6755 /srv/out/sub/run; chmod 700 /srv/out/sub; head -c 3000000 /dev/urandom > /srv/out/big;"
                        + " ln -s ../a /srv/out/sub/link");
        assertThat(copy().out("/srv/out", host)).isEqualTo(4);

        Path tree = host.resolve("out");
        assertThat(tree.resolve("a")).hasContent("a");
        assertThat(mode(tree.resolve("a"))).isEqualTo("rw-r-----");
        assertThat(mode(tree.resolve("sub/run"))).isEqualTo("rwxr-xr-x");
        assertThat(mode(tree.resolve("sub"))).isEqualTo("rwx------");
        assertThat(((int) Files.getAttribute(tree.resolve("sub/run"), "unix:mode")) & 07000)
                .isZero();
        assertThat(tree.resolve("sub/empty")).isEmptyDirectory();
        assertThat(Files.size(tree.resolve("big"))).isEqualTo(3_000_000);
        assertThat(Files.readSymbolicLink(tree.resolve("sub/link"))).isEqualTo(Path.of("../a"));
        assertThat(names(tree)).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void aTreeGoesInAsItsUsersWithItsModesAndComesBackTheSame() throws IOException {
        Path tree = Files.createDirectories(host.resolve("in/sub"));
        Files.writeString(tree.resolve("grüße Größe"), "x");
        Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(tree.resolve("grüße Größe"), PosixFilePermissions.fromString("rwxr-x--x"));
        Files.createSymbolicLink(tree.resolve("link"), Path.of("grüße Größe"));

        assertThat(copy().in(host.resolve("in"), "/home/dev")).isEqualTo(2);

        assertThat(in("cd /home/dev/in && stat -c '%U %a %F' sub 'sub/grüße Größe'; readlink sub/link"))
                .isEqualTo("dev 700 directory\ndev 751 regular file\ngrüße Größe");
        copy().out("/home/dev/in", host.resolve("back"));
        assertThat(host.resolve("back/sub/grüße Größe")).hasContent("x");
        assertThat(mode(host.resolve("back/sub/grüße Größe"))).isEqualTo("rwxr-x--x");
    }

    @Test
    void aStoppedBoxIsCopiedFromToo() {
        in("echo still > /srv/still");
        BOXES.down(NAME, true, Progress.silent(), soon());
        try {
            copy().out("/srv/still", host.resolve("still"));
            assertThat(host.resolve("still")).hasContent("still\n".strip());
        } finally {
            BOXES.start(NAME, Progress.silent(), soon());
        }
    }

    /** Each is a way to have something written beside the target. */
    @Test
    void aGuestsLinkIsNeverFollowedOutOfTheTarget() throws IOException {
        Path outside = Files.createDirectories(host.resolve("outside"));
        Files.writeString(outside.resolve("victim"), "mine");
        Path target = Files.createDirectories(host.resolve("target"));
        in("rm -rf /srv/trap; mkdir -p /srv/trap/dir; cd /srv/trap; ln -s " + outside + " away; ln -s " + outside
                + "/victim file; ln -s ../../../../../../../.." + outside
                + " up; ln -s / root; ln -s . self; echo evil >"
                + " dir/victim");

        copy().out("/srv/trap", target);

        Path tree = target.resolve("trap");
        assertThat(names(tree)).containsExactlyInAnyOrder("dir");
        assertThat(Files.readString(outside.resolve("victim"))).isEqualTo("mine");

        // and now the directory of the first copy has become a link on the host that the guest would like to be
        // followed
        Files.delete(tree.resolve("dir/victim"));
        Files.delete(tree.resolve("dir"));
        Files.createSymbolicLink(tree.resolve("dir"), outside);
        assertThatThrownBy(() -> copy().out("/srv/trap", target)).isInstanceOf(BoxFailure.Failed.class);
        assertThat(Files.readString(outside.resolve("victim"))).isEqualTo("mine");

        // a link where a file goes is replaced, not written through
        Files.delete(tree.resolve("dir"));
        Files.createDirectories(tree.resolve("dir"));
        Files.createSymbolicLink(tree.resolve("dir/victim"), outside.resolve("victim"));
        copy().out("/srv/trap", target);
        assertThat(Files.readString(outside.resolve("victim"))).isEqualTo("mine");
        assertThat(Files.readString(tree.resolve("dir/victim"))).isEqualTo("evil\n");
        assertThat(Files.isSymbolicLink(tree.resolve("dir/victim"))).isFalse();
    }

    /** Neither copied nor waited for. */
    @Test
    void whatIsNoFileIsLeftOutOrRefusedAndNeverHangs() throws IOException {
        in("rm -rf /srv/odd; mkdir -p /srv/odd; mkfifo /srv/odd/pipe; echo ok > /srv/odd/ok");
        try {
            copy().out("/srv/odd", host);
        } catch (BoxFailure | IncusException e) {
            assertThat(e).hasMessageContaining("pipe");
        }
        assertThat(Files.exists(host.resolve("odd/pipe"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> copy().out("/srv/nothing", host))
                .isInstanceOf(BoxFailure.Failed.class)
                .hasMessageContaining("there is no such file in it");
        assertThatThrownBy(() -> copy().in(host.resolve("nothing"), "/srv"))
                .isInstanceOf(BoxFailure.class)
                .hasMessageContaining("nothing");
    }

    private static Copy copy() {
        return new Copy(INCUS, BOXES.resolve(NAME, soon()), Progress.silent(), Deadline.seconds(60));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static String in(String script) {
        return INCUS.instances()
                .exec(NAME, ExecRequest.of("sh", "-c", "export LC_ALL=C.UTF-8; " + script), soon())
                .stdout()
                .strip();
    }

    private static Deadline soon() {
        return Deadline.seconds(180);
    }

    private static String socket() {
        return Objects.requireNonNull(System.getenv("BOX_TEST_INCUS_SOCKET"), "this test needs a lab host");
    }
}
