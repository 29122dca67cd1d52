package dev.box.core.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Setting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressTargetTest {

    @Test
    void theDefaultIsOfTheDocumentedForm() {
        EgressTarget target = EgressTarget.fromSetting(Setting.BOX_EGRESS_PROBE.fallback());
        assertThat(target.addressPort()).isPositive();
        assertThat(target.name()).isNotBlank();
    }

    @Test
    void theSurroundingsOfALabNameIts() {
        String json = """
                {"schema":"box.surroundings/1","public":{"address":"203.0.113.10","name":"public.example.test",
                 "tcpPort":7,"udpPort":7,"httpPort":80},"targets":[]}""";
        assertThat(EgressTarget.fromSurroundings(json))
                .isEqualTo(new EgressTarget("203.0.113.10", 7, "public.example.test", 7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "1.2.3.4:80", "1.2.3.4,name:80", "name:80,name:80", "1.2.3.4:0,name:80", "1.2.3.4:80,:80"})
    void anythingElseIsRefusedByName(String value) {
        assertThatThrownBy(() -> EgressTarget.fromSetting(value))
                .isInstanceOfSatisfying(
                        BoxFailure.Refused.class,
                        refused -> assertThat(refused.answered()).contains(value));
    }
}
