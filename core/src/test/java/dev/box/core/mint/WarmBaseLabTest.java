package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxInfo;
import dev.box.core.box.BoxSummary;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Instance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("lab")
class WarmBaseLabTest {

    private static final int AT_ONCE = 6;

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
    void later_mints_start_from_what_the_first_left_and_are_nobody_else()
            throws InterruptedException, ExecutionException {
        host.mint("warm-0", "blank", Progress.silent());
        assertThat(host.prune().warmTemplates(LabHost.soon())).containsExactly("blank");
        host.in("warm-0", "echo secret > /root/secret");
        Recorder steps = new Recorder();
        Set<String> addresses = new HashSet<>(List.of(address("warm-0")));
        for (Minted box : mintAtOnce(steps)) {
            addresses.add(box.address());
            assertThat(box.marks()).containsExactly("pristine");
        }
        assertThat(steps.steps)
                .filteredOn(step -> step.endsWith("from a warm base"))
                .hasSize(AT_ONCE);
        assertThat(steps.steps).doesNotContain("waiting for cloud-init");
        Set<String> machineIds = new HashSet<>(List.of(host.in("warm-0", "cat /etc/machine-id")));
        for (int i = 1; i <= AT_ONCE; i++) {
            String name = "warm-" + i;
            machineIds.add(host.in(name, "cat /etc/machine-id"));
            assertThat(host.in(name, "uname -n; cat /etc/hostname; grep -c 'warm-0' /etc/hosts"))
                    .isEqualTo(name + "\n" + name + "\n0");
            assertThat(host.in(name, "ls /root/secret 2>&1; ls /var/log/journal"))
                    .contains("No such file")
                    .hasLineCount(2);
            assertThat(host.in(name, "journalctl --list-boots --quiet | wc -l")).isEqualTo("1");
        }
        assertThat(addresses).hasSize(AT_ONCE + 1);
        assertThat(machineIds)
                .hasSize(AT_ONCE + 1)
                .allSatisfy(id -> assertThat(id).hasSize(32));
        BoxInfo info = host.boxes.info("warm-1", LabHost.soon());
        assertThat(info.stamp().state()).isEqualTo(Stamp.Mark.WHOLE);
        assertThat(info.stamp().origin()).isEqualTo("mint");
        assertThat(info.stamp().machineId()).isEqualTo(host.in("warm-1", "cat /etc/machine-id"));
        a_base_is_out_of_reach_of_every_verb();
    }

