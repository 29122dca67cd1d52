package dev.box.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MachineKindTest {

    @ParameterizedTest
    @EnumSource
    void eachIsKnownAgainFromWhatAHostWroteDown(MachineKind kind) {
        assertThat(MachineKind.of(kind.toString())).isEqualTo(kind);
    }

    @Test
    void virtualMachinesNeedAnEmulatedMachine() {
        assertThat(MachineKind.EMULATED.withVms()).isEqualTo(MachineKind.EMULATED_VM);
        assertThatThrownBy(MachineKind.NAMESPACES::withVms)
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("has no KVM");
    }
}
