package dev.bascule.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.runner.Runner;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The floor plan as a test: arrows only point down, siblings do not know each other, each heavy library lives on one
 * floor. Every rule runs over classes that were seen: an import that found nothing would make all of them green.
 */
@Tag("slow")
class ArchitectureTest {

    private static final String FALLBACK = "dev.bascule.fallback..";
    private static final String REPORTS = "dev.bascule.reports..";
    private static final String NATIVE = "dev.bascule.nativerunner..";
    private static final String BRIDGE = "dev.bascule.bridge..";
    private static final String STUDIES = "dev.bascule.studies..";
    private static final String CLI = "dev.bascule.cli..";

    /** Maven's modules keep most arrows. These are the floors that it lets see more than they should. */
    private static final Map<String, String[]> UNKNOWN_TO = Map.ofEntries(
            // It carries jobs, and knows nothing of what becomes of them.
            Map.entry("dev.bascule.fallback.protocol..", new String[] {
                "dev.bascule.fallback.attempt..",
                "dev.bascule.fallback.run..",
                "dev.bascule.fallback.chain..",
                "dev.bascule.fallback.numerics.."
            }),
            Map.entry("dev.bascule.bridge..", new String[] {NATIVE}),
            Map.entry("dev.bascule.junit..", new String[] {CLI, NATIVE, "dev.bascule.bridge.dashboard.."}),
            Map.entry("dev.bascule.exact..", new String[] {NATIVE, REPORTS}),
            Map.entry("dev.bascule.suites..", new String[] {NATIVE}),
            Map.entry("dev.bascule.execution..", new String[] {NATIVE}),
            Map.entry("dev.bascule.studies..", new String[] {NATIVE, BRIDGE}),
            // It fits and foretells; who measures hands it what was measured.
            Map.entry("dev.bascule.prediction..", new String[] {NATIVE, BRIDGE, "dev.bascule.execution.."}),
            // It decides from values; who runs jobs, and keeps what came of them, hands it those.
            Map.entry(
                    "dev.bascule.scheduling..",
                    new String[] {"dev.bascule.execution..", BRIDGE, NATIVE, "dev.bascule.reports.history.."}),
            // It carries jobs, and does none.
            Map.entry("dev.bascule.workers..", new String[] {BRIDGE, NATIVE, "dev.bascule.execution.."}),
            Map.entry("dev.bascule.app..", new String[] {"dev.bascule.bridge.dashboard.."}));

    /** Where the libraries live that only one floor may touch. */
    private static final Map<String, String[]> HOMES = Map.of(
            REPORTS,
            new String[] {"org.duckdb..", "org.jdbi..", "gg.jte.."},
            NATIVE,
            new String[] {"ai.djl..", "ai.onnxruntime..", "com.sun.jna.."},
            BRIDGE,
            new String[] {
                "io.javalin..",
                "org.eclipse.jetty..",
                "com.microsoft.playwright..",
                "org.openqa.selenium..",
                "org.bouncycastle.."
            },
            "dev.bascule.workers..",
            new String[] {"org.apache.activemq..", "jakarta.jms.."},
            CLI,
            new String[] {"picocli..", "me.tongfei.progressbar..", "io.nayuki.."});

    /** Who solves linear programs. */
    private static final String[] OJALGO_HOMES = {"dev.bascule.prediction..", "dev.bascule.scheduling.."};

    /** Reads hardware natively, and the memory of browser processes where there is no /proc. */
    private static final String[] OSHI_HOMES = {NATIVE, "dev.bascule.bridge.process.."};

    private static JavaClasses product;

