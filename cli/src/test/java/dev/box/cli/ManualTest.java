package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.command.Command;
import dev.box.cli.command.Example;
import dev.box.cli.command.Option;
import dev.box.core.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manual pages come from the table and say all that it says; whether man can set them is {@code SurfaceLabTest}'s. */
class ManualTest {

    private static final Map<String, String> PAGES = HelpVerb.pages();

    @Test
    void everyVerbAndFamilyHasAPage() {
        for (Command command : Commands.all()) {
            assertThat(PAGES).containsKey("box-" + command.name() + ".1");
        }
        assertThat(PAGES).containsKey("box.1").hasSize(Commands.all().size() + 1);
    }

    @Test
    void aPageSaysWhatTheVerbsHelpSays() {
        for (Command command : HelpTest.everyVerb()) {
            String page = text("box-" + command.name().split(" ")[0] + ".1");
            assertThat(page).contains(command.summary());
            command.description()
                    .strip()
                    .lines()
                    .forEach(line -> assertThat(page).contains(line));
            for (Option option : command.options()) {
                assertThat(page).contains(option.spellings(), option.help());
            }
            for (Example example : command.examples()) {
                assertThat(page).contains(example.line(), example.purpose());
            }
        }
    }

    @Test
    void theFirstPageNamesEveryVerbAndSetting() {
        String page = text("box.1");
        for (Command command : Commands.all()) {
            assertThat(page).contains("box-" + command.name() + "(1)", command.summary());
        }
        for (Setting setting : Setting.values()) {
            assertThat(page).contains(setting.name(), setting.meaning());
        }
    }

    @Test
    void theyAreWrittenWhereTheyAreAskedFor(@TempDir Path directory) throws IOException {
        Path pages = directory.resolve("share/man/man1");
        assertThat(Transcript.of("help", "--man", pages.toString()).status()).isZero();
        assertThat(Files.readString(pages.resolve("box-new.1"))).isEqualTo(PAGES.get("box-new.1"));
        Transcript refused = Transcript.of("help", "--man", "/proc/none");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).startsWith("box: writing manual pages into /proc/none: ");
    }

    /** Without roff's escapes. */
    private static String text(String page) {
        return PAGES.getOrDefault(page, "")
                .replace("\\-", "-")
                .replace("\\(aq", "'")
                .replace("\\(dq", "\"")
                .replace("\\(ti", "~")
                .replace("\\(ha", "^")
                .replace("\\(ga", "`")
                .replace("\\(em", "—")
                .replace("\\&", "")
                .replace("\\e", "\\");
    }
}
