package dev.box.core.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.incus.Deadline;
import org.junit.jupiter.api.Test;

class SubprocessTest {

    @Test
    void aMessageNamesTheCommandThatAUserKnowsAndNoScript() {
        assertThatThrownBy(() -> Subprocess.of("sh", "-c", "for i in 1\ndo exit 1\ndone")
                        .orFail("trying", "", Deadline.seconds(5)))
                .message()
                .contains("'sh -c for i in 1 …' said")
                .doesNotContain("done");
        assertThatThrownBy(() -> Subprocess.of("sh", "-c", "exit 1")
                        .shownAs("box setup-host")
                        .orFail("trying", "", Deadline.seconds(5)))
                .message()
                .contains("'box setup-host' said");
    }
}
