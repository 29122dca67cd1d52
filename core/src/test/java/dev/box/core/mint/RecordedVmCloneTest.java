package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxName;
import dev.box.core.box.RecordedDaemon;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of the daemon to clone a VM, from recorded answers. */
class RecordedVmCloneTest {

    private static final String PROFILE = """
            {"name":"box-net","devices":{"eth0":{"type":"nic","network":"boxnet","security.port_isolation":"true"},
            "root":{"type":"disk","path":"/","pool":"default"}}}""";

    private static final String SOURCE = """
            {"name":"src","type":"virtual-machine","status":"Stopped","profiles":["box-net"],
            "config":{"user.box":"1","user.box.schema":"1","user.box.template":"blank","user.box.user":"dev","user.box.mode":"vm",
            "user.box.machine-id":"11111111222243338444555555555555","security.secureboot":"false"%s},
            "devices":{"root":{"type":"disk","path":"/","pool":"default","size":"20GiB"}}}""";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final List<String> asked = new CopyOnWriteArrayList<>();

    @Test
    void a_vm_that_was_prepared_is_copied_as_it_is_and_asked_for_nothing_that_needs_its_files() {
        assertThatThrownBy(() -> clone(",\"user.box.identity\":\"firmware\""))
                .as("the recorded daemon makes none")
                .isInstanceOf(IncusException.class);
        assertThat(asked).noneMatch(request -> request.contains("/files"));
        assertThat(asked)
                .filteredOn(request -> request.startsWith("POST"))
                .singleElement()
                .asString()
                .contains("\"source\":\"src\"", "\"user.box.mode\":\"vm\"", "\"user.box.machine-id\":\"\"")
                .as("size of the root and secure boot are the source's")
                .doesNotContain("secureboot", "20GiB");
    }

    @Test
    void a_vm_that_keeps_its_identity_on_its_disk_is_not_cloned() {
        assertThatThrownBy(() -> clone(""))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("keeps its identity on its disk");
        assertThat(asked).noneMatch(request -> request.startsWith("POST"));
    }

    private void clone(String identity) throws IOException {
        RecordedDaemon.Answers answers = (method, path, body) -> {
            asked.add(method + " " + path + " " + body);
            return answer(method, path, identity);
        };
        try (RecordedDaemon daemon = new RecordedDaemon(directory, answers);
                Incus incus = daemon.connect()) {
            new Clone(incus, Settings.of(Map.of()), Templates.shipped(), "1.0")
                    .clone(
                            new CloneRequest(BoxName.of("copy"), "src", "", ""),
                            Progress.silent(),
                            Deadline.seconds(10));
        }
    }

    private static RecordedDaemon.Answer answer(String method, String path, String identity) {
        if (method.equals("POST")) {
            return RecordedDaemon.Answer.error(400, "no VM is made here");
        }
        if (path.startsWith("/1.0/profiles/box-net")) {
            return RecordedDaemon.Answer.of(PROFILE);
        }
        if (path.startsWith("/1.0/storage-pools/default")) {
            return RecordedDaemon.Answer.of("{\"name\":\"default\",\"driver\":\"btrfs\"}");
        }
        return path.startsWith("/1.0/instances/src")
                ? RecordedDaemon.Answer.of(SOURCE.formatted(identity))
                : RecordedDaemon.Answer.error(404, "not found");
    }
}
