package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxInfo;
import dev.box.core.box.BoxName;
import dev.box.core.box.BoxState;
import dev.box.core.box.BoxSummary;
import dev.box.core.box.Boxes;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.SetupHost;
import dev.box.core.progress.Progress;
import dev.box.core.template.Templates;
import dev.box.incus.ExecStreams;
import dev.box.incus.Project;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("lab")
class MintLabTest {

    @TempDir
    private Path config = Path.of("set by JUnit");

    private LabHost host = new LabHost(config);

    @BeforeEach
    void connect() throws IOException {
        host = new LabHost(config);
        host.importImage();
        host.dropBases();
    }

    @AfterEach
    void tidy() {
        host.dropBases();
        host.close();
    }

    @Test
    void two_boxes_minted_at_once_are_whole_stamped_and_not_each_other()
            throws InterruptedException, ExecutionException {
        Recorder progress = new Recorder();
        Minted one;
        Minted two;
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Minted> first = both.submit(() -> host.mint("mint-a", "blank", progress));
            Future<Minted> second = both.submit(() -> host.mint("mint-b", "blank", progress));
            one = first.get();
            two = second.get();
        }
        assertThat(one.address()).isNotEqualTo(two.address());
        assertThat(host.in("mint-a", "cat /etc/machine-id"))
                .hasSize(32)
                .isNotEqualTo(host.in("mint-b", "cat /etc/machine-id"));
        assertThat(host.in("mint-a", "ip -4 -o addr show dev eth0")).contains(" " + one.address() + "/24 ");
        assertThat(one.marks()).containsExactly("pristine");
        assertThat(progress.warnings).anyMatch(warning -> warning.contains("CONTAINER MODE"));

        BoxInfo info = host.boxes.info("mint-a", LabHost.soon());
        assertThat(info.stamp().schema()).isEqualTo(Stamp.SCHEMA);
        assertThat(info.stamp().state()).isEqualTo(Stamp.Mark.WHOLE);
        assertThat(info.stamp().template()).isEqualTo("blank");
        assertThat(info.stamp().modeAsked()).isEqualTo("auto");
        assertThat(info.stamp().mode()).isEqualTo("container");
        assertThat(info.stamp().imageFingerprint()).hasSize(64);
        assertThat(info.stamp().machineId()).isEqualTo(host.in("mint-a", "cat /etc/machine-id"));
        assertThat(info.resources().memory()).isEqualTo("512MiB");
        assertThat(info.snapshots()).extracting(BoxInfo.SnapshotInfo::name).containsExactly("pristine");

