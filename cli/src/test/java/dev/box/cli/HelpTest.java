package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.command.Command;
import dev.box.cli.command.Example;
import dev.box.cli.command.Parser;
import dev.box.core.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Help is rendered from the table, so what holds for the table holds for it. */
class HelpTest {

    @Test
    void helpOfOneVerbSaysAllThereIs() {
        assertThat(Transcript.of("exec", "--help").out()).isEqualTo("""
                box exec: run one command in a box as its user

                usage: box exec <box> -- <command>...

                Input, output and errors are passed through separately. On a terminal the command gets one
                too. PATH includes ~/.local/bin, since no shell reads an rc file here. Without --timeout
                the command may run for as long as it likes.

                options:
                  --remote <remote>     on a remote of the incus client instead of here
                  --timeout <seconds>   give up after this long
                  -q, --quiet           no progress and no notes; warnings and results only
                  -h, --help            show this help

                examples:
                  box exec work -- uname -a                 one command
                  box exec work -- sh -c 'cd src && make'   what needs a shell names it
                  tar c src | box exec work -- tar x        input goes through

                exit status:
                  0     done
                  1     it went wrong
                  2     you asked wrong; nothing changed
                  n     whatever the command ended with
                  130   interrupted

                for: anyone who may use Incus (group 'incus' or 'incus-admin', or root)
                """);
    }

    @Test
    void theOverviewNamesEveryVerb() {
        String overview = Transcript.of("help").out();
        assertThat(overview.lines()).allMatch(line -> line.length() <= 100);
        for (Command command : Commands.all()) {
            assertThat(overview).contains("\n  " + command.name() + " ").contains(command.summary());
        }
    }

    @Test
    void everyWayToAskGivesTheSameHelp() {
        String help = Transcript.of("help", "image", "build").out();
        assertThat(help).startsWith("box image build: ");
        assertThat(Transcript.of("image", "build", "--help").out()).isEqualTo(help);
        assertThat(Transcript.of("image", "build", "-h").out()).isEqualTo(help);
        assertThat(Transcript.of("--help").out())
                .isEqualTo(Transcript.of("help").out());
    }

    @Test
    void everySettingIsExplained() {
        String help = Transcript.of("help", "settings").out();
        for (Setting setting : Setting.values()) {
            assertThat(help.replaceAll("\n +", " ")).contains(setting.meaning());
            assertThat(help).contains("\n" + setting.name());
        }
    }

    @Test
    void anAliasIsTheVerbItself() {
        assertThat(Transcript.of("ls", "--help").out())
                .isEqualTo(Transcript.of("list", "--help").out());
    }

    /** An example that the parser refuses would be the first thing that a newcomer types. */
    @TestFactory
    Stream<DynamicTest> everyExampleIsAcceptedByTheParser() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Command command : everyVerb()) {
            for (Example example : command.examples()) {
                tests.add(DynamicTest.dynamicTest(example.line(), () -> accept(command, example.line())));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> everyVerbHasWhatAReaderNeeds() {
        return everyVerb().stream()
                .map(command -> DynamicTest.dynamicTest(command.name(), () -> {
                    assertThat(command.summary()).isNotBlank().doesNotEndWith(".");
                    assertThat(command.examples()).isNotEmpty();
                    assertThat(command.handler()).isNotNull();
                    assertThat(Transcript.of((command.name() + " --help").split(" "))
                                    .out()
                                    .lines())
                            .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
                }));
    }

    private static void accept(Command command, String line) {
        // what is around it is the shell's: <(box ...), box ... | ...
        String words = line.substring(line.indexOf("box ") + 4).replaceFirst("(\\)| \\|).*", "");
        assertThat(words).startsWith(command.name());
        List<String> arguments = new ArrayList<>(
                List.of(words.substring(command.name().length()).strip().split(" +")));
        arguments.removeIf(String::isEmpty);
        assertThat(Parser.parse(command, arguments)).isNotNull();
    }

    static List<Command> everyVerb() {
        List<Command> verbs = new ArrayList<>();
        for (Command command : Commands.all()) {
            if (command.isFamily()) {
                verbs.addAll(Commands.members(command));
            } else {
                verbs.add(command);
            }
        }
        return verbs;
    }
}
