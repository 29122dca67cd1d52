package dev.box.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

    private static final List<String> VERBS = List.of("new", "list", "info", "exec", "shell", "rm", "templates");

    @Test
    void oneSlipOfTheFingerIsUnderstood() {
        assertThat(Nearest.to("lsit", VERBS)).isEqualTo("list");
        assertThat(Nearest.to("shel", VERBS)).isEqualTo("shell");
        assertThat(Nearest.to("exce", VERBS)).isEqualTo("exec");
    }

    @Test
    void theBeginningOfANameIsUnderstood() {
        assertThat(Nearest.to("temp", VERBS)).isEqualTo("templates");
    }

    @Test
    void whatIsFarFromEverythingIsNotGuessed() {
        assertThat(Nearest.to("deploy", VERBS)).isEmpty();
        assertThat(Nearest.to("nope", List.of("wipe")))
                .as("half of it is another word")
                .isEmpty();
    }

    @Test
    void neighboursThatSwappedPlacesAreOneSlip() {
        assertThat(Nearest.distance("lsit", "list")).isEqualTo(1);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }
}
