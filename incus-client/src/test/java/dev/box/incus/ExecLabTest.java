package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("lab")
class ExecLabTest {

    private static final String NAME = "client-exec";
    private static final Incus INCUS = LabDaemon.connect();

    @BeforeAll
    static void launch() {
        LabDaemon.launch(INCUS, NAME);
    }

    @AfterAll
    static void remove() {
        LabDaemon.remove(INCUS, NAME);
    }

    private static ExecResult sh(String script) {
        return INCUS.instances().exec(NAME, ExecRequest.of("sh", "-c", script), LabDaemon.soon());
    }

    @Test
    void keeps_stdout_stderr_and_exit_status_apart() {
        ExecResult result = sh("echo out; echo err >&2; exit 7");
        assertThat(result.exitStatus()).isEqualTo(7);
        assertThat(result.stdout()).isEqualTo("out\n");
        assertThat(result.stderr()).isEqualTo("err\n");
    }

    @Test
    void passes_127_through_whether_a_program_is_missing_or_says_so_itself() {
        assertThat(INCUS.instances()
                        .exec(NAME, ExecRequest.of("no-such-program"), LabDaemon.soon())
                        .exitStatus())
                .isEqualTo(127);
        assertThat(sh("exit 127").exitStatus()).isEqualTo(127);
    }

    @Test
    void passes_environment_user_group_and_directory() {
        ExecRequest request = ExecRequest.of("sh", "-c", "echo $GREETING; id -u; id -g; pwd")
                .env("GREETING", "hello")
                .as(1234, 2345)
                .in("/tmp");
        assertThat(INCUS.instances().exec(NAME, request, LabDaemon.soon()).stdout())
                .isEqualTo("hello\n1234\n2345\n/tmp\n");
    }

    @Test
    void streams_stdin_to_its_end() {
        byte[] big = new byte[3_000_000];
        for (int i = 0; i < big.length; i++) {
            big[i] = (byte) (i * 31);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = INCUS.instances()
                .exec(
                        NAME,
                        ExecRequest.of("cat"),
                        new ExecStreams(new ByteArrayInputStream(big), out, new ByteArrayOutputStream()),
                        LabDaemon.soon());
        assertThat(status).isZero();
        assertThat(out.toByteArray()).isEqualTo(big);
    }

    @Test
    void returns_all_of_a_large_output() {
        assertThat(sh("head -c 5000000 /dev/zero").out()).hasSize(5_000_000);
    }

    @Test
    void output_is_whole_every_time() {
        for (int i = 0; i < 100; i++) {
            assertThat(sh("echo " + i).stdout()).isEqualTo(i + "\n");
        }
    }

    @Test
    void a_slow_reader_loses_nothing() {
        long[] taken = {0};
        OutputStream slow = new OutputStream() {
            @Override
            public void write(int b) {
                taken[0]++;
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                try {
                    Thread.sleep(300); // the reader's slowness is what is tested
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                taken[0] += length;
            }
        };
        ExecRequest request = ExecRequest.of("head", "-c", "500000", "/dev/zero");
        int status = INCUS.instances()
                .exec(NAME, request, ExecStreams.output(slow, new ByteArrayOutputStream()), LabDaemon.soon());
        assertThat(status).isZero();
        assertThat(taken[0]).isEqualTo(500_000);
    }

    @Test
    void is_not_held_by_a_background_child_that_keeps_the_output_open() {
        long start = System.nanoTime();
        ExecResult result = sh("sleep 300 & echo started");
        assertThat(result.stdout()).isEqualTo("started\n");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void kills_the_command_at_the_deadline() {
        assertThatThrownBy(() -> INCUS.instances()
                        .exec(
                                NAME,
                                ExecRequest.of("sh", "-c", "exec sleep 987654"),
                                Deadline.after(Duration.ofMillis(1500))))
                .isInstanceOf(IncusException.TimedOut.class)
                .hasMessageContaining("was killed");
        Deadline gone = LabDaemon.soon();
        ExecResult left = sh("pgrep -f 98765[4]");
        while (left.ok() && !gone.expired()) {
            left = sh("pgrep -f 98765[4]");
        }
        assertThat(left.stdout()).as("the process in the guest").isEmpty();
    }

    @Test
    void delivers_signals_and_window_sizes_through_control() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExecRequest request = ExecRequest.of(
                        "bash", "-c", "trap 'stty size; exit 5' USR1; echo ready; while :; do sleep 0.05; done")
                .terminal(80, 25);
        try (ExecSession session =
                INCUS.instances().startExec(NAME, request, ExecStreams.output(out, out), LabDaemon.soon())) {
            Deadline ready = LabDaemon.soon();
            while (!out.toString(StandardCharsets.UTF_8).contains("ready") && !ready.expired()) {
                Thread.onSpinWait();
            }
            session.resize(132, 43);
            session.signal(10);
            assertThat(session.await(LabDaemon.soon())).isEqualTo(5);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("43 132");
    }
}
