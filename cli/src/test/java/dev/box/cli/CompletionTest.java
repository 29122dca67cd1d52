package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.command.Command;
import dev.box.cli.command.Completes;
import dev.box.cli.command.Completion;
import dev.box.cli.command.Completion.Word;
import dev.box.cli.command.Option;
import dev.box.cli.command.Positional;
import dev.box.cli.verb.KnownNames;
import dev.box.core.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What box answers to a Tab; whether shells make the right use of it is {@code SurfaceLabTest}'s. */
class CompletionTest {

    @Test
    void theFirstWordIsAVerb() {
        assertThat(next("re")).containsExactly("restore", "rename", "revoke");
        assertThat(next("")).contains("new", "list", "help").doesNotContain("__complete", "ls");
        assertThat(next("image", "")).containsExactly("list", "build", "import", "rm");
        assertThat(next("image", "b")).containsExactly("build");
        assertThat(next("frobnicate", "")).isEmpty();
    }

    @Test
    void anOptionIsOfferedOnceUnlessItMayBeRepeated() {
        assertThat(next("new", "work", "--t")).containsExactly("--template", "--ttl", "--timeout");
        assertThat(next("list", "--json", "--j")).isEmpty();
        assertThat(next("list", "-q", "--qu"))
                .as("its letter is the same option")
                .isEmpty();
        assertThat(next("drill", "--cell", "A3", "--cel")).containsExactly("--cell");
    }

    @Test
    void whatFollowsIsOfTheKindThatStandsThere() {
        assertThat(next("shell", "")).containsExactly("work", "web");
        assertThat(next("shell", "we")).containsExactly("web");
        assertThat(next("rm", "work", "")).as("not again").containsExactly("web");
        assertThat(next("restore", "work", "")).containsExactly("work-pristine", "work-good");
        assertThat(next("new", "x", "--template", "")).containsExactly("blank");
        assertThat(next("new", "x", "--template=b")).containsExactly("--template=blank");
        assertThat(next("new", "x", "--cpu", "")).isEmpty();
        assertThat(next("new", "")).as("a new name is nobody's").isEmpty();
        assertThat(next("completion", "z")).containsExactly("zsh");
        assertThat(next("help", "se")).containsExactly("setup-host", "settings");
        assertThat(next("help", "image", "")).containsExactly("list", "build", "import", "rm");
    }

    @Test
    void aDoorToCloseIsOneOfTheBoxs() {
        assertThat(next("expose", "work", "--remove", "")).containsExactly("3000");
        assertThat(next("expose", "--remove", "")).as("of which box?").isEmpty();
    }

    /** And ask nobody, least of all a daemon. */
    @Test
    void whatADrillCanBeAskedForComesFromItsTables() {
        assertThat(drill("--phases", "isolation,do")).containsExactly("isolation,doors");
        assertThat(drill("--phases", "doors,")).contains("doors,isolation").doesNotContain("doors,doors");
        assertThat(drill("--cell", "")).contains("A3", "S1").doesNotContain("A3.tcp.sibling");
        assertThat(drill("--cell", "A3")).contains("A3", "A3.tcp.sibling").allMatch(id -> id.startsWith("A3"));
        assertThat(drill("--mutation=bridge-d")).containsExactly("--mutation=bridge-drop");
    }

    private static List<String> drill(String... words) {
        List<String> typed = new ArrayList<>(List.of("drill"));
        typed.addAll(List.of(words));
        KnownNames names = new KnownNames(Settings.of(Map.of("INCUS_SOCKET", "/nonexistent")));
        return CompleteVerb.offer(typed, names).words().stream().map(Word::text).toList();
    }

    @Test
    void whenAllIsSaidOptionsAreWhatIsLeft() {
        assertThat(next("info", "work", "")).containsExactly("--json", "--remote", "--timeout", "--quiet", "--help");
        assertThat(next("exec", "work", "")).startsWith("--");
        assertThat(next("exec", "work", "--", ""))
                .as("somebody else's command line")
                .isEmpty();
        assertThat(next("exec", "work", "--", "ls", "--j")).isEmpty();
    }

    @Test
    void theShellIsToldWhereFilesFit() {
        assertThat(offer("import", "").kind()).containsExactly("files");
        assertThat(offer("image", "build", "--output", "").kind()).containsExactly("directories");
        assertThat(offer("cp", "w").written()).isEqualTo("files nospace\nwork:\trunning\nweb:\trunning\n");
        assertThat(offer("shell", "w").written()).isEqualTo("\nwork\trunning\nweb\trunning\n");
    }

    /** A place that nobody has thought about would be one that Tab is silent at by mistake. */
    @TestFactory
    Stream<DynamicTest> everyPlaceOfEveryVerbIsDecidedAbout() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Command command : HelpTest.everyVerb()) {
            for (Positional positional : command.positionals()) {
                tests.add(decided(command, positional.name()));
            }
            for (Option option : command.options()) {
                if (option.takesArgument()) {
                    tests.add(decided(command, option.argument()));
                }
            }
        }
        return tests.stream();
    }

    private static DynamicTest decided(Command command, String placeholder) {
        return DynamicTest.dynamicTest(
                command.name() + " <" + placeholder + ">",
                () -> assertThat(Completes.of(placeholder)).isPresent());
    }

    private static List<String> next(String... words) {
        return offer(words).words().stream().map(Word::text).toList();
    }

    private static Completion.Offer offer(String... words) {
        return CompleteVerb.offer(List.of(words), CompletionTest::known);
    }

    private static List<Word> known(Completes kind, String typed, List<String> before) {
        return switch (kind) {
            case BOX -> List.of(new Word("work", "running"), new Word("web", "running"));
            case PLACE -> List.of(new Word("work:", "running"), new Word("web:", "running"));
            case SNAPSHOT ->
                List.of(new Word(before.getFirst() + "-pristine", ""), new Word(before.getFirst() + "-good", ""));
            case TEMPLATE -> List.of(new Word("blank", "bare"));
            case DOOR -> before.isEmpty() ? List.of() : List.of(new Word("3000", "from 127.0.0.1:8080"));
            default -> List.of();
        };
    }
}
