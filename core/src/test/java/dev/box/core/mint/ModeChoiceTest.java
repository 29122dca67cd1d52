package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.template.Resources;
import dev.box.core.template.Template;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModeChoiceTest {

    private static final Template ANY = MintPlanTest.Samples.template("any", Resources.UNSET, false);
    private static final Template VM_ONLY = MintPlanTest.Samples.template("server", Resources.UNSET, true);

    private final List<String> warnings = new ArrayList<>();

    @Test
    void auto_is_a_vm_where_there_can_be_one_and_says_nothing() {
        assertThat(choose(Mode.AUTO, ANY, "")).isEqualTo(Mode.VM);
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_container_is_always_called_the_weaker_one() {
        assertThat(choose(Mode.AUTO, ANY, "this host has no /dev/kvm")).isEqualTo(Mode.CONTAINER);
        assertThat(choose(Mode.CONTAINER, ANY, "")).isEqualTo(Mode.CONTAINER);
        assertThat(warnings).hasSize(2).allMatch(warning -> warning.contains("CONTAINER MODE"));
        assertThat(warnings.getFirst()).contains("this host has no /dev/kvm");
    }

    @Test
    void a_template_that_requires_a_vm_refuses_the_fallback_and_the_flag() {
        assertThatThrownBy(() -> choose(Mode.AUTO, VM_ONLY, "no kvm")).isInstanceOf(BoxFailure.Refused.class);
        assertThatThrownBy(() -> choose(Mode.CONTAINER, VM_ONLY, "")).isInstanceOf(BoxFailure.Refused.class);
        assertThat(choose(Mode.AUTO, VM_ONLY, "")).isEqualTo(Mode.VM);
    }

    @Test
    void a_vm_that_was_asked_for_never_becomes_a_container() {
        assertThatThrownBy(() -> choose(Mode.VM, ANY, "no kvm")).isInstanceOf(BoxFailure.Refused.class);
    }

    private Mode choose(Mode asked, Template template, String noVm) {
        return ModeChoice.decide(asked, template, () -> noVm, new Progress() {
            @Override
            public Step step(String what, Deadline deadline) {
                return Progress.silent().step(what, deadline);
            }

            @Override
            public void note(String message) {}

            @Override
            public void warn(String message) {
                warnings.add(message);
            }
        });
    }
}
