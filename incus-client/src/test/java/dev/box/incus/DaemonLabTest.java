package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("lab")
class DaemonLabTest {

    private final Incus incus = LabDaemon.connect();

    @Test
    void the_daemon_tells_about_itself() {
        ServerInfo info = incus.server(LabDaemon.soon());
        assertThat(info.version()).startsWith("6.");
        assertThat(info.kernelVersion()).isNotEmpty();
        assertThat(info.auth()).isEqualTo("trusted");
        assertThat(incus.require("6.0", List.of("container_exec_recording"), LabDaemon.soon())
                        .version())
                .isEqualTo(info.version());
        assertThatThrownBy(() -> incus.require("99.0", List.of("teleport"), LabDaemon.soon()))
                .isInstanceOf(IncusException.DaemonTooOld.class)
                .hasMessageContaining(info.version())
                .hasMessageContaining("99.0")
                .hasMessageContaining("teleport");
        assertThat(incus.warnings(LabDaemon.soon())).isNotNull();
    }

    @Test
    void a_replacement_is_refused_when_someone_else_was_faster() {
        String name = "client-etag";
        incus.profiles()
                .find(name, LabDaemon.soon())
                .ifPresent(old -> incus.profiles().delete(name, LabDaemon.soon()));
        incus.profiles().create(Profile.of(name, "a", Map.of(), Map.of()), LabDaemon.soon());
        try {
            Versioned<Profile> seen = incus.profiles().get(name, LabDaemon.soon());
            incus.profiles().patch(name, Map.of("config", Map.of("user.k", "v")), LabDaemon.soon());
            Profile mine = Profile.of(name, "b", Map.of(), Map.of());
            assertThatThrownBy(() -> incus.profiles().replace(name, seen.with(mine), LabDaemon.soon()))
                    .isInstanceOf(IncusException.PreconditionFailed.class);
            Versioned<Profile> current = incus.profiles().get(name, LabDaemon.soon());
            assertThat(current.value().config()).containsEntry("user.k", "v");
            incus.profiles().replace(name, current.with(mine), LabDaemon.soon());
            assertThat(incus.profiles().get(name, LabDaemon.soon()).value().description())
                    .isEqualTo("b");
            assertThatThrownBy(() -> incus.profiles().create(mine, LabDaemon.soon()))
                    .isInstanceOf(IncusException.Conflict.class);
        } finally {
            incus.profiles().delete(name, LabDaemon.soon());
        }
        assertThat(incus.profiles().find(name, LabDaemon.soon())).isEmpty();
    }

    @Test
    void an_acl_comes_back_rule_by_rule() {
        String name = "client-acl";
        incus.networkAcls()
                .find(name, LabDaemon.soon())
                .ifPresent(old -> incus.networkAcls().delete(name, LabDaemon.soon()));
        AclRule drop = AclRule.egress("drop", "10.0.0.0/8", "private");
        incus.networkAcls().create(NetworkAcl.of(name, List.of(), List.of(drop)), LabDaemon.soon());
        try {
            assertThat(incus.networkAcls().get(name, LabDaemon.soon()).value().egress())
                    .containsExactly(drop);
        } finally {
            incus.networkAcls().delete(name, LabDaemon.soon());
        }
    }

    @Test
    void a_network_and_a_pool_show_what_the_kernel_has() {
        String name = "clientbr0";
        incus.networks()
                .find(name, LabDaemon.soon())
                .ifPresent(old -> incus.networks().delete(name, LabDaemon.soon()));
        incus.networks()
                .create(
                        Network.of(name, "bridge", Map.of("ipv4.address", "10.99.7.1/24", "ipv6.address", "none")),
                        LabDaemon.soon());
        try {
            assertThat(incus.networks().list(LabDaemon.soon()))
                    .anyMatch(n -> n.name().equals(name) && n.managed());
            assertThat(incus.networks().state(name, LabDaemon.soon()).addresses())
                    .anyMatch(a -> a.address().equals("10.99.7.1") && a.family().equals("inet"));
            assertThat(incus.networks().leases(name, LabDaemon.soon())).isNotNull();
        } finally {
            incus.networks().delete(name, LabDaemon.soon());
        }
        StorageResources.Amount space =
                incus.storagePools().resources("default", LabDaemon.soon()).space();
        assertThat(space).isNotNull().satisfies(s -> assertThat(s.total()).isGreaterThan(s.used()));
    }

