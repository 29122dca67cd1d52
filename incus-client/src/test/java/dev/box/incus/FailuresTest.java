package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Permission denied, no socket, daemon stopped, wedged, slow, too old: each is told apart and has its own advice. */
class FailuresTest {

    private static <E extends IncusException> E failure(Class<E> type, Incus incus, Deadline deadline) {
        E failure = catchThrowableOfType(type, () -> incus.instances().list(deadline));
        assertThat(failure).as("a failing call").isNotNull();
        return failure;
    }

    @Test
    void no_socket() {
        Incus incus = Incus.connect(Endpoint.of(Path.of("/no/such/unix.socket")));
        IncusException.NoSocket e = failure(IncusException.NoSocket.class, incus, Deadline.seconds(5));
        assertThat(e.answered()).isEqualTo("there is no socket /no/such/unix.socket");
        assertThat(e.advice()).contains("systemctl start incus");
    }

    @Test
    void a_stopped_daemon_that_left_its_socket_behind() throws Exception {
        try (FakeDaemon daemon = FakeDaemon.answering("")) {
            daemon.die();
            IncusException.NoSocket e = failure(IncusException.NoSocket.class, daemon.connect(), Deadline.seconds(5));
            assertThat(e.answered()).startsWith("nobody listens on " + daemon.socket());
        }
    }

