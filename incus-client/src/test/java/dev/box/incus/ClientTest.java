package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClientTest {

    @Test
    void what_the_daemon_leaves_out_is_empty_and_what_is_unknown_is_ignored() throws IOException {
        String odd = "[{\"name\":\"a\",\"config\":null,\"future\":{\"deep\":[1,{}]}}]";
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.ok(odd))) {
            Instance instance =
                    daemon.connect().instances().list(Deadline.seconds(5)).getFirst();
            assertThat(instance.name()).isEqualTo("a");
            assertThat(instance.status()).isEmpty();
            assertThat(instance.config()).isEmpty();
            assertThat(instance.expandedDevices()).isEmpty();
            assertThat(instance.profiles()).isEmpty();
            assertThat(instance.state()).isNull();
        }
    }

    /** Anybody's instance may have such a key, and it must not stop a list. */
    @Test
    void a_long_text_is_read() throws IOException {
        String script = "#cloud-config\\n" + "x".repeat(200_000);
        String answer = "[{\"name\":\"a\",\"config\":{\"cloud-init.user-data\":\"" + script + "\"}}]";
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.ok(answer))) {
            Instance instance =
                    daemon.connect().instances().list(Deadline.seconds(5)).getFirst();
            assertThat(instance.config().get("cloud-init.user-data")).hasSize(200_014);
        }
    }

    @Test
    void names_and_projects_cannot_leave_their_place_in_the_path() throws IOException {
        List<String> heads = Collections.synchronizedList(new ArrayList<>());
        try (FakeDaemon daemon = FakeDaemon.scripted(client -> {
            heads.add(FakeDaemon.readHead(client));
            FakeDaemon.write(client, FakeDaemon.ok("{\"name\":\"x\"}"));
            client.close();
        })) {
            daemon.connect().inProject("p&q=1").profiles().get("a/../b?x#y é", Deadline.seconds(5));
        }
        assertThat(heads.getFirst())
                .startsWith("GET /1.0/profiles/a%2f..%2fb%3fx%23y%20%c3%a9?project=p%26q%3d1 HTTP/1.1\r\n");
    }

    @Test
    void a_request_is_one_write_right_after_the_connect() throws IOException {
        List<Integer> firstReads = Collections.synchronizedList(new ArrayList<>());
        try (FakeDaemon daemon = FakeDaemon.scripted(client -> {
            java.nio.ByteBuffer all = java.nio.ByteBuffer.allocate(64 * 1024);
            firstReads.add(client.read(all));
            String text = new String(all.array(), 0, all.position(), java.nio.charset.StandardCharsets.UTF_8);
            firstReads.add(text.endsWith("}") ? 1 : 0);
            FakeDaemon.write(client, FakeDaemon.ok("null"));
            client.close();
        })) {
            daemon.connect().profiles().create(Profile.of("a", "", Map.of(), Map.of()), Deadline.seconds(5));
        }
        assertThat(firstReads)
                .as("the first read holds head and body")
                .hasSize(2)
                .last()
                .isEqualTo(1);
    }

    @Test
    void calls_leave_no_descriptor_open() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.ok("[]"))) {
            Incus incus = daemon.connect();
            incus.instances().list(Deadline.seconds(5));
            int before = descriptors();
            for (int i = 0; i < 50; i++) {
                incus.instances().list(Deadline.seconds(5));
            }
            // the fake keeps its ends until it is closed: 50 of its own
            assertThat(descriptors() - before).isLessThan(10);
        }
    }

    private static int descriptors() {
        return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
    }

    @Test
    void a_listing_starts_no_tls_no_logging_and_prints_nothing_else() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.ok("[{\"name\":\"a\"}]"))) {
            String classPath = System.getProperty("java.class.path");
            assertThat(ChildJvm.list(List.of(), List.of(), classPath, daemon.socket()))
                    .isEqualTo("instances 1\n");
            String log = ChildJvm.list(List.of(), List.of("-Xlog:class+init=info"), classPath, daemon.socket());
            assertThat(log).contains("instances 1").contains("dev.box.incus.Incus");
            assertThat(log)
                    .doesNotContain("javax.net.ssl.")
                    .doesNotContain("org.slf4j")
                    .doesNotContain("java.util.logging")
                    .doesNotContain("java.util.regex.Pattern ");
        }
    }

    @Test
    void progress_is_read_from_the_daemons_own_keys() {
        OperationInfo info = new OperationInfo(
                "id",
                "task",
                "Creating instance",
                "",
                "Running",
                103,
                Map.of("download_progress", "rootfs: 43% (12.10MB/s)"),
                Map.of(),
                false,
                "",
                "none");
        assertThat(OperationProgress.of(info)).hasValueSatisfying(progress -> {
            assertThat(progress.stage()).isEqualTo("download_progress");
            assertThat(progress.percent()).isEqualTo(43);
        });
        assertThat(OperationProgress.percent("45.2MB")).isEqualTo(-1);
        assertThat(OperationProgress.percent("%")).isEqualTo(-1);
    }
}