    @BeforeAll
    static void read_the_product() {
        product = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                // Played browsers of the modules below, for instance.
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("dev.bascule");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fallback",
                "reports",
                "nativerunner",
                "bridge",
                "models",
                "exact",
                "training",
                "quantization",
                "suites",
                "execution",
                "studies",
                "prediction",
                "scheduling",
                "workers",
                "app",
                "cli",
                "junit"
            })
    void the_rules_have_seen_each_floor(String floor) {
        long seen = product.stream()
                .filter(c -> c.getPackageName().startsWith("dev.bascule." + floor))
                .count();

        assertThat(seen).as("classes under dev.bascule." + floor).isGreaterThan(3);
    }

    @Test
    void every_launcher_has_a_row_in_the_table_of_what_ran() throws Exception {
        SeenTableTest.requireARowOfEachLauncher(product);
    }

    @Test
    void siblings_do_not_know_each_other() {
        UNKNOWN_TO.forEach((floor, others) -> noClasses()
                .that()
                .resideInAPackage(floor)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(product));
    }

    @Test
    void floors_form_no_cycle() {
        slices().matching("dev.bascule.(*)..").should().beFreeOfCycles().check(product);
    }

    /** Each package is a slice of its own: one below another is no part of it. */
    @Test
    void packages_form_no_cycle() {
        slices().matching("dev.bascule.(**)").should().beFreeOfCycles().check(product);
    }

    @Test
    void the_ground_floor_knows_no_browser_no_engine_no_database_and_no_command_line() {
        HOMES.values()
                .forEach(libraries -> noClasses()
                        .that()
                        .resideInAPackage(FALLBACK)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(libraries)
                        .check(product));
    }

    @Test
    void a_heavy_library_lives_on_one_floor() {
        HOMES.forEach((home, libraries) -> noClasses()
                .that()
                .resideOutsideOfPackages(home, "gg.jte.generated..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(product));
    }

    @Test
    void hardware_is_read_in_two_rooms() {
        noClasses()
                .that()
                .resideOutsideOfPackages(OSHI_HOMES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("oshi..")
                .check(product);
    }

    @Test
    void linear_programs_are_solved_in_two_rooms() {
        noClasses()
                .that()
                .resideOutsideOfPackages(OJALGO_HOMES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.ojalgo..")
                .check(product);
    }

    /** One opened elsewhere would be checked, finished and found out in ways of its own. */
    @Test
    void a_session_is_opened_in_one_place() {
        assertThat(product.stream()
                        .flatMap(each -> each.getMethodCallsFromSelf().stream())
                        .filter(call -> call.getName().equals("open")
                                && call.getTargetOwner().isAssignableTo(Runner.class))
                        .map(call -> call.getOriginOwner().getName()))
                .containsExactly(IsolatedRunner.class.getName());
    }

    @Test
    void only_the_command_line_writes_to_stdout() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                .should()
                .accessField(System.class, "out")
                .check(product);
    }

    @Test
    void only_the_command_line_and_a_childs_main_end_the_jvm() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                .and()
                .haveSimpleNameNotEndingWith("Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(product);
    }

    @Test
    void every_package_says_that_null_is_not_a_value() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass each : product) {
            JavaPackage where = each.getPackage();
            boolean marked = where.tryGetPackageInfo()
                    .map(info -> info.isAnnotatedWith(NullMarked.class))
                    .orElse(false);
            if (!marked) {
                unmarked.add(where.getName());
            }
        }

        assertThat(unmarked).isEmpty();
    }

    @Test
    void negative_control_a_cycle_between_a_package_and_one_below_it_is_noticed() {
        JavaClasses specimens = new ClassFileImporter().importPackages("dev.bascule.architecture.cycle");

        assertThat(specimens).hasSize(2);
        assertThat(slices().matching("dev.bascule.(**)")
                        .should()
                        .beFreeOfCycles()
                        .evaluate(specimens)
                        .hasViolation())
                .isTrue();
    }

    @Test
    void negative_control_a_rule_that_the_product_breaks_is_noticed() {
        ArchRule upsideDown = noClasses()
                .that()
                .resideInAPackage(STUDIES)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FALLBACK);
        ArchRule nothingIsCalledBackend =
                classes().that().resideInAPackage(FALLBACK).should().haveSimpleNameNotContaining("Backend");

        assertThat(upsideDown.evaluate(product).hasViolation()).isTrue();
        assertThat(nothingIsCalledBackend.evaluate(product).hasViolation()).isTrue();
    }
}
