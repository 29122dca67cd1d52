package dev.box.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.BoxState;
import dev.box.core.box.BoxSummary;
import dev.box.core.template.Template;
import dev.box.core.template.Templates;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The schemas are promises: what changes here changes their number. */
class DocumentTest {

    @Test
    void aListingOfBoxes() {
        BoxSummary box = new BoxSummary(
                "work",
                BoxState.RUNNING,
                true,
                "container",
                "10.88.0.17",
                "blank",
                2,
                List.of(new BoxSummary.Door("tcp:127.0.0.1:8080", "tcp:127.0.0.1:80")),
                "2026-01-02T03:04:05Z");
        assertThat(Document.of(BoxListReport.of(List.of(box)), BoxListReport.class))
                .isEqualTo("{\"schema\":\"box.list/1\",\"boxes\":[{\"name\":\"work\",\"state\":\"running\","
                        + "\"running\":true,\"type\":\"container\",\"ipv4\":\"10.88.0.17\",\"template\":\"blank\","
                        + "\"snapshots\":2,\"doors\":[{\"listen\":\"tcp:127.0.0.1:8080\","
                        + "\"connect\":\"tcp:127.0.0.1:80\"}],\"created\":\"2026-01-02T03:04:05Z\"}]}\n");
    }

    @Test
    void nothingToListIsAnEmptyListAndNotAnAbsence() {
        assertThat(Document.of(BoxListReport.of(List.of()), BoxListReport.class))
                .isEqualTo("{\"schema\":\"box.list/1\",\"boxes\":[]}\n");
    }

    @Test
    void whatATerminalWouldObeyIsAnEscapeInTheText() {
        Templates.Listed hostile =
                new Templates.Listed("t", Template.Origin.USER, "\u001b[2J \u009b31m \u202e \u007f \u00fc", "");
        assertThat(Document.of(TemplatesReport.of(List.of(hostile), name -> "no"), TemplatesReport.class))
                .containsIgnoringCase("\"\\u001b[2J \\u009b31m \\u202e \\u007f \\u00fc\"");
    }
}
