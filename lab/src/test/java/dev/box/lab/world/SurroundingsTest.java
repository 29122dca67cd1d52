package dev.box.lab.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurroundingsTest {

    @Test
    void whatIsWrittenIsReadBack() {
        Surroundings plan = WorldPlan.surroundings();

        assertThat(Surroundings.parse(plan.toJson())).isEqualTo(plan);
        assertThat(plan.toJson())
                .contains("\"schema\":\"box.surroundings/1\"", "\"public\":{\"address\":\"203.0.113.10\"");
    }

    @Test
    void everyRangeThatABoxMustNotReachHasALiveTargetOrAReason() {
        Surroundings plan = WorldPlan.surroundings();
        List<String> ranges = new java.util.ArrayList<>(
                plan.targets().stream().map(Surroundings.Target::range).toList());
        ranges.addAll(
                plan.untargeted().stream().map(Surroundings.Untargeted::range).toList());

        assertThat(ranges)
                .containsExactlyInAnyOrder(
                        "10.0.0.0/8",
                        "172.16.0.0/12",
                        "192.168.0.0/16",
                        "169.254.0.0/16",
                        "100.64.0.0/10",
                        "0.0.0.0/8",
                        "192.0.0.0/24",
                        "198.18.0.0/15",
                        "224.0.0.0/4",
                        "240.0.0.0/4");
    }

    @Test
    void anotherSchemaIsNotGuessedAt() {
        String other = WorldPlan.surroundings().toJson().replace("surroundings/1", "surroundings/2");

        assertThatThrownBy(() -> Surroundings.parse(other)).isInstanceOf(BoxFailure.Unjudged.class);
        assertThatThrownBy(() -> Surroundings.parse("{")).isInstanceOf(BoxFailure.Unjudged.class);
    }
}