    @Test
    void a_container_lives_its_whole_life_through_operations() {
        String name = "client-life";
        LabDaemon.launch(incus, name);
        try {
            assertThat(incus.instances().state(name, LabDaemon.soon()).pid()).isPositive();
            incus.instances().snapshots(name).create("one", LabDaemon.soon()).await(LabDaemon.soon());
            incus.instances().files(name).write("/root/mark", new byte[] {1}, FileMode.root(0600), LabDaemon.soon());
            incus.instances().stop(name, StopMode.FORCE, LabDaemon.soon()).await(LabDaemon.soon());
            incus.instances().snapshots(name).restore("one", LabDaemon.soon()).await(LabDaemon.soon());
            assertThat(incus.instances().files(name).exists("/root/mark", LabDaemon.soon()))
                    .isFalse();
            String copy = name + "-copy";
            LabDaemon.remove(incus, copy);
            incus.instances()
                    .create(
                            InstanceRequest.copyOf(copy, name + "/one", true).withConfig(Map.of("user.x", "1")),
                            LabDaemon.soon())
                    .await(LabDaemon.soon());
            Instance made = incus.instances().get(copy, LabDaemon.soon()).value();
            assertThat(made.config()).containsEntry("user.x", "1");
            assertThat(made.profiles()).containsExactly("default");
            assertThat(made.devices()).containsKey("eth0");
            incus.instances().rename(copy, copy + "2", LabDaemon.soon()).await(LabDaemon.soon());
            assertThat(incus.instances().listFull(LabDaemon.soon()))
                    .anyMatch(i -> i.name().equals(name) && i.snapshots().size() == 1 && i.state() != null)
                    .anyMatch(i -> i.name().equals(copy + "2"));
            LabDaemon.remove(incus, copy + "2");
            assertThat(incus.instances().consoleLog(name, LabDaemon.soon())).isNotNull();
        } finally {
            LabDaemon.remove(incus, name);
        }
        assertThat(incus.instances().find(name, LabDaemon.soon())).isEmpty();
    }

    @Test
    void a_failing_operation_says_why() {
        assertThatThrownBy(() -> incus.instances()
                        .create(
                                InstanceRequest.fromImage("client-none", "container", "no-such-image"),
                                LabDaemon.soon())
                        .await(LabDaemon.soon()))
                .isInstanceOf(IncusException.class)
                .hasMessageContaining("client-none");
    }

    @Test
    void events_arrive_while_something_happens() {
        List<Event> seen = new CopyOnWriteArrayList<>();
        String name = "client-events";
        try (EventStream stream = incus.events(Set.of("lifecycle"), seen::add, LabDaemon.soon())) {
            incus.profiles().create(Profile.of(name, "", Map.of(), Map.of()), LabDaemon.soon());
            incus.profiles().delete(name, LabDaemon.soon());
            Deadline arrival = LabDaemon.soon();
            while (seen.size() < 2 && !arrival.expired() && !stream.ended()) {
                Thread.onSpinWait();
            }
        }
        assertThat(seen).extracting(Event::type).containsOnly("lifecycle");
        assertThat(seen).extracting(e -> e.metadata().get("action")).contains("profile-created", "profile-deleted");
    }

    @Test
    void a_split_image_is_imported_and_progress_is_told_when_it_is_unpacked() {
        Project project =
                Project.of("client-images", "", Map.of("features.images", "true", "features.profiles", "false"));
        Incus inside = incus.inProject("client-images");
        if (incus.projects().find("client-images", LabDaemon.soon()).isEmpty()) {
            incus.projects().create(project, LabDaemon.soon());
        }
        for (Image old : inside.images().list(LabDaemon.soon())) {
            inside.images().delete(old.fingerprint(), LabDaemon.soon()).await(LabDaemon.soon());
        }
        List<OperationProgress> progress = new ArrayList<>();
        OperationInfo end = inside.images()
                .importSplit(
                        LabDaemon.imageFile("meta"),
                        LabDaemon.imageFile("rootfs"),
                        Map.of("note", "a & b"),
                        Deadline.seconds(120))
                .await(Deadline.seconds(120), progress::add);
        String fingerprint = Images.fingerprint(end);
        assertThat(fingerprint).hasSize(64);
        assertThat(inside.images().get(fingerprint, LabDaemon.soon()).value().properties())
                .containsEntry("note", "a & b");
        inside.images().createAlias("some/alias", fingerprint, "", LabDaemon.soon());
        assertThat(inside.images().findAlias("some/alias", LabDaemon.soon()))
                .hasValueSatisfying(alias -> assertThat(alias.target()).isEqualTo(fingerprint));
        inside.images().deleteAlias("some/alias", LabDaemon.soon());
        assertThat(inside.images().findAlias("some/alias", LabDaemon.soon())).isEmpty();
        inside.images().delete(fingerprint, LabDaemon.soon()).await(LabDaemon.soon());
        incus.projects().delete("client-images", LabDaemon.soon());
    }
}
