package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is asked wrong is refused with status 2, on stderr, and with the way on. */
class DispatchTest {

    @Test
    void anUnknownVerbIsRefusedAndTheNearestNameOffered() {
        Transcript typed = Transcript.of("lits");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).isEqualTo("""
                box: unknown verb 'lits'; did you mean 'list'?
                  see: box help
                """);
    }

    @Test
    void anUnknownVerbThatResemblesNothingGetsNoGuess() {
        assertThat(Transcript.of("frobnicate").err()).isEqualTo("""
                box: unknown verb 'frobnicate'
                  see: box help
                """);
    }

    @Test
    void anUnknownOptionIsRefusedAndNeverTakenForAnArgument() {
        Transcript typed = Transcript.of("new", "work", "--templat", "blank");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).startsWith("box: unknown option '--templat'; did you mean '--template'?\n");
    }

    @Test
    void aMistypedOptionIsNeverCompletedToTheOneItBegins() {
        assertThat(Transcript.of("rm", "work", "--forc").err())
                .startsWith("box: unknown option '--forc'; did you mean '--force'?\n");
        assertThat(Transcript.of("list", "-json").err())
                .startsWith("box: unknown option '-json'; did you mean '--json'?\n");
    }

    @Test
    void anOptionBeforeTheVerbIsRefused() {
        assertThat(Transcript.of("--json", "list").err()).isEqualTo("""
                box: option '--json' comes after the verb
                  see: box help
                """);
    }

    @Test
    void listOfOneBoxPointsAtInfo() {
        Transcript typed = Transcript.of("list", "work");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).isEqualTo("""
                box: unexpected argument 'work': it lists every box; for one box: box info work
                  box list [--json]
                  (more: box list --help)
                """);
    }

    @Test
    void execWithoutDashesIsRefused() {
        Transcript typed = Transcript.of("exec", "work", "uname");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).isEqualTo("""
                box: unexpected argument 'uname': the command to run comes after '--'
                  box exec <box> -- <command>...
                  (more: box exec --help)
                """);
    }

    @Test
    void execWithNothingToRunIsRefused() {
        assertThat(Transcript.of("exec", "work").err()).startsWith("box: no command after '--'\n");
        assertThat(Transcript.of("exec", "work", "--").err()).startsWith("box: no command after '--'\n");
    }

    @Test
    void aMissingArgumentIsNamed() {
        Transcript typed = Transcript.of("info");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).startsWith("box: <box> is missing\n");
    }

    @Test
    void aFamilyWithoutItsSecondWordListsThem() {
        Transcript typed = Transcript.of("image");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).isEqualTo("""
                box: 'box image' needs one of: list, build, import, rm
                  see: box image --help
                """);
    }

    @Test
    void aFamilysUnknownSecondWordGetsTheNearestName() {
        assertThat(Transcript.of("lab", "stauts").err())
                .startsWith("box: 'box lab' has no 'stauts'; did you mean 'status'?\n");
    }

    @Test
    void aMistypedMeasurementIsRefusedBeforeALabIsMade() {
        assertThat(Transcript.of("drill", "--lab", "--cell", "A3.tpc").err()).isEqualTo("""
                box: choosing the measurements: there is no measurement 'A3.tpc'
                  see what there is: box drill --list
                """);
        assertThat(Transcript.of("drill", "--lab", "--mutation", "nope").status())
                .isEqualTo(2);
    }

    @Test
    void nothingAtAllShowsTheVerbsAsARefusal() {
        Transcript typed = Transcript.of();
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).contains("usage: box <verb>", "start here:");
    }

    @Test
    void aTimeLimitThatIsNoTimeIsRefused() {
        Transcript typed = Transcript.of("list", "--timeout", "soon");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).isEqualTo("""
                box: reading the time limit: 'soon' is no number of seconds above 0 and up to 604800
                  give whole or decimal seconds, e.g. --timeout 30
                """);
    }

    @Test
    void versionIsOneLineOrADocument() {
        assertThat(Transcript.of("--version").out()).matches("box \\d+\\.\\d+\\.\\d+(-\\w+)?\n");
        assertThat(Transcript.of("version", "--json").out()).startsWith("{\"schema\":\"box.version/1\",");
    }
}
