package dev.box.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.drill.mutation.Journal;
import dev.box.drill.probe.Guest;
import dev.box.drill.probe.IncusGuest;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.MutationReport.Outcome;
import dev.box.drill.report.Palette;
import dev.box.drill.report.TextReport;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The drill drilling itself, on a real host. Runs like {@link DrillLabTest}. */
@Tag("lab")
class MutationLabTest {

    private final ThisLabHost lab = new ThisLabHost();
    private final HostStack stack = lab.stack;

    @BeforeEach
    void theHostIsWholeAndHasTheImage() {
        lab.setUp();
        lab.importImage();
    }

    @AfterEach
    void theHostIsWholeAgainAndNothingIsArmed() {
        assertThat(Journal.FILE).doesNotExist();
        lab.setUp();
    }

    @Test
    void everyKindOfMutationShowsWhatItMustAndTheHostIsWholeAfterwards() {
        DrillReport report = drill(
                lab.drill(),
                "siblings",
                "port-isolation.profile",
                "acl.detached+table",
                "range.10.0.0.0-8",
                "input.empty",
                "source-filter",
                "instance.devices",
                "dns.lease-names",
                "door.lan+wide+table",
                "boot.disabled",
                "people.snapshots",
                "people.raw",
                "people.certificate",
                "prober.missing",
                "clone.twin");
        assertThat(report.mutations())
                .extracting(MutationReport::outcome)
                .as(text(report))
                .containsExactly(
                        Outcome.REDUNDANT,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.KILLED,
                        Outcome.NOT_JUDGED,
                        Outcome.NOT_JUDGED);
        assertThat(report.exitStatus()).isZero();
        assertThat(stack.verify(Deadline.seconds(30))).isEmpty();
    }

    /** It always says that all is well: on a whole host nobody can tell, and that is what mutations are for. */
    @Test
    void aProbeThatSomebodyHasQuietlyDisabledMakesItFail() {
        Drill drill = lab.drill().guests((daemon, name) -> withQuietProbe(daemon, name));
        DrillReport report = drill(drill, "ipv6.network+table");
        assertThat(report.mutations().getFirst().outcome()).as(text(report)).isEqualTo(Outcome.SURVIVED);
        assertThat(report.mutations().getFirst().because()).contains("A6.state.self");
        assertThat(report.exitStatus()).isEqualTo(1);
    }

    private static Guest withQuietProbe(Incus daemon, String name) {
        Guest guest = new IncusGuest(daemon, name);
        return new Guest() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Ran run(List<String> command, Deadline deadline) {
                return guest.run(
                        command.stream()
                                .map(word -> word.replace(
                                        "    if found:\n        return \"IPv6 beyond",
                                        "    if False:\n        return \"IPv6 beyond"))
                                .toList(),
                        deadline);
            }
        };
    }

    @Test
    void whatAKilledRunLeftBrokenIsFoundUndoneAndSaid() {
        flushBridgeDrop();
        Machine.local().write(Journal.FILE, """
                {"schema":"box.drill-journal/1","runId":"dead","pid":4194304,"processStart":"once","entries":[
                {"box":"drill-dead-a","mutation":"","what":"box","boxes":[],"saved":{}},
                {"box":"","mutation":"bridge-drop","what":"the drop is deleted","boxes":["drill-dead-a"],
                 "saved":{"forward":"%s"}}]}
                """.formatted(bridgeRule().replace("\"", "\\\"")), Deadline.seconds(5));
        DrillReport report = lab.drill()
                .run(DrillOptions.standard().cells(List.of("A1")), DrillListener.silent(), Deadline.seconds(200));
        assertThat(report.exitStatus()).as(text(report)).isZero();
        assertThat(report.notes())
                .anyMatch(note -> note.contains("drill dead was cut off") && note.contains("bridge-drop"));
    }

    @Test
    void aHostThatIsNotWholeIsNotBrokenFurther() {
        flushBridgeDrop();
        assertThatThrownBy(() -> drill(lab.drill()))
                .isInstanceOf(BoxFailure.Unjudged.class)
                .hasMessageContaining("bridge box");
    }

    private String bridgeRule() {
        return stack.firewall()
                .observe(Deadline.seconds(20))
                .shipped()
                .orElseThrow()
                .rules()
                .table("bridge", HostNames.TABLE)
                .orElseThrow()
                .chain("forward")
                .getLast();
    }

    private static void flushBridgeDrop() {
        Subprocess.of(List.of("nft", "flush", "chain", "bridge", HostNames.TABLE, "forward"))
                .orFail("breaking the stack", "", Deadline.seconds(30));
    }

    private static DrillReport drill(Drill drill, String... mutations) {
        return drill.product(Path.of("/usr/local/bin/box"))
                .run(DrillOptions.standard().mutate(List.of(mutations)), DrillListener.silent(), Deadline.seconds(400));
    }

    private static String text(DrillReport report) {
        return TextReport.full(report, Palette.plain());
    }
}
