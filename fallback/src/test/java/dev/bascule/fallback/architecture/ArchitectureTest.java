package dev.bascule.fallback.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The ground floor's own arrows. */
class ArchitectureTest {
    private static final String BASE = "dev.bascule.fallback";

    /** From the bottom up: a package knows only those before it. */
    private static final List<String> ORDER = List.of(
            "json",
            "error",
            "backend",
            "tensor",
            "webnn",
            "measure",
            "cases",
            "target",
            "numerics",
            "pack",
            "evidence",
            "runner",
            "memory",
            "attempt",
            "chain",
            "protocol");

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(BASE);

    @Test
    void the_rules_below_saw_every_package_and_no_test() {
        assertThat(CODE).hasSizeGreaterThan(100);
        assertThat(CODE.stream()
                        .map(JavaClass::getPackageName)
                        .map(name -> name.substring(BASE.length() + 1))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(ORDER);
    }

    @Test
    void arrows_point_one_way() {
        for (int i = 0; i < ORDER.size() - 1; i++) {
            String[] later = ORDER.subList(i + 1, ORDER.size()).stream()
                    .map(name -> BASE + "." + name + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(BASE + "." + ORDER.get(i) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later)
                    .check(CODE);
        }
    }

    @Test
    void no_package_is_in_a_cycle() {
        slices().matching(BASE + ".(*)..").should().beFreeOfCycles().check(CODE);
    }

    @Test
    void the_protocol_carries_jobs_and_knows_nothing_of_attempts_or_chains() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".protocol..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(BASE + ".attempt..", BASE + ".chain..", BASE + ".numerics..")
                .check(CODE);
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
        for (String name : ORDER) {
            JavaPackage found = CODE.getPackage(BASE + "." + name);
            assertThat(found.isAnnotatedWith(NullMarked.class)).as(name).isTrue();
        }
    }

    @Test
    void standard_output_is_left_to_the_command_line() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CODE);
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
}
