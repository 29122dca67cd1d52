package dev.box.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.terminal.Paragraph;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.ContractRow;
import dev.box.drill.mutation.MutationRun;
import org.junit.jupiter.api.Test;

/** {@code box drill --list}: for a screen it fits, for a program each thing is one line; either way all is there. */
class DrillListTest {

    @Test
    void everythingIsThereAndFitsTheScreen() {
        String text = DrillList.text(100);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        Contract.rows().forEach(row -> {
            assertThat(text).containsPattern("\n    " + row.id() + " ");
            assertThat(text).containsPattern("\n  " + row.clause().id() + "  \\S");
        });
        MutationRun.list().keySet().forEach(id -> assertThat(text).contains("\n  " + id + "  "));
    }

    @Test
    void elsewhereEachMeasurementIsOneLine() {
        String text = DrillList.text(Paragraph.ENDLESS);
        for (ContractRow row : Contract.rows()) {
            assertThat(text.lines())
                    .anyMatch(line -> line.strip().startsWith(row.id() + " ")
                            && line.endsWith(row.how() + " -> " + row.expected()));
        }
    }
}