    private List<Minted> mintAtOnce(Progress progress) throws InterruptedException, ExecutionException {
        List<Minted> minted = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Minted>> minting = new ArrayList<>();
            for (int i = 1; i <= AT_ONCE; i++) {
                MintRequest request = host.request("warm-" + i, "blank");
                minting.add(threads.submit(() -> host.mint().mint(request, progress, LabHost.soon())));
            }
            for (Future<Minted> future : minting) {
                minted.add(future.get());
            }
        }
        return minted;
    }

    private void a_base_is_out_of_reach_of_every_verb() {
        Instance base = base();
        assertThat(host.boxes.list(LabHost.soon())).extracting(BoxSummary::name).doesNotContain(base.name());
        assertThatThrownBy(() -> host.boxes.remove(base.name(), true, Progress.silent(), LabHost.soon()))
                .message()
                .contains("no such box");
        assertThatThrownBy(() -> host.boxes.start(base.name(), Progress.silent(), LabHost.soon()))
                .message()
                .contains("no such box");
        assertThatThrownBy(() -> host.clone("of-base", base.name(), Progress.silent()))
                .message()
                .contains("no such box");
        assertThat(base.status()).isEqualTo("Stopped");
        assertThat(file(base.name(), "/etc/machine-id")).isEmpty();
        assertThat(host.prunable()).isEmpty();
    }

    @Test
    void a_base_is_not_used_once_its_template_changed_and_prune_finds_it_stale() throws IOException {
        Path userData = template("tool", "write_files: [{path: /root/made, content: one}]\n");
        host.mint("tool-1", "tool", Progress.silent());
        Instance old = base();
        Files.writeString(userData, Files.readString(userData).replace("content: one", "content: two"));
        assertThat(host.prune().warmTemplates(LabHost.soon())).isEmpty();
        assertThat(host.prunable())
                .containsExactly(new Prune.Candidate(old.name(), Prune.Why.STALE_BASE, "of template tool"));
        Recorder steps = new Recorder();
        host.mint("tool-2", "tool", steps);
        assertThat(steps.steps).contains("waiting for cloud-init");
        assertThat(host.in("tool-2", "cat /root/made")).isEqualTo("two");
        for (Prune.Candidate candidate : host.prunable()) {
            host.prune().remove(candidate, Progress.silent(), LabHost.soon());
        }
        assertThat(base().name()).isNotEqualTo(old.name());
        assertThat(host.prune().warmTemplates(LabHost.soon())).containsExactly("tool");
    }

    @Test
    void a_base_that_is_not_finished_is_not_used_and_an_abandoned_one_is_made_again() {
        host.mint("half-1", "blank", Progress.silent());
        String base = base().name();
        set(base, Map.of(StampKey.BASE_STATE.key(), "making", StampKey.MINTER.key(), Minter.self()));
        Recorder steps = new Recorder();
        host.mint("half-2", "blank", steps);
        assertThat(steps.steps).contains("waiting for cloud-init");
        assertThat(base().config()).containsEntry(StampKey.BASE_STATE.key(), "making");
        assertThat(host.prunable()).isEmpty();

        set(base, Map.of(StampKey.MINTER.key(), Minter.self().replaceFirst("\\d+$", "1")));
        assertThat(host.prunable()).extracting(Prune.Candidate::why).containsExactly(Prune.Why.STALE_BASE);
        host.mint("half-3", "blank", Progress.silent());
        assertThat(base().config()).containsEntry(StampKey.BASE_STATE.key(), "raw");
    }

    @Test
    void without_cache_a_mint_neither_uses_nor_keeps_a_base() {
        MintRequest request = host.request("cold-1", "blank");
        MintRequest cold =
                new MintRequest(request.name(), request.template(), request.mode(), request.resources(), true, "");
        host.mint().mint(cold, Progress.silent(), LabHost.soon());
        assertThat(new WarmBases(host.incus).list(LabHost.soon())).isEmpty();
    }

    @Test
    void what_provisioning_did_is_in_the_base_and_a_rollback_to_before_it_leaves_a_whole_box() throws IOException {
        Path userData = template("tooled", "");
        Files.writeString(
                userData.resolveSibling("provision.sh"), "#!/bin/sh\ncat /etc/machine-id > /root/provisioned\n");
        host.mint("tooled-1", "tooled", Progress.silent());
        Minted warm = host.mint("tooled-2", "tooled", Progress.silent());
        assertThat(warm.marks()).containsExactly("bootstrapped");
        assertThat(host.in("tooled-2", "cat /root/provisioned"))
                .isEqualTo(host.in("tooled-1", "cat /etc/machine-id"))
                .isNotEqualTo(host.in("tooled-2", "cat /etc/machine-id"));

        Rollback rollback = new Rollback(host.incus, host.boxes);
        assertThat(rollback.run("tooled-1", "pristine", Progress.silent(), LabHost.soon()))
                .contains(address("tooled-1"));
        assertThat(host.boxes.resolve("tooled-1", LabHost.soon()).stamp().state())
                .isEqualTo(Stamp.Mark.WHOLE);
        assertThat(host.in("tooled-1", "ls /root/provisioned 2>&1")).contains("No such file");
        assertThatThrownBy(() -> rollback.run("tooled-1", "none", Progress.silent(), LabHost.soon()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("there is: ");
    }

    private String address(String name) {
        return host.boxes.info(name, LabHost.soon()).summary().ipv4();
    }

    private Instance base() {
        List<WarmBases.Base> bases = new WarmBases(host.incus).list(LabHost.soon());
        assertThat(bases).hasSize(1);
        return host.incus
                .instances()
                .get(bases.getFirst().name(), LabHost.soon())
                .value();
    }

    private String file(String instance, String path) {
        return new String(
                host.incus
                        .instances()
                        .files(instance)
                        .read(path, LabHost.soon())
                        .content(),
                StandardCharsets.UTF_8);
    }

    private void set(String instance, Map<String, String> keys) {
        host.incus.instances().patch(instance, Map.of("config", keys), LabHost.soon());
    }

    /** Returns its user-data file. */
    private Path template(String name, String more) throws IOException {
        Path directory = Files.createDirectories(config.resolve("box/templates").resolve(name));
        Files.writeString(directory.resolve("box.env"), "BOX_IMAGE=\"" + LabHost.IMAGE + "\"\nBOX_USER=\"dev\"\n");
        return Files.writeString(
                directory.resolve("user-data.yaml"),
                "#cloud-config\nusers:\n  - {name: dev, shell: /bin/bash}\n" + more);
    }
}
