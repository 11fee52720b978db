package dev.bascule.nativerunner.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.bascule.fallback.architecture.PackageOrder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The native side's arrows, and which of its rooms know which library. */
@Tag("slow")
class ArchitectureTest {
    private static final String BASE = "dev.bascule.nativerunner";

    private static final PackageOrder ORDER = new PackageOrder(
            BASE,
            List.of(
                    "devices",
                    "usage",
                    "machine",
                    "library",
                    "speech",
                    "detect",
                    "engine",
                    "operator",
                    "torch",
                    "evidence",
                    "backends",
                    "pipeline",
                    "profile",
                    "serve",
                    "job",
                    "child",
                    "launch",
                    "train"));

    private static final JavaClasses CODE = ORDER.code();

    @Test
    void the_rules_below_saw_every_package_and_no_test() {
        assertThat(CODE).hasSizeGreaterThan(60);
        ORDER.assertNamesAllOf(CODE);
    }

    @Test
    void arrows_point_one_way() {
        ORDER.assertKeptBy(CODE);
    }

    @Test
    void only_the_engines_and_their_backends_know_onnx_runtime_and_djl_and_only_the_pipelines_djls_tokenizers() {
        noClasses()
                .that(not(resideInAnyPackage(
                        BASE + ".engine..", BASE + ".backends..", BASE + ".operator..", BASE + ".torch..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("ai.onnxruntime..", "ai.djl.ndarray..", "ai.djl.onnxruntime..", "ai.djl.engine..")
                .check(CODE);
        noClasses()
                .that(not(resideInAnyPackage(BASE + ".pipeline..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("ai.djl.huggingface..")
                .check(CODE);
    }

    @Test
    void what_the_launcher_loads_into_the_host_loads_no_engine() {
        // A driver or provider library that crashes must find nobody but the child.
        noClasses()
                .that()
                .resideInAnyPackage(BASE + ".launch..", BASE + ".machine..", BASE + ".train..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("ai..", BASE + ".detect..", BASE + ".job..", BASE + ".evidence..")
                .check(CODE);
    }

    @Test
    void what_reads_usage_calls_no_library_but_in_its_child() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".usage..")
                .and()
                .haveSimpleNameNotStartingWith("Nvml")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.jna..", "ai..")
                .check(CODE);
        noClasses()
                .that()
                .haveSimpleName("NvmlReader")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.jna..")
                .check(CODE);
    }

    @Test
    void it_knows_no_bridge_and_no_browser() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.bascule.bridge..", "io.javalin..", "org.eclipse.jetty..", "com.microsoft..")
                .check(CODE);
    }

    @Test
    void every_package_is_null_marked() {
        ORDER.assertNullMarkedIn(CODE);
    }

    /** Negative control: a rule turned round is broken by this code. */
    @Test
    void a_broken_rule_is_noticed() {
        assertThat(noClasses()
                        .that()
                        .resideInAPackage(BASE + ".backends..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(BASE + ".engine..")
                        .evaluate(CODE)
                        .hasViolation())
                .isTrue();
    }
}