    @Test
    void permission_denied(@TempDir Path readable) throws IOException {
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.ok("[]"))) {
            Files.setPosixFilePermissions(daemon.socket().getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(daemon.socket(), PosixFilePermissions.fromString("---------"));
            Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rwxr-xr-x"));
            boolean root = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
            List<String> asNobody =
                    root ? List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--") : List.of();
            String said = ChildJvm.list(asNobody, List.of(), ChildJvm.publicClassPath(readable), daemon.socket());
            assertThat(said)
                    .startsWith("PermissionDenied | this user may not open " + daemon.socket())
                    .contains("usermod -aG incus-admin");
        }
    }

    @Test
    void wedged_by_another_process_which_is_named() throws Exception {
        try (FakeDaemon daemon = FakeDaemon.peeking(FakeDaemon.ok("[]"))) {
            assertThat(daemon.connect().instances().list(Deadline.seconds(5))).isEmpty();
            Process silent = ChildJvm.silentClient(daemon.socket());
            try {
                Deadline deadline = Deadline.seconds(6);
                IncusException.DaemonWedged e = failure(IncusException.DaemonWedged.class, daemon.connect(), deadline);
                assertThat(deadline.expired()).isFalse();
                assertThat(e.holders()).containsExactly(new SocketHolder(silent.pid(), "java"));
                assertThat(e.answered())
                        .contains("accepted a connection from pid " + silent.pid() + " (java) that sends nothing");
                assertThat(e.advice()).isEqualTo("end it: kill " + silent.pid());
            } finally {
                silent.destroyForcibly().waitFor();
            }
            assertThat(daemon.connect().instances().list(Deadline.seconds(5))).isEmpty();
        }
    }

    @Test
    void slow_is_not_wedged() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.scripted(client -> FakeDaemon.readHead(client))) {
            IncusException.TimedOut e =
                    failure(IncusException.TimedOut.class, daemon.connect(), Deadline.after(Duration.ofMillis(1200)));
            assertThat(e.answered()).contains("took the request and gave no answer within 1200 ms");
        }
    }

    /** The daemon has our request; that another client stands in its queue in the last moment says nothing of ours. */
    @Test
    void a_client_that_comes_late_is_not_taken_for_us() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        FakeDaemon.Script busy = client -> {
            FakeDaemon.readHead(client);
            done.await();
        };
        try (FakeDaemon daemon = FakeDaemon.scripted(busy);
                SocketChannel late = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            Deadline deadline = Deadline.after(Duration.ofMillis(3000));
            Thread.ofPlatform().daemon().start(() -> {
                while (deadline.remaining().toMillis() > 400) {
                    LockSupport.parkNanos(5_000_000);
                }
                try {
                    late.connect(UnixDomainSocketAddress.of(daemon.socket()));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            IncusException.TimedOut e = failure(IncusException.TimedOut.class, daemon.connect(), deadline);
            assertThat(SocketTable.read(daemon.socket()).waiting())
                    .as("the late one waits")
                    .isEqualTo(1);
            assertThat(e.answered()).contains("took the request and gave no answer within 3000 ms");
        } finally {
            done.countDown();
        }
    }

    @Test
    void starting_is_not_wedged() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.neverAccepting()) {
            IncusException.TimedOut e =
                    failure(IncusException.TimedOut.class, daemon.connect(), Deadline.after(Duration.ofMillis(1200)));
            assertThat(e.answered()).contains("did not accept the connection");
            assertThat(e.advice()).contains("systemctl status incus");
        }
    }

    @Test
    void a_call_that_had_no_time_accuses_nobody() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.neverAccepting()) {
            IncusException.TimedOut e =
                    failure(IncusException.TimedOut.class, daemon.connect(), Deadline.after(Duration.ofMillis(20)));
            assertThat(e.answered()).doesNotContain("did not accept");
        }
    }

    @Test
    void a_full_queue_ends_at_the_deadline_too() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.neverAccepting()) {
            List<SocketChannel> fill = new ArrayList<>();
            try {
                fill(daemon.socket(), fill);
                IncusException.TimedOut e = failure(
                        IncusException.TimedOut.class, daemon.connect(), Deadline.after(Duration.ofMillis(500)));
                assertThat(e.answered()).contains("did not accept the connection");
            } finally {
                for (SocketChannel channel : fill) {
                    channel.close();
                }
            }
        }
    }

    private static void fill(Path socket, List<SocketChannel> channels) throws IOException {
        try {
            while (channels.size() < 100) {
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                channels.add(channel);
                channel.configureBlocking(false);
                channel.connect(UnixDomainSocketAddress.of(socket));
            }
            throw new AssertionError("the queue never filled");
        } catch (SocketException full) {
            // EAGAIN: as wanted
        }
    }

    @Test
    void too_old() throws IOException {
        String info = "{\"api_extensions\":[\"a\"],\"environment\":{\"server\":\"incus\",\"server_version\":\"0.7\"}}";
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.ok(info))) {
            IncusException.DaemonTooOld e = catchThrowableOfType(
                    IncusException.DaemonTooOld.class,
                    () -> daemon.connect().require("6.0", List.of("a", "b"), Deadline.seconds(5)));
            assertThat(e.answered()).isEqualTo("the daemon is incus 0.7, older than 6.0, without the API extensions b");
            assertThat(e.advice()).contains("apt-get install incus");
        }
        assertThat(ServerFloor.compare("6.0.4", "6.0")).isPositive();
        assertThat(ServerFloor.compare("6.10", "6.9")).isPositive();
        assertThat(ServerFloor.compare("6.0-rc1", "6.0")).isZero();
    }

    @Test
    void refusals_by_status() throws IOException {
        Map<Integer, Class<? extends IncusException>> byStatus = Map.of(
                403, IncusException.PermissionDenied.class,
                404, IncusException.NotFound.class,
                409, IncusException.Conflict.class,
                412, IncusException.PreconditionFailed.class,
                500, IncusException.Rejected.class);
        for (var entry : byStatus.entrySet()) {
            try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.error(entry.getKey(), "no, sir"))) {
                assertThat(failure(entry.getValue(), daemon.connect(), Deadline.seconds(5))
                                .answered())
                        .contains("no, sir");
            }
        }
    }

    @Test
    void a_failure_under_status_200_is_a_failure() throws IOException {
        String body = "{\"type\":\"error\",\"error_code\":400,\"error\":\"late\",\"metadata\":null}";
        try (FakeDaemon daemon = FakeDaemon.answering(FakeDaemon.http(200, body))) {
            assertThat(failure(IncusException.Rejected.class, daemon.connect(), Deadline.seconds(5))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void an_operation_of_a_daemon_that_ended_is_lost() throws IOException {
        String begun = FakeDaemon.ok("{\"id\":\"op\",\"status\":\"Running\",\"status_code\":103}");
        try (FakeDaemon daemon = FakeDaemon.scripted(client -> {
            boolean asksForWork = FakeDaemon.readHead(client).startsWith("DELETE ");
            FakeDaemon.write(client, asksForWork ? begun : FakeDaemon.error(404, "Operation not found"));
            client.close();
        })) {
            Operation operation = daemon.connect().instances().delete("a", Deadline.seconds(5));
            for (ThrowingCallable wait : List.<ThrowingCallable>of(
                    () -> operation.await(Deadline.seconds(5)),
                    () -> operation.await(Deadline.seconds(5), news -> {}))) {
                IncusException.OperationLost e = catchThrowableOfType(IncusException.OperationLost.class, wait);
                assertThat(e.answered()).contains("the daemon ended in the middle of it", "Operation not found");
                assertThat(e.advice()).contains("journalctl -u incus");
            }
        }
    }

    @Test
    void of_two_that_make_the_same_at_once_one_learns_it_from_the_operation() {
        OperationInfo end = Codec.type(OperationInfo.class)
                .fromJson("{\"status_code\":400,\"err\":\"This \\\"instances\\\" entry already exists\"}");
        assertThat(Failures.ended("creating instance 'a'", end)).isInstanceOf(IncusException.Conflict.class);
    }

    @Test
    void nonsense_is_a_transport_failure() throws IOException {
        for (String nonsense : List.of(
                "", "SSH-2.0\r\n\r\n", FakeDaemon.http(200, "<html>"), FakeDaemon.http(200, "{\"metadata\":"))) {
            try (FakeDaemon daemon = FakeDaemon.answering(nonsense)) {
                failure(IncusException.TransportFailed.class, daemon.connect(), Deadline.seconds(5));
            }
        }
    }

    @Test
    void a_body_that_stops_half_way_ends_at_the_deadline() throws IOException {
        try (FakeDaemon daemon = FakeDaemon.scripted(client -> {
            FakeDaemon.readHead(client);
            FakeDaemon.write(client, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
        })) {
            IncusException.TimedOut e =
                    failure(IncusException.TimedOut.class, daemon.connect(), Deadline.after(Duration.ofMillis(600)));
            assertThat(e.answered()).contains("was not complete");
        }
    }
}
