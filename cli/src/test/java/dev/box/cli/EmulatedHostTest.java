package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Debian's own kernel, in a machine that software emulates: the same drill, with the rules in the form that users have. */
@Tag("slow")
class EmulatedHostTest {

    private static final LabDriver LAB = new LabDriver("slow", 3 * 3600);

    @BeforeAll
    static void aHostThatIsAMachineOfItsOwn() {
        LAB.up("--machine", "emulated");
        LAB.box("setup-host");
        LAB.sh("box image import /srv/img/*");
    }

    @AfterAll
    static void takeItDown() {
        LAB.down();
    }

    @Test
    void theBridgeRuleIsForBoxnetAlone() {
        assertThat(LAB.sh("uname -v")).contains("Debian");
        assertThat(LAB.sh("nft list table bridge box"))
                .contains("meta ibrname \"boxnet\" meta obrname \"boxnet\" counter");
    }

    @Test
    void aWholeDrillHolds() {
        String phases = "semantics,surface,isolation,rehearsal,doors,perturbation";
        assertThat(LAB.box("drill", "--host", "--yes", "--phases", phases)).contains("(exit 0)");
    }

    @Test
    void everyMutationIsKilled() {
        assertThat(LAB.box("drill", "--host", "--yes", "--mutate")).contains("(exit 0)");
    }
}
