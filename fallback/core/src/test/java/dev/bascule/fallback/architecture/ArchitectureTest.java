package dev.bascule.fallback.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ground floor's own arrows. */
@Tag("slow")
class ArchitectureTest {
    private static final String BASE = "dev.bascule.fallback";

    private static final PackageOrder ORDER = new PackageOrder(
            BASE,
            List.of(
                    "text",
                    "secret",
                    "file",
                    "json",
                    "error",
                    "cache",
                    "install",
                    "time",
                    "process",
                    "usage",
                    "backend",
                    "tensor",
                    "webnn",
                    "measure",
                    "work",
                    "cases",
                    "target",
                    "numerics",
                    "evidence",
                    "driver",
                    "answer",
                    "job",
                    "runner",
                    "memory",
                    "attempt",
                    "run",
                    "chain"));

    private static final JavaClasses CODE = ORDER.code();

    /** Of whatever class: those of libraries are not read, so that nobody knows which of them are errors. */
    private static final ArchRule NO_STACK_TRACE = noClasses()
            .should()
            .callMethodWhere(target(name("printStackTrace")).and(target(rawParameterTypes(new Class<?>[0]))));

    @Test
    void the_rules_below_saw_every_package_and_no_test() {
        assertThat(CODE).hasSizeGreaterThan(100);
        ORDER.assertNamesAllOf(CODE);
    }

    @Test
    void arrows_point_one_way() {
        ORDER.assertKeptBy(CODE);
    }

    @Test
    void no_package_is_in_a_cycle() {
        slices().matching(BASE + ".(*)..").should().beFreeOfCycles().check(CODE);
    }

    @Test
    void the_ground_floor_stands_on_the_jdk_json_logging_and_statistics_alone() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "java..",
                        BASE + "..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "org.apache.commons.statistics..",
                        "org.jspecify.annotations.."))
                .check(CODE);
    }

    @Test
    void it_knows_no_browser_no_native_engine_and_no_database() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "ai.djl..",
                        "ai.onnxruntime..",
                        "com.microsoft.playwright..",
                        "org.openqa.selenium..",
                        "io.javalin..",
                        "org.eclipse.jetty..",
                        "org.duckdb..",
                        "java.sql..",
                        "org.jdbi..",
                        "oshi..",
                        "com.sun.jna..")
                .check(CODE);
    }

    @Test
    void statistics_are_made_in_one_place() {
        noClasses()
                .that(not(resideInAnyPackage(BASE + ".measure..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.commons.statistics..")
                .check(CODE);
    }

    @Test
    void every_package_is_null_marked() {
        ORDER.assertNullMarkedIn(CODE);
    }

    @Test
    void standard_output_is_left_to_the_command_line() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CODE);
        NO_STACK_TRACE.check(CODE);
    }

    /** Negative control: an error of a library's class, which is but a name to the rules, is printed all the same. */
    @Test
    void a_printed_stack_trace_is_noticed() {
        JavaClasses specimen = new ClassFileImporter().importClasses(Printing.class);
        assertThat(NO_STACK_TRACE.evaluate(specimen).hasViolation()).isTrue();
    }

    /** A specimen. */
    private static final class Printing {
        static void print(JsonProcessingException error) {
            error.printStackTrace();
        }
    }

    /** Negative control: a rule turned round is broken by this code. */
    @Test
    void a_broken_rule_is_noticed() {
        assertThat(noClasses()
                        .that()
                        .resideInAPackage(BASE + ".chain..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(BASE + ".attempt..")
                        .evaluate(CODE)
                        .hasViolation())
                .isTrue();
    }

    /** Negative control: this order turned round, short of a package, or with one that nobody marked, is not kept. */
    @Test
    void a_broken_order_is_noticed() {
        List<String> topDown = new ArrayList<>(ORDER.bottomUp());
        Collections.reverse(topDown);
        PackageOrder turned = new PackageOrder(BASE, topDown);
        assertThatThrownBy(() -> turned.assertKeptBy(CODE)).isInstanceOf(AssertionError.class);
        PackageOrder gap = new PackageOrder(BASE, topDown.subList(1, topDown.size()));
        assertThatThrownBy(() -> gap.assertNamesAllOf(CODE)).isInstanceOf(AssertionError.class);
        JavaClasses unmarked = new ClassFileImporter().importPackages(BASE + ".architecture");
        PackageOrder tests = new PackageOrder(BASE, List.of("architecture"));
        assertThatThrownBy(() -> tests.assertNullMarkedIn(unmarked)).isInstanceOf(AssertionError.class);
    }
}
