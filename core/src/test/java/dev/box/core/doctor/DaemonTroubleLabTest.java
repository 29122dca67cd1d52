package dev.box.core.doctor;

import static dev.box.core.doctor.DoctorHost.find;
import static dev.box.core.doctor.DoctorHost.inHost;
import static dev.box.core.host.LabHostFixture.deadline;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.Boxes;
import dev.box.core.host.HostStack;
import dev.box.core.host.LabHostFixture;
import dev.box.core.progress.Progress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each way in which Incus is of no use is told from the others, on a real host, by what really is wrong. */
@Tag("lab")
class DaemonTroubleLabTest {

    private static final String BOX = "doc-stuck";

    @BeforeAll
    static void oneBox() {
        DoctorHost.mint(List.of(BOX));
    }

    @AfterAll
    static void removeIt() {
        DoctorHost.remove(List.of(BOX));
    }

    @Test
    void aWedgedDaemonIsToldByTheProcessThatHoldsIt() throws Exception {
        Process silent = SilentClient.start("/var/lib/incus/unix.socket");
        try {
            Diagnosis wedged = doctor().examine(Progress.silent(), deadline());
            assertThat(find(wedged, "daemon").fact()).contains("wedged by a client", "pid ", silent.pid() + " (java)");
            assertThat(find(wedged, "daemon").fix()).contains("kill " + silent.pid());
            assertThat(find(wedged, "acl").judged()).isFalse();
            assertThat(find(wedged, "nft").verdict())
                    .as("the kernel answers all the same")
                    .isEqualTo(Verdict.OK);
        } finally {
            silent.destroyForcibly();
            silent.waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(daemon().verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aStoppedDaemonIsStartedAgainAndTheRestIsJudgedThen() {
        inHost("systemctl stop incus.socket incus.service");

        Finding stopped = find(doctor().examine(Progress.silent(), deadline()), "daemon");
        assertThat(stopped.fact()).startsWith("Incus is stopped (incus.service is inactive)");

        Diagnosis after = doctor().fix(Progress.silent(), deadline());
        assertThat(find(after, "daemon").verdict()).isEqualTo(Verdict.OK);
        assertThat(find(after, "acl").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aFullDiskIsToldFromADaemonThatIsMerelyStopped() {
        inHost("systemctl stop incus.socket incus.service && mount -t tmpfs -o size=20m tmpfs /var/lib/incus");
        try {
            assertThat(daemon().repairable()).as("room enough").isTrue();
            inHost("head -c 15M /dev/zero > /var/lib/incus/filler");

            Finding full = daemon();
            assertThat(full.fact()).contains("Incus is stopped, and the disk that holds its data is full: 5 MiB left");
            assertThat(full.fix()).startsWith("make room");
            assertThat(full.repairable()).isFalse();
        } finally {
            inHost("umount /var/lib/incus && systemctl start incus.socket incus.service");
        }
        assertThat(daemon().verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aStuckOperationIsToldFromAWedgedDaemon() {
        String init = "$(incus info " + BOX + " | sed -n 's/^PID: //p')";
        inHost("kill -STOP " + init + " && { incus stop " + BOX + " --timeout 600 >/dev/null 2>&1 & }"
                + "; until incus operation list -f csv | grep -i stopping; do :; done");
        try {
            assertThat(find(doctor().examine(Progress.silent(), deadline()), "operations")
                            .verdict())
                    .as("it has just begun")
                    .isEqualTo(Verdict.OK);

            InstantSource later = InstantSource.offset(InstantSource.system(), Duration.ofMinutes(31));
            Diagnosis stuck =
                    new Doctor(new HostStack(LabHostFixture.host()), later).examine(Progress.silent(), deadline());

            assertThat(find(stuck, "daemon").verdict()).isEqualTo(Verdict.OK);
            assertThat(find(stuck, "operations").verdict()).isEqualTo(Verdict.DIRTY);
            assertThat(find(stuck, "operations").fact()).contains("topping instance' has been running for 31 min");
            assertThat(find(stuck, "operations").fix()).isNotEmpty();
        } finally {
            inHost("kill -CONT " + init + "; until incus list -f csv -c ns | grep -q " + BOX + ",STOPPED; do :; done");
        }
        new Boxes(DoctorHost.HOST.incus(deadline()), DoctorHost.HOST.settings())
                .start(BOX, Progress.silent(), deadline());
    }

    /** Without what an earlier reading has learned about the daemon. */
    private static Doctor doctor() {
        return new Doctor(new HostStack(LabHostFixture.host()));
    }

    private static Finding daemon() {
        return find(doctor().examine(Progress.silent(), deadline()), "daemon");
    }
}