        assertThat(host.boxes.list(LabHost.soon()))
                .filteredOn(box -> box.name().startsWith("mint-"))
                .extracting(BoxSummary::name, BoxSummary::state, BoxSummary::ipv4, BoxSummary::snapshots)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("mint-a", BoxState.RUNNING, one.address(), 1),
                        org.assertj.core.groups.Tuple.tuple("mint-b", BoxState.RUNNING, two.address(), 1));
        entering_is_as_the_user();
        down_start_and_remove(one.address());
    }

    private void entering_is_as_the_user() {
        assertThat(exec("mint-a", "sh", "-c", "exit 7").status).isEqualTo(7);
        assertThat(exec("mint-a", "no-such-command").status).isEqualTo(127);
        Output id = exec("mint-a", "sh", "-c", "id -un; id -Gn; pwd; echo $HOME $USER $TERM; echo oops >&2");
        assertThat(id.out).isEqualTo("dev\ndev sudo\n/home/dev\n/home/dev dev xterm-test\n");
        assertThat(id.err).isEqualTo("oops\n");
        exec(
                "mint-a",
                "sh",
                "-c",
                "mkdir -p ~/.local/bin; printf '#!/bin/sh\\nexit 9\\n' > ~/.local/bin/tool; chmod +x ~/.local/bin/tool");
        assertThat(exec("mint-a", "tool").status).isEqualTo(9);
        assertThat(exec("mint-a", "sudo", "-n", "true").status).isZero();
    }

    private void down_start_and_remove(String address) {
        assertThat(host.boxes.down("mint-a", false, Progress.silent(), LabHost.soon()))
                .isEqualTo(Boxes.Down.SHUT_DOWN);
        assertThat(host.boxes.down("mint-a", false, Progress.silent(), LabHost.soon()))
                .isEqualTo(Boxes.Down.ALREADY);
        assertThatThrownBy(() -> exec("mint-a", "true")).message().contains("it is stopped");
        assertThat(host.boxes.start("mint-a", Progress.silent(), LabHost.soon()))
                .isEqualTo(address);
        assertThat(exec("mint-a", "true").status).isZero();
        assertThatThrownBy(() -> host.boxes.remove("mint-a", false, Progress.silent(), LabHost.soon()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("it is running");
        host.boxes.remove("mint-a", true, Progress.silent(), LabHost.soon());
        assertThat(host.incus.instances().find("mint-a", LabHost.soon())).isEmpty();
    }

    @Test
    void an_instance_without_the_tag_is_refused_by_every_verb_and_still_stands() {
        host.launchForeign("payroll", Map.of("user.box", "", "user.box.template", "blank"));
        String before = host.in("payroll", "cat /proc/sys/kernel/random/boot_id; stat -c %Y /proc/1");
        Boxes boxes = host.boxes;
        List<Runnable> verbs = List.of(
                () -> boxes.info("payroll", LabHost.soon()),
                () -> boxes.start("payroll", Progress.silent(), LabHost.soon()),
                () -> boxes.down("payroll", true, Progress.silent(), LabHost.soon()),
                () -> boxes.down("payroll", false, Progress.silent(), LabHost.soon()),
                () -> boxes.remove("payroll", true, Progress.silent(), LabHost.soon()),
                () -> exec("payroll", "touch", "/marked"),
                () -> boxes.resolveRunning("payroll", LabHost.soon()));
        for (Runnable verb : verbs) {
            assertThatThrownBy(verb::run)
                    .isInstanceOf(BoxFailure.Failed.class)
                    .message()
                    .contains("no such box: payroll (see 'box list')");
        }
        assertThat(boxes.list(LabHost.soon())).extracting(BoxSummary::name).doesNotContain("payroll");
        assertThat(host.in("payroll", "cat /proc/sys/kernel/random/boot_id; stat -c %Y /proc/1"))
                .isEqualTo(before);
        assertThat(host.in("payroll", "ls /marked 2>&1")).contains("No such file");
    }

    @Test
    void a_box_of_the_predecessor_is_a_box() {
        host.launchForeign("old", Map.of("user.claudebox", "1"));
        assertThat(host.boxes.list(LabHost.soon())).extracting(BoxSummary::name).contains("old");
        assertThat(host.boxes.resolve("old", LabHost.soon()).user().name()).isEqualTo("claude");
        host.boxes.remove("old", true, Progress.silent(), LabHost.soon());
        assertThat(host.incus.instances().find("old", LabHost.soon())).isEmpty();
    }

    @Test
    void a_name_that_any_instance_holds_is_refused_and_that_instance_is_left_as_it_is() {
        host.launchForeign("taken", Map.of());
        var before = host.incus.instances().get("taken", LabHost.soon()).value();
        assertThatThrownBy(() -> host.mint("taken", "blank", Progress.silent()))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .contains("an instance that box did not mint has that name");
        assertThat(host.incus.instances().get("taken", LabHost.soon()).value().config())
                .isEqualTo(before.config());
    }

    @Test
    void a_first_boot_that_fails_says_the_guests_own_error_and_leaves_the_box_up_as_failed() throws IOException {
        template("broken", "runcmd:\n  - [sh, -c, 'echo tried; exit 3']\n");
        assertThatThrownBy(() -> host.mint("broken-1", "broken", Progress.silent()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("cloud-init")
                .containsIgnoringCase("scripts");
        assertThat(host.boxes.resolve("broken-1", LabHost.soon()).state()).isEqualTo(BoxState.FAILED);
        assertThat(exec("broken-1", "true").status).isZero();
    }

    @Test
    void recoverable_errors_of_the_first_boot_are_warnings() throws IOException {
        template("odd", "no_such_key_at_all: 1\n");
        Recorder progress = new Recorder();
        host.mint("odd-1", "odd", progress);
        assertThat(progress.warnings).anyMatch(line -> line.startsWith("cloud-init: "));
        assertThat(host.boxes.resolve("odd-1", LabHost.soon()).state()).isEqualTo(BoxState.RUNNING);
    }

    @Test
    void an_interrupted_mint_is_shown_as_incomplete_and_can_be_removed() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Recorder progress = new Recorder(step -> {
            if (step.equals("waiting for an address")) {
                Thread.currentThread().interrupt();
            }
        });
        Thread minting = Thread.ofPlatform().start(() -> {
            try {
                host.mint("half", "blank", progress);
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        minting.join();
        assertThat(thrown.get()).isInstanceOf(BoxFailure.Interrupted.class);
        assertThat(((BoxFailure) thrown.get()).advice()).contains("box rm half --force");
        assertIncompleteAndRemovable("half");
    }

    @Test
    void a_killed_mint_is_shown_as_incomplete_and_can_be_removed() throws IOException, InterruptedException {
        host.remember("killed");
        KilledMint.at("waiting for an address", config, "mint", "blank", () -> {});
        assertIncompleteAndRemovable("killed");
    }

    private void assertIncompleteAndRemovable(String name) {
        assertThat(host.boxes.list(LabHost.soon()))
                .filteredOn(box -> box.name().equals(name))
                .extracting(BoxSummary::state)
                .containsExactly(BoxState.INCOMPLETE);
        assertThatThrownBy(() -> host.boxes.start(name, Progress.silent(), LabHost.soon()))
                .message()
                .contains("it is not whole");
        host.boxes.remove(name, true, Progress.silent(), LabHost.soon());
        assertThat(host.incus.instances().find(name, LabHost.soon())).isEmpty();
    }

    @Test
    void a_box_that_comes_up_with_anothers_machine_id_is_not_handed_out() throws IOException {
        template("twin", "bootcmd:\n  - [sh, -c, 'echo 0123456789abcdef0123456789abcdef > /etc/machine-id']\n");
        host.mint("twin-a", "twin", Progress.silent());
        assertThatThrownBy(() -> host.mint("twin-b", "twin", Progress.silent()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("box 'twin-a' has the same machine-id");
        assertThat(host.boxes.resolve("twin-b", LabHost.soon()).state()).isEqualTo(BoxState.FAILED);
        assertThat(host.boxes.resolve("twin-b", LabHost.soon()).running()).isFalse();
    }

    @Test
    void a_box_that_comes_up_with_anothers_address_is_stopped_and_not_handed_out() throws IOException {
        String address = host.mint("first", "blank", Progress.silent()).address();
        template(
                "thief",
                "bootcmd:\n  - [sh, -c, 'ip address flush dev eth0; ip address add " + address + "/24 dev eth0']\n");
        assertThatThrownBy(() -> host.mint("thief", "thief", Progress.silent()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("box 'first' has the same address " + address);
        assertThat(host.boxes.resolve("thief", LabHost.soon()).running()).isFalse();
    }

    @Test
    void provisioning_runs_as_root_after_the_first_boot_and_is_marked_only_when_it_succeeded() throws IOException {
        template("tooled", "");
        Path directory = config.resolve("box/templates/tooled");
        Files.writeString(directory.resolve("provision.sh"), "#!/bin/sh\nset -e\nid -un > /root/who\necho half way\n");
        Files.writeString(directory.resolve("agent-context.md"), "# in a box\n");
        Minted minted = host.mint("tooled-1", "tooled", Progress.silent());
        assertThat(minted.marks()).containsExactly("pristine", "bootstrapped");
        assertThat(host.in("tooled-1", "cat /root/who /var/lib/box/agent-context.md"))
                .isEqualTo("root\n# in a box");

        Files.writeString(directory.resolve("provision.sh"), "#!/bin/sh\necho last words; exit 4\n");
        assertThatThrownBy(() -> host.mint("tooled-2", "tooled", Progress.silent()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("exit status 4\nlast words");
        BoxInfo failed = host.boxes.info("tooled-2", LabHost.soon());
        assertThat(failed.summary().state()).isEqualTo(BoxState.FAILED);
        assertThat(failed.snapshots()).extracting(BoxInfo.SnapshotInfo::name).containsExactly("pristine");
    }

    @Test
    void without_the_placement_profile_nothing_is_created_and_setup_is_named() {
        String project = "no-stack";
        host.incus.projects().create(Project.of(project, "", Map.of("features.images", "false")), LabHost.soon());
        try {
            var elsewhere = host.incus.inProject(project);
            Mint mint = new Mint(elsewhere, host.settings, Templates.of(host.settings), "0.1.0-test");
            assertThatThrownBy(() -> mint.mint(MintRequest.of(BoxName.of("x")), Progress.silent(), LabHost.soon()))
                    .isInstanceOf(BoxFailure.Failed.class)
                    .extracting(e -> ((BoxFailure) e).advice())
                    .isEqualTo("box setup-host");
            assertThat(elsewhere.instances().list(LabHost.soon())).isEmpty();
        } finally {
            host.incus.projects().delete(project, LabHost.soon());
        }
    }

    @Test
    void a_box_that_nobody_can_give_an_address_is_told_so_and_not_waited_for() {
        ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").endsWith("/dnsmasq"))
                .forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
        try {
            assertThatThrownBy(() -> host.mint("unserved", "blank", Progress.silent()))
                    .isInstanceOf(BoxFailure.Failed.class)
                    .hasMessageContaining("nobody serves boxnet")
                    .extracting(e -> ((BoxFailure) e).advice())
                    .asString()
                    .startsWith("sudo box doctor --fix");
        } finally {
            new SetupHost(new HostStack(Host.local(host.settings))).run(Progress.silent(), LabHost.soon());
        }
        assertThat(host.mint("served", "blank", Progress.silent()).address()).isNotEmpty();
    }

    private record Output(int status, String out, String err) {}

    private Output exec(String name, String... command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status =
                host.boxes.exec(name, List.of(command), "xterm-test", ExecStreams.output(out, err), LabHost.soon());
        return new Output(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private void template(String name, String more) throws IOException {
        Path directory = Files.createDirectories(config.resolve("box/templates").resolve(name));
        Files.writeString(directory.resolve("box.env"), "BOX_IMAGE=\"" + LabHost.IMAGE + "\"\nBOX_USER=\"dev\"\n");
        Files.writeString(
                directory.resolve("user-data.yaml"),
                "#cloud-config\nusers:\n  - {name: dev, shell: /bin/bash}\n" + more);
    }
}
