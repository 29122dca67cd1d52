package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another process connects to the real daemon and says nothing. */
@Tag("lab")
class WedgeLabTest {

    @Test
    void a_silent_client_is_named_and_the_daemon_serves_again_once_it_is_gone() throws Exception {
        Incus incus = LabDaemon.connect();
        assertThat(incus.server(LabDaemon.soon()).version()).isNotEmpty();
        Process silent = ChildJvm.silentClient(LabDaemon.socket());
        try {
            Deadline deadline = Deadline.seconds(10);
            IncusException.DaemonWedged wedged = catchThrowableOfType(
                    IncusException.DaemonWedged.class, () -> incus.instances().list(deadline));
            assertThat(wedged).as("the failure of a call to a wedged daemon").isNotNull();
            assertThat(deadline.expired()).as("later than its deadline").isFalse();
            assertThat(wedged.holders()).contains(new SocketHolder(silent.pid(), "java"));
            assertThat(wedged.answered()).contains("pid " + silent.pid() + " (java)");
            assertThat(wedged.advice()).contains("kill " + silent.pid());
            Deadline brief = Deadline.after(Duration.ofMillis(900));
            assertThat(catchThrowableOfType(
                            IncusException.DaemonWedged.class,
                            () -> incus.instances().list(brief)))
                    .as("even with a short deadline")
                    .isNotNull();
        } finally {
            silent.destroyForcibly();
            silent.waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(incus.server(LabDaemon.soon()).version()).isNotEmpty();
    }

    @Test
    void a_slow_operation_is_not_taken_for_a_wedged_daemon() {
        Incus incus = LabDaemon.connect();
        String name = "client-slow";
        LabDaemon.launch(incus, name);
        try {
            ExecRequest sleep = ExecRequest.of("sleep", "4");
            assertThat(incus.instances().exec(name, sleep, LabDaemon.soon()).exitStatus())
                    .isZero();
        } finally {
            LabDaemon.remove(incus, name);
        }
    }
}
