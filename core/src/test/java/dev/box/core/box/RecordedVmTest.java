package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of a VM that arrives, or does not, from recorded answers. */
class RecordedVmTest {

    private static final String MAC = "10:66:6a:00:00:07";

    private static final String NETWORK = """
            {"addresses":[{"family":"inet","address":"10.88.0.1","netmask":"24","scope":"global"}],"hwaddr":"10:66:6a:00:00:01",
            "mtu":1500,"state":"up","type":"broadcast"}""";

    private static final String INSTANCE = """
            {"name":"work","type":"virtual-machine","status":"Running","profiles":["box-net"],
            "config":{"user.box":"1","volatile.eth0.hwaddr":"%1$s"},"expanded_config":{"volatile.eth0.hwaddr":"%1$s"},
            "expanded_devices":{"eth0":{"type":"nic","network":"boxnet","name":"eth0"}}}""".formatted(MAC);

    private static final String STOPPED = """
            {"status":"Stopped","pid":0,"processes":0,"network":null}""";

    private static final String NO_AGENT = """
            {"status":"Running","pid":4711,"processes":-1,"network":null}""";

    private static final String ARRIVED = """
            {"status":"Running","pid":4711,"processes":31,"network":{
            "lo":{"addresses":[{"family":"inet","address":"127.0.0.1","netmask":"8","scope":"local"}],"hwaddr":"","type":"loopback"},
            "docker0":{"addresses":[{"family":"inet","address":"10.88.0.99","netmask":"24","scope":"global"}],
            "hwaddr":"02:42:00:00:00:01","type":"broadcast"},
            "enp5s0":{"addresses":[{"family":"inet","address":"10.88.0.7","netmask":"24","scope":"global"}],
            "hwaddr":"%s","host_name":"tap1a2b3c4d","type":"broadcast"}}}""".formatted(MAC);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final Deque<String> states = new ConcurrentLinkedDeque<>();
    private String instance = INSTANCE;

    @Test
    void the_address_of_a_vm_is_found_whatever_its_kernel_calls_the_network_card() throws IOException {
        states.add(ARRIVED);
        assertThat(arrive(5).address()).isEqualTo("10.88.0.7");
    }

    @Test
    void a_vm_that_its_agent_restarts_in_its_first_boot_has_not_failed() throws IOException {
        states.add(NO_AGENT);
        states.add(STOPPED);
        states.add(STOPPED);
        states.add(NO_AGENT);
        states.add(ARRIVED);
        assertThat(arrive(5).address()).isEqualTo("10.88.0.7");
    }

    @Test
    void a_container_that_is_stopped_again_has_failed_at_once() {
        states.add(STOPPED);
        states.add(ARRIVED);
        instance = INSTANCE.replace("virtual-machine", "container");
        assertThatThrownBy(() -> arrive(5))
                .isInstanceOf(BoxFailure.Failed.class)
                .hasMessageContaining("Stopped again");
    }

    @Test
    void a_vm_whose_agent_does_not_come_is_told_with_the_end_of_its_console_and_none_of_its_controls() {
        states.add(NO_AGENT);
        assertThatThrownBy(() -> arrive(1))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("waiting for the guest's agent in box 'work'")
                .contains("its console ends with:\n[FAILED] Failed to start incus-agent.service")
                .endsWith("work login:")
                .doesNotContain("\u001b")
                .doesNotContain("BdsDxe");
    }

    private Arrival.Arrived arrive(int seconds) throws IOException {
        try (RecordedDaemon daemon = new RecordedDaemon(directory, (method, path, body) -> answer(path));
                Incus incus = daemon.connect()) {
            return new Arrival(incus).await("work", Progress.silent(), Deadline.seconds(seconds));
        }
    }

    private RecordedDaemon.Answer answer(String path) {
        if (path.startsWith("/1.0/networks/boxnet/state")) {
            return RecordedDaemon.Answer.of(NETWORK);
        }
        if (path.startsWith("/1.0/instances/work/console")) {
            return RecordedDaemon.Answer.file(console());
        }
        if (path.startsWith("/1.0/instances/work/state")) {
            String state = states.size() > 1 ? states.poll() : states.peek();
            return RecordedDaemon.Answer.of(state == null ? STOPPED : state);
        }
        return RecordedDaemon.Answer.of(path.startsWith("/1.0/instances/work") ? instance : "{}");
    }

    /** As a serial port gives it: firmware that clears the screen, a boot that scrolls, a colour, a prompt. */
    private static String console() {
        return "\u001b[2J\u001b[01;01HBdsDxe: starting Boot0001\r\n" + "[  OK  ] Reached target\r\n".repeat(40)
                + "\u001b[2J\r\n".repeat(20)
                + "[\u001b[0;1;31mFAILED\u001b[0m] Failed to start incus-agent.service\r\n"
                + "See 'systemctl status incus-agent.service'\r\n".repeat(13)
                + "\u001b]0;mine\u0007work login: ";
    }
}
