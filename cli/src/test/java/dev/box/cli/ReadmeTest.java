package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.command.Command;
import dev.box.cli.command.Help;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The README's table of verbs is the one that {@code box help} is rendered from. */
class ReadmeTest {

    @Test
    void theTableOfVerbsIsTheOneInTheCode() throws IOException {
        StringBuilder table = new StringBuilder("| verb | what it does | for |\n|---|---|---|\n");
        for (Command command : Commands.all()) {
            table.append("| `")
                    .append(Help.shortForm(command).replace("|", "\\|"))
                    .append("` | ")
                    .append(command.summary())
                    .append(" | ")
                    .append(command.tier().word())
                    .append(" |\n");
        }
        assertThat(Files.readString(ArchitectureTest.root().resolve("README.md")))
                .contains(table.toString());
    }
}
