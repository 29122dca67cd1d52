package dev.box.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostStack;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.ContractRow;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.mutation.Journal;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.Palette;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.TextReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.InstanceRequest;
import dev.box.incus.InstanceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every phase on a real host, and some of them where something is wrong. Runs like {@link DrillLabTest}. */
@Tag("lab")
class PhasesLabTest {

    private static final Path BOX = Path.of("/usr/local/bin/box");
    private static final String BYSTANDER = "bystander";

    private final ThisLabHost lab = new ThisLabHost();
    private final Incus incus = lab.incus;
    private final HostStack stack = lab.stack;

    @BeforeEach
    void theHostIsWholeHasTheImageAndSomebodysInstance() {
        lab.setUp();
        lab.importImage();
        incus.instances()
                .create(
                        new InstanceRequest(
                                BYSTANDER,
                                "container",
                                "",
                                InstanceSource.none(),
                                false,
                                List.of(),
                                Map.of(),
                                Map.of("root", Map.of("type", "disk", "path", "/", "pool", "default")),
                                false),
                        Deadline.seconds(30))
                .await(Deadline.seconds(30));
    }

    @AfterEach
    void nothingIsLeft() {
        if (incus.instances().find(BYSTANDER, Deadline.seconds(10)).isPresent()) {
            incus.instances().delete(BYSTANDER, Deadline.seconds(30)).await(Deadline.seconds(30));
        }
        assertThat(Journal.FILE).doesNotExist();
        assertThat(incus.instances().list(Deadline.seconds(10)))
                .extracting(Instance::name)
                .noneMatch(name -> name.startsWith("drill-"));
        assertThat(stack.verify(Deadline.seconds(30))).isEmpty();
    }

    @Test
    void everyRowOfEveryPhaseHoldsBetweenThreeBoxes() {
        DrillReport report = drill(BOX, DrillListener.silent(), PhaseId.values());
        assertThat(report.exitStatus()).as(text(report)).isZero();
        assertThat(report.phases()).extracting(PhaseReport::id).containsExactly(names(PhaseId.values()));
        assertThat(cells(report).stream().map(CellReport::row).distinct())
                .as("every row was measured, but for what this host has no target for")
                .containsAll(Contract.rows().stream()
                        .filter(row -> !row.id().equals("A2.lan.syn"))
                        .map(ContractRow::id)
                        .toList());
    }

    /** A box that does not refuse: then the phase must say so, row by row, and not only in the end. */
    @Test
    void verbsThatRefuseNothingAreBrokenRowByRow(@TempDir Path directory) throws IOException {
        Path silent = directory.resolve("box");
        Files.writeString(silent, "#!/bin/sh\nexit 0\n");
        Files.setPosixFilePermissions(silent, PosixFilePermissions.fromString("rwxr-xr-x"));
        DrillReport report = drill(silent, DrillListener.silent(), PhaseId.B);
        assertThat(report.exitStatus()).isEqualTo(1);
        assertThat(cells(report))
                .filteredOn(cell -> List.of("S1.rm", "S1.down", "S1.export", "S2.verb", "S2.consent", "S2.status")
                        .contains(cell.row()))
                .hasSize(6)
                .allMatch(cell -> cell.verdict() == Verdict.BROKEN);
        assertThat(cells(report))
                .filteredOn(cell -> cell.row().equals("S1.untouched"))
                .allMatch(cell -> cell.verdict() == Verdict.HOLDS);
    }

    /** As the report says to, of a row that did not hold. */
    @Test
    void rowsOfTheSurfaceCanBeTriedByThemselves() {
        List<String> rows = List.of("S2.rename", "S2.export", "S2.status", "S2.template");
        DrillReport report = lab.drill()
                .product(BOX)
                .run(DrillOptions.standard().boxes(1).cells(rows), DrillListener.silent(), Deadline.seconds(300));
        assertThat(report.exitStatus()).as(text(report)).isZero();
        assertThat(cells(report)).extracting(CellReport::row).containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void whatSomebodyElseHadAndHasNotAnyMoreIsFoundAtTheEnd() {
        DrillListener thief = new DrillListener() {
            @Override
            public void step(String what) {
                if (what.startsWith("phase A")) {
                    incus.instances().delete(BYSTANDER, Deadline.seconds(30)).await(Deadline.seconds(30));
                }
            }
        };
        DrillReport report = drill(BOX, thief, PhaseId.A, PhaseId.T);
        assertThat(report.exitStatus()).isEqualTo(1);
        assertThat(cells(report))
                .filteredOn(cell -> cell.row().equals("H3.others"))
                .singleElement()
                .satisfies(cell -> assertThat(cell.because()).contains("instance " + BYSTANDER + " is gone"));
    }

    @Test
    void aCellOfABoxThatThereWillNotBeIsRefusedBeforeAnythingIsMade() {
        List<Instance> before = incus.instances().list(Deadline.seconds(10));
        for (String cell : List.of("A3.tcp.sibling/a-z", "A3.tcp.sibling/b-c", "S1.rm/a-b")) {
            assertThatThrownBy(() -> lab.drill()
                            .run(
                                    DrillOptions.standard().boxes(2).cells(List.of(cell)),
                                    DrillListener.silent(),
                                    Deadline.seconds(60)))
                    .as(cell)
                    .isInstanceOf(BoxFailure.Refused.class)
                    .hasMessageContaining(cell);
        }
        assertThat(incus.instances().list(Deadline.seconds(10))).hasSameSizeAs(before);
    }

    private DrillReport drill(Path launcher, DrillListener listener, PhaseId... phases) {
        return lab.drill()
                .product(launcher)
                .run(DrillOptions.standard().boxes(3).phases(List.of(phases)), listener, Deadline.seconds(900));
    }

    private static String[] names(PhaseId... phases) {
        return List.of(phases).stream().map(PhaseId::name).toArray(String[]::new);
    }

    private static List<CellReport> cells(DrillReport report) {
        return report.phases().stream().flatMap(phase -> phase.cells().stream()).toList();
    }

    private static String text(DrillReport report) {
        return TextReport.full(report, Palette.plain());
    }
}
