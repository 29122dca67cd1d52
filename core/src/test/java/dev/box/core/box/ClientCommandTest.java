package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClientCommandTest {

    @Test
    void theBoxStandsForTheBracesOrBehindTheWords() {
        assertThat(of("info").words()).containsExactly("info", "work");
        assertThat(of("config", "get", "{}", "limits.cpu").words())
                .containsExactly("config", "get", "work", "limits.cpu");
        assertThat(of("config", "get", "{}", "a{}b").words()).containsExactly("config", "get", "work", "a{}b");
    }

    @Test
    void whatTheIsolationStandsOnIsWarnedOf() {
        assertThat(of("config", "device", "add", "{}", "x", "nic").canMoveItOff())
                .isTrue();
        assertThat(of("profile", "add", "{}", "other").canMoveItOff()).isTrue();
        assertThat(of("network", "attach", "other", "{}").canMoveItOff()).isTrue();
        assertThat(of("config", "set", "{}", "security.privileged=true").canMoveItOff())
                .isTrue();
        assertThat(of("config", "set", "{}", "raw.lxc=x").canMoveItOff()).isTrue();
        assertThat(of("info").canMoveItOff()).isFalse();
        assertThat(of("config", "device", "list", "{}").canMoveItOff()).isFalse();
        assertThat(of("config", "get", "{}", "user.box").canMoveItOff()).isFalse();
        assertThat(of("config", "device", "get", "{}").canMoveItOff()).isFalse();
        assertThat(of("profile", "assign", "{}", "show").canMoveItOff()).isTrue();
        assertThat(of("config", "set", "{}", "limits.cpu=4").canMoveItOff()).isFalse();
    }

    @Test
    void dashesDoNotHideIt() {
        assertThat(of("launch", "--profile=default").canMoveItOff()).isTrue();
        assertThat(of("query", "-X", "PATCH", "/1.0/instances/{}").canMoveItOff())
                .isTrue();
        assertThat(of("copy", "{}", "twin").canMoveItOff()).isTrue();
    }

    @Test
    void anInstanceThatBoxDidNotMakeIsOutOfReach() {
        for (String word : List.of("payroll", "payroll/snap", "far:payroll")) {
            assertThatThrownBy(() -> of("delete", word).requireNoOther(Set.of("payroll")))
                    .isInstanceOf(BoxFailure.Refused.class)
                    .hasMessageContaining("'payroll' is an instance that box did not make");
        }
        of("delete", "payrolls").requireNoOther(Set.of("payroll"));
    }

    private static ClientCommand of(String... words) {
        return ClientCommand.of("work", List.of(words));
    }
}
