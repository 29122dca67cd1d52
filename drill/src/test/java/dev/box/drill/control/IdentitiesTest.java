package dev.box.drill.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.plan.Situations;
import dev.box.drill.plan.Subject;
import dev.box.incus.NetworkLease;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentitiesTest {

    private final Subject a = Situations.box("a", 51);
    private final Subject b = Situations.box("b", 95);

    @Test
    void twoBoxesWithLeasesOfTheirOwnAreGreen() {
        assertThat(Identities.of(List.of(a, b), List.of(lease(a), lease(b)))).allMatch(Check::green);
    }

    @Test
    void aSharedMachineIdIsRedAndNamed() {
        Subject clone = new Subject("b", b.name(), b.address(), b.mac(), b.linkLocal(), b.device(), a.machineId());
        Check check =
                Identities.of(List.of(a, clone), List.of(lease(a), lease(b))).getFirst();
        assertThat(check.green()).isFalse();
        assertThat(check.evidence()).contains(a.name(), b.name(), "machine-id");
    }

    @Test
    void anAddressWithoutALeaseIsRed() {
        List<Check> checks = Identities.of(List.of(a, b), List.of(lease(a)));
        assertThat(checks.getFirst().green()).isTrue();
        assertThat(checks.getLast().green()).isFalse();
        assertThat(checks.getLast().evidence()).contains(b.address());
    }

    private static NetworkLease lease(Subject box) {
        return new NetworkLease(box.name(), box.mac(), box.address(), "dynamic", "default");
    }
}
