package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The built product as a user meets it, driven from outside through its own lab. Needs root and BOX_TEST_BOX, the launcher. */
@Tag("world")
class ProductLabTest {

    private static final String LAB = "product";

    @BeforeAll
    static void drillFromNothing() {
        // a checkout's launcher builds first, and what a build prints is not the product's
        Subprocess.of(launcher(), "--version").run(Deadline.seconds(1800));
        Subprocess.Result drill = box("drill", "--lab", "--name", LAB);
        assertThat(drill.exitStatus()).as(drill.stderr()).isZero();
        assertThat(drill.stdout()).contains("\nA1 HOLDS", "\nA2.lan HOLDS", "\nA3 HOLDS", "\nA7 HOLDS", "(exit 0)");
        assertThat(drill.stderr()).contains("took: lab up ", "end it:  box lab down --name " + LAB);
    }

    @AfterAll
    static void takeItDown() {
        Subprocess.Result down = box("lab", "down", "--name", LAB);
        assertThat(down.exitStatus()).as(down.stderr()).isZero();
        assertThat(Subprocess.of("ip", "netns", "list")
                        .run(Deadline.seconds(10))
                        .stdout())
                .doesNotContain("boxlab-" + LAB + "-");
    }

    @Test
    void aBoxLivesFromNewToRm() {
        assertThat(inHost("box", "new", "life").exitStatus()).isZero();
        assertThat(inHost("box", "list").stdout()).contains("life", "running", "10.88.0.");
        assertThat(inHost("box", "list", "--json").stdout())
                .startsWith("{\"schema\":\"box.list/1\"")
                .contains("life");
        assertThat(inHost("box", "info", "life").stdout()).contains("template    blank", "snapshot    pristine");
        assertThat(inHost("box", "exec", "life", "--", "sh", "-c", "exit 7").exitStatus())
                .isEqualTo(7);
        streamsThatAreClosedFullOrGone();
        assertThat(inHost("box", "rm", "life").exitStatus())
                .as("no terminal, no --force")
                .isEqualTo(2);
        assertThat(inHost("box", "rm", "life", "--force").exitStatus()).isZero();
        assertThat(inHost("box", "list").stderr()).contains("no boxes yet — create one with: box new work");
    }

    /** What cannot be read is empty; what cannot be written is never passed over in silence, and a reader that goes ends it. */
    private static void streamsThatAreClosedFullOrGone() {
        assertThat(inHost("sh", "-c", "box exec life -- wc -c <&-").stdout()).isEqualTo("0\n");
        Subprocess.Result closed = inHost("sh", "-c", "box exec life -- echo word >&-");
        assertThat(closed.exitStatus()).isEqualTo(1);
        assertThat(closed.stderr()).contains("writing to standard output");
        for (String verb : List.of("exec life -- echo word", "list", "list --json")) {
            Subprocess.Result full = inHost("sh", "-c", "box " + verb + " >/dev/full");
            assertThat(full.exitStatus()).as(verb).isEqualTo(1);
            assertThat(full.stderr()).contains("box: writing to standard output: No space left on device");
        }
        Subprocess.Result gone =
                inHost("bash", "-c", "timeout 60 box exec life -- yes | head -1; echo ${PIPESTATUS[0]}");
        assertThat(gone.stdout()).isEqualTo("y\n141\n");
        assertThat(gone.stderr()).doesNotContain("box:");
        assertThat(inHost("sh", "-c", "LC_ALL=C box exec life -- echo grüße").stdout())
                .isEqualTo("grüße\n");
        assertThat(inHost("bash", "-c", "box exec life -- echo $'\\377'").stderr())
                .contains("is not UTF-8");
    }

    @Test
    void anInstanceThatBoxDidNotMintStandsWhateverVerbIsAimedAtIt() {
        inHost("incus", "init", "box/debian/13/cloud", "payroll", "--storage", "default", "--network", "boxnet");
        String before = inHost("incus", "list", "--format=csv", "--columns=nsS").stdout();
        assertThat(before).contains("payroll,STOPPED");
        for (List<String> verb : List.of(
                List.of("rm", "payroll", "--force"),
                List.of("start", "payroll"),
                List.of("down", "payroll"),
                List.of("info", "payroll"),
                List.of("exec", "payroll", "--", "true"))) {
            List<String> command = new ArrayList<>(List.of("box"));
            command.addAll(verb);
            Subprocess.Result refused = inHost(command.toArray(new String[0]));
            assertThat(refused.exitStatus()).as("%s", verb).isNotZero();
            assertThat(refused.stderr()).contains("no such box: payroll (see 'box list')");
        }
        assertThat(inHost("incus", "list", "--format=csv", "--columns=nsS").stdout())
                .isEqualTo(before);
        inHost("incus", "delete", "payroll");
    }

    @Test
    void withBothLayersOfSiblingIsolationGoneTheDrillSaysSoAndOneSetupRepairsIt() {
        inHost("incus", "profile", "device", "set", "box-net", "eth0", "security.port_isolation=false");
        inHost("nft", "delete", "table", "bridge", "box");
        Subprocess.Result broken = inHost("box", "drill", "--host", "--yes", "--cell", "A3");
        assertThat(broken.exitStatus()).as(broken.stderr()).isEqualTo(1);
        assertThat(broken.stdout()).contains("A3 BROKEN", "A3.tcp.sibling");
        assertThat(inHost("box", "setup-host").exitStatus()).isZero();
        assertThat(inHost("box", "drill", "--host", "--yes", "--cell", "A3").exitStatus())
                .isZero();
    }

    @Test
    void theDoctorNamesWhatIsNotInForceAndRepairsIt() {
        assertThat(inHost("box", "doctor").exitStatus()).isZero();
        inHost("nft", "delete", "table", "bridge", "box");
        Subprocess.Result sick = inHost("box", "doctor");
        assertThat(sick.exitStatus()).isEqualTo(1);
        assertThat(sick.stdout())
                .startsWith("DIRTY  nft            live table bridge box: absent")
                .contains("fix  sudo box doctor --fix");
        Subprocess.Result mended = inHost("box", "doctor", "--fix");
        assertThat(mended.exitStatus()).as(mended.stdout()).isZero();
        assertThat(mended.stdout())
                .startsWith("FIXED  loading the shipped firewall rules: ")
                .endsWith("this host is fit to mint boxes\n");
        assertThat(inHost("box", "doctor", "--json").stdout())
                .startsWith("{\"schema\":\"box.doctor/1\",\"outcome\":\"clean\"");
    }

    private static Subprocess.Result inHost(String... command) {
        List<String> words = new ArrayList<>(List.of("lab", "exec", "--name", LAB, "--"));
        words.addAll(List.of(command));
        return box(words.toArray(new String[0]));
    }

    /** Whatever is asked, nothing of the machinery underneath may show. */
    private static Subprocess.Result box(String... words) {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(List.of(words));
        Subprocess.Result result = Subprocess.of(command).run(Deadline.seconds(1800));
        assertThat(result.stderr())
                .doesNotContain("\tat ", "WARNING:", "SLF4J", "OpenJDK", "fault in box")
                .doesNotContain("\u001b");
        return result;
    }

    private static String launcher() {
        return Objects.requireNonNull(
                System.getenv("BOX_TEST_BOX"), "BOX_TEST_BOX must name the launcher; ./test lab sets it");
    }
}
