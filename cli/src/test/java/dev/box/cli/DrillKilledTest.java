package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A drill that is killed outright, at whatever moment, leaves nothing that the next one does not find and undo. */
@Tag("world")
class DrillKilledTest {

    private static final LabDriver LAB = new LabDriver("drillkill");
    private static final int TIMES = 10;

    /** In turn: minting and packets, verbs and other profiles, disturbances of the host, accounts, one break after another. */
    private static final List<List<String>> DRILLS = List.of(
            List.of("--phases=isolation,doors"),
            List.of("--phases=semantics,surface,rehearsal"),
            List.of("--phases=perturbation,upgrade,migration"),
            List.of("--phases=multiuser"),
            List.of("--mutate"));

    @BeforeAll
    static void aHostWithSomebodysInstances() {
        LAB.up();
        LAB.box("setup-host");
        LAB.sh("box image import /srv/img/*");
        LAB.box("new", "keeper");
        LAB.sh(
                "incus create --empty payroll --storage default --no-profiles && incus config set payroll user.owner=ann");
    }

    @AfterAll
    static void takeItDown() {
        LAB.down();
    }

    @Test
    void killedAtTenRandomMomentsItFindsWhatItLeftUndoesItAndGoesOn() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String others = others();
        List<String> story = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            List<String> drill = DRILLS.get(i % DRILLS.size());
            String seconds = String.format(Locale.ROOT, "%.2f", 2 + random.nextDouble() * 38);
            int status = LAB.inHost(killedAfter(seconds, drill)).exitStatus();
            String left = LAB.sh("cat /var/lib/box/drill.json 2>/dev/null || true");
            Subprocess.Result next = LAB.inHost("box", "drill", "--host", "--yes", "--cell=A1", "--boxes=2");
            story.add(drill + " killed after " + seconds + " s (status " + status + "); left: "
                    + left.replaceAll("\"saved\":\\{.*?\\}(?=\\})", "…"));
            String told = "seed " + seed + "\n" + String.join("\n", story) + "\n" + next.stderr() + next.stdout();

            assertThat(next.exitStatus()).as(told).isZero();
            if (!left.isEmpty()) {
                assertThat(next.stderr()).as(told).contains(" was cut off: its ");
            }
            assertThat(others()).as(told).isEqualTo(others);
            assertThat(LAB.box("setup-host", "--dry-run")).as(told).contains("nothing would change");
            assertThat(LAB.sh("nft list tables; incus network list -f csv; incus network acl list -f csv"))
                    .as(told)
                    .doesNotContain("boxdrill", "box-drill", "claude");
            assertThat(
                            LAB.sh(
                                    "getent passwd; getent group; ls /home; incus project list -f csv; incus config trust list -f csv"))
                    .as(told)
                    .doesNotContain("drill-", "user-");
        }
        assertThat(story)
                .as("it was really killed")
                .filteredOn(line -> line.contains("(status 137)"))
                .hasSizeGreaterThan(TIMES / 2);
    }

    private static String[] killedAfter(String seconds, List<String> drill) {
        List<String> words = new ArrayList<>(
                List.of("timeout", "--signal=KILL", seconds, "box", "drill", "--host", "--yes", "--boxes=2"));
        words.addAll(drill);
        return words.toArray(new String[0]);
    }

    /**
     * Everybody's instances but the cache that mints keep, as the daemon has them. Where the profile of all boxes was
     * broken and put back, Incus has plugged new ports, whose names are new.
     */
    private static String others() {
        return LAB.sh(
                "incus list -f csv -c ns | grep -v ^box-base- | sort; incus config show keeper | grep -v eth0.host_name;"
                        + " incus config show payroll");
    }
}
