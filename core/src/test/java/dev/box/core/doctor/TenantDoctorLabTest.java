package dev.box.core.doctor;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;
import static dev.box.core.host.LabHostFixture.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.LabHostFixture;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Grant;
import dev.box.core.tenant.Quota;
import dev.box.core.tenant.Revoke;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the doctor sees of the people on a host: a project that is not confined any more, and one who takes routes. */
@Tag("lab")
class TenantDoctorLabTest {

    private final Host host = LabHostFixture.host();

    @BeforeEach
    void grant() {
        must(host, "id tdora 2>/dev/null || useradd -m -s /bin/sh tdora");
        new Grant(host).run("tdora", Quota.UNCHANGED, Progress.silent(), deadline());
    }

    @AfterEach
    void purge() {
        new Revoke(host).purge("tdora", Progress.silent(), deadline());
        run(host, "pkill -KILL -u tdora; while pgrep -u tdora; do :; done; userdel -r tdora");
    }

    @Test
    void aProjectThatWasWidenedIsAProblemAndAGrantIsItsFix() {
        assertThat(finding("tenants").verdict()).isEqualTo(Verdict.OK);
        must(host, "incus project set user-$(id -u tdora) restricted.snapshots=block");

        Finding finding = finding("tenants");

        assertThat(finding.verdict()).isEqualTo(Verdict.DIRTY);
        assertThat(finding.fact()).contains("tdora: restricted.snapshots is block");
        assertThat(finding.fix()).isEqualTo("sudo box grant tdora");
    }

    /** Incus 6.0 lets a restricted user do this, and box cannot keep it from it: it must at least be seen. */
    @Test
    void aNicThatTakesRoutesIsAProblemAndItsFixGivesThemBack() {
        must(host, "su - tdora -c 'incus launch box/debian/13/cloud taker -p box-net'");
        assertThat(finding("routes").verdict()).isEqualTo(Verdict.OK);
        must(host, "su - tdora -c 'incus config device add taker eth7 nic network=boxnet ipv4.routes=198.51.100.7/32'");
        assertThat(sh(host, "ip route get 198.51.100.7")).contains("dev boxnet");

        Finding finding = finding("routes");

        assertThat(finding.verdict()).isEqualTo(Verdict.DIRTY);
        assertThat(finding.fact()).contains("198.51.100.7/32 leads to boxnet", "NIC eth7 of taker");
        must(host, finding.fix().replace("sudo ", "").replace("; ip route", " ; ip route") + " || :");
        assertThat(sh(host, "ip route get 198.51.100.7")).doesNotContain("dev boxnet");
        assertThat(finding("routes").verdict()).isEqualTo(Verdict.OK);
    }

    private Finding finding(String id) {
        return new Doctor(new HostStack(host))
                .examine(Progress.silent(), deadline()).findings().stream()
                        .filter(finding -> finding.id().equals(id))
                        .findFirst()
                        .orElseThrow();
    }
}
