package dev.box.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.ProbeSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private final Plan plan = Planner.plan(Situations.full());

    @Test
    void everyRowOfTheContractBecomesAtLeastOneCell() {
        Set<String> rows = Stream.of(Situations.full(), Situations.door(true), Situations.door(false))
                .flatMap(situation -> Planner.plan(situation).cells().stream())
                .map(cell -> cell.spec().id())
                .collect(Collectors.toSet());
        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        Contract.PROBES.stream().map(ProbeSpec::id).toList());
    }

    @Test
    void everyCellHasAnIdOfItsOwn() {
        assertThat(plan.cells()).extracting(Cell::id).doesNotHaveDuplicates();
        assertThat(Planner.plan(Situations.door(true)).cells())
                .extracting(Cell::id)
                .doesNotHaveDuplicates();
    }

    @Test
    void aDoorIsKnockedAtFromEverywhereButItsOwnBoxAndAClosedOneOtherwiseThanAnOpenOne() {
        assertThat(doorCells(true))
                .contains(
                        "A10.tcp.door/host-b",
                        "A10.tcp.direct/host-b",
                        "A10.tcp.beside/host-b",
                        "A10.tcp.lan/lan-b",
                        "A10.tcp.sibling/a-b",
                        "A10.syn.sibling/a-b")
                .noneMatch(id -> id.contains("closed") || id.contains("/b-"));
        assertThat(doorCells(false)).containsExactly("A10.closed.door/host-b", "A10.closed.direct/host-b");
        assertThat(plan.of(PhaseId.E).cells()).isEmpty();
    }

    private static List<String> doorCells(boolean open) {
        return Planner.plan(Situations.door(open)).of(PhaseId.E).cells().stream()
                .map(Cell::id)
                .toList();
    }

    @Test
    void siblingsAreAskedInBothDirectionsAndNobodyAsksItself() {
        assertThat(ids("A3.tcp.sibling")).containsExactly("A3.tcp.sibling/a-b", "A3.tcp.sibling/b-a");
    }

    @Test
    void everyHostAddressIsAskedByEveryBoxAndNeedsToBeAliveFirst() {
        assertThat(ids("A2.host.tcp.served")).hasSize(4);
        assertThat(plan.cells())
                .filteredOn(cell -> cell.spec().id().equals("A2.host.tcp.served"))
                .allSatisfy(cell -> assertThat(cell.controls()).containsExactly("alive.host." + cell.address()));
    }

    @Test
    void aRangeWithoutALiveTargetIsKnockedAtByHandAndSaidSo() {
        assertThat(ids("A2.lan.tcp")).containsExactly("A2.lan.tcp/a-10.200.0.5", "A2.lan.tcp/b-10.200.0.5");
        assertThat(ids("A2.lan.syn")).hasSize((Contract.BLOCKED.size() - 1) * 2);
        assertThat(plan.notDrilled()).anyMatch(line -> line.contains("240.0.0.0/4"));
        assertThat(plan.notDrilled()).noneMatch(line -> line.contains("10.0.0.0/8"));
    }

    @Test
    void whatIsNotAroundIsNotDrilledAndSaidSo() {
        Plan bare = Planner.plan(Situations.bare());
        assertThat(bare.cells()).noneMatch(cell -> cell.from().equals("lan"));
        assertThat(bare.notDrilled())
                .anyMatch(line -> line.contains("no LAN host"))
                .anyMatch(line -> line.contains("split DNS"))
                .anyMatch(line -> line.contains("/etc/hosts"));
    }

    @Test
    void aCellIsNamedWholeOrByALeadingPart() {
        assertThat(plan.only(List.of("A3.tcp.sibling/a-b")).cells()).hasSize(1);
        assertThat(plan.only(List.of("A3.tcp.sibling")).cells()).hasSize(2);
        assertThat(plan.only(List.of("A3")).cells())
                .allMatch(cell -> cell.spec().clause() == Clause.A3)
                .hasSizeGreaterThan(10);
    }

    @Test
    void reverseNamesAndLinkLocalAddressesAreSpelledAsTheStandardsDo() {
        assertThat(Planner.reverse("10.88.0.51")).isEqualTo("51.0.88.10.in-addr.arpa");
        assertThat(LinkLocal.of("10:66:6a:4c:be:36")).isEqualTo("fe80::1266:6aff:fe4c:be36");
    }

    private List<String> ids(String row) {
        return plan.cells().stream()
                .filter(cell -> cell.spec().id().equals(row))
                .map(Cell::id)
                .toList();
    }
}
