package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Debian 12, which has Incus in its backports and systemd, nftables and apt of its own age. */
@Tag("world")
class OlderHostTest {

    private static final LabDriver LAB = new LabDriver("older");

    @BeforeAll
    static void aBareHost() {
        LAB.up("--debian", "12");
    }

    @AfterAll
    static void takeItDown() {
        LAB.down();
    }

    @Test
    void isSetUpFromBackportsAndHolds() {
        String backports = "/etc/apt/sources.list.d/lab.list";
        LAB.sh("cp " + backports + " /root && sed -i /backports/d " + backports);
        Subprocess.Result without = LAB.inHost("box", "setup-host");
        assertThat(without.exitStatus()).isEqualTo(1);
        assertThat(without.stderr()).contains("Debian 12 has Incus in its backports only");
        LAB.sh("cp /root/lab.list " + backports);

        LAB.box("setup-host");

        assertThat(LAB.sh("dpkg-query -W incus-base")).contains("~bpo12");
        assertThat(LAB.box("setup-host")).contains("nothing had to change");
        LAB.sh("box image import /srv/img/*");
        LAB.box("new", "life");
        assertThat(LAB.box("drill", "--host", "--yes", "--phases", "isolation")).contains("(exit 0)");
        LAB.reboot();
        LAB.sh("until incus list -f csv -c ns | grep -q life,RUNNING; do :; done");
        assertThat(LAB.box("setup-host", "--dry-run")).contains("nothing would change");
        assertThat(LAB.inHost("box", "doctor", "--json").stdout().split("\"id\":"))
                .filteredOn(check -> check.contains("\"verdict\":\"dirty\""))
                .as("but for holes that these backports have not closed")
                .allMatch(check -> check.startsWith("\"security\""));
        assertThat(LAB.box("drill", "--host", "--yes", "--phases", "isolation")).contains("(exit 0)");
    }
}
