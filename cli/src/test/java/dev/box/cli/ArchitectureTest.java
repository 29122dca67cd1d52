package dev.box.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One direction of dependency: between modules, between core's packages, and between those of the command surface. */
class ArchitectureTest {

    /** Lower first: a module may use those before it. */
    private static final List<String> MODULES =
            List.of("dev.box.incus", "dev.box.core", "dev.box.lab", "dev.box.drill", "dev.box.cli");

    /** Lower first, as for the modules. The order within core is published in CONTRIBUTING.md and read from there. */
    private static final List<String> CLI_PACKAGES = List.of(
            "dev.box.cli.terminal", "dev.box.cli.command", "dev.box.cli.report", "dev.box.cli.verb", "dev.box.cli");

    private static final int VERB_LINES = 130;

    private static JavaClasses product = new ClassFileImporter().importClasses();

    @BeforeAll
    static void readTheProduct() {
        product = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.box");
        assertThat(product).hasSizeGreaterThan(100);
    }

    @Test
    void aModuleUsesOnlyThoseBeforeIt() {
        assertThat(upward(MODULES)).isEmpty();
    }

    @Test
    void aPackageOfCoreUsesOnlyThoseBeforeItInThePublishedOrder() throws IOException {
        assertThat(upward(corePackages())).isEmpty();
    }

    @Test
    void everyPackageOfCoreIsInThePublishedOrder() throws IOException {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : product) {
            String name = type.getPackageName();
            if (name.startsWith("dev.box.core.")) {
                int end = name.indexOf('.', "dev.box.core.".length());
                found.add(end < 0 ? name : name.substring(0, end));
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(corePackages());
    }

    @Test
    void aPackageOfTheCommandSurfaceUsesOnlyThoseBeforeIt() {
        assertThat(upward(CLI_PACKAGES)).isEmpty();
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("dev.box.(**)").should().beFreeOfCycles().check(product);
    }

    @Test
    void onlyTheCommandSurfaceKnowsTerminalsAndParsing() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.box.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.commons.cli..", "dev.box.cli..")
                .orShould()
                .accessTargetWhere(com.tngtech.archunit.core.domain.JavaAccess.Predicates.target(
                        com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching("exit|halt")))
                .check(product);
    }

    @Test
    void onlyTheClientKnowsHowToTalkHttp() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.box.incus..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.hc..")
                .check(product);
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : product) {
            if (!type.getPackageName().endsWith(".jsonb") && !type.getPackage().isAnnotatedWith(NullMarked.class)) {
                unmarked.add(type.getPackageName());
            }
        }
        assertThat(unmarked).isEmpty();
    }

    /** Whoever needs more room in a verb has found logic that belongs into a module below. */
    @Test
    void aVerbIsShort() throws IOException {
        List<String> longOnes = new ArrayList<>();
        try (var files = Files.list(root().resolve("cli/src/main/java/dev/box/cli/verb"))) {
            for (Path file : files.toList()) {
                long lines;
                try (var text = Files.lines(file)) {
                    lines = text.count();
                }
                if (lines > VERB_LINES) {
                    longOnes.add(file.getFileName() + " has " + lines + " lines");
                }
            }
        }
        assertThat(longOnes).isEmpty();
    }

    /** Dependencies that point at something later in {@code order}; the longest matching prefix counts. */
    private static List<String> upward(List<String> order) {
        List<String> wrong = new ArrayList<>();
        for (JavaClass type : product) {
            int from = place(order, type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                int to = place(order, dependency.getTargetClass());
                if (from >= 0 && to > from) {
                    wrong.add(dependency.getDescription());
                }
            }
        }
        return wrong;
    }

    private static int place(List<String> order, JavaClass type) {
        int best = -1;
        for (int i = 0; i < order.size(); i++) {
            String name = order.get(i);
            boolean inside =
                    type.getPackageName().equals(name) || type.getPackageName().startsWith(name + ".");
            if (inside && (best < 0 || name.length() > order.get(best).length())) {
                best = i;
            }
        }
        return best;
    }

    private static List<String> corePackages() throws IOException {
        String text = Files.readString(root().resolve("CONTRIBUTING.md"));
        int marker = text.indexOf("<!-- package-order");
        assertThat(marker).as("the package order in CONTRIBUTING.md").isPositive();
        String block = text.substring(text.indexOf("```\n", marker) + 4);
        List<String> packages = new ArrayList<>();
        for (String name : block.substring(0, block.indexOf("```")).strip().split("\\s+")) {
            packages.add("dev.box.core." + name);
        }
        return packages;
    }

    /** The checkout, whichever directory the tests run in. */
    static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path directory = start; directory != null; directory = directory.getParent()) {
            if (Files.exists(directory.resolve("CONTRIBUTING.md"))) {
                return directory;
            }
        }
        throw new AssertionError("no CONTRIBUTING.md above " + start);
    }
}
