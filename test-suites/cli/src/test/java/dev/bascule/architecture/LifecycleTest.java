package dev.bascule.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.bascule.fallback.testing.Checkout;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing that runs before a test makes an assumption, however far down: where it fails, the methods that tidy up run all the
 * same, over what was never started. What a test needs is said by a tag or a condition, which is judged before.
 */
class LifecycleTest {
    private static final Set<String> ASSUMING = Set.of(
            "org.junit.jupiter.api.Assumptions",
            "org.assertj.core.api.Assumptions",
            "org.opentest4j.TestAbortedException");

    private static JavaClasses tests = new ClassFileImporter().importClasses();

    @BeforeAll
    static void read_the_tests() {
        tests = new ClassFileImporter()
                .importPaths(Checkout.modules().stream()
                        .map(module -> module.resolve("target/test-classes"))
                        .filter(Files::isDirectory)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fallback",
                "reports",
                "nativerunner",
                "bridge",
                "models",
                "suites",
                "execution",
                "studies",
                "prediction",
                "app",
                "cli",
                "junit"
            })
    void the_rule_has_seen_the_tests_of_each_floor(String floor) {
        assertThat(tests.stream().filter(each -> each.getPackageName().startsWith("dev.bascule." + floor)))
                .hasSizeGreaterThan(3);
    }

    @Test
    void nothing_before_a_test_makes_an_assumption() {
        Set<JavaCodeUnit> assuming = assuming(tests);
        assertThat(assuming).hasSizeGreaterThan(20);
        assertThat(beginnings(
                        tests.stream().filter(each -> !each.getFullName().startsWith(LifecycleTest.class.getName()))))
                .filteredOn(assuming::contains)
                .isEmpty();
    }

    @Test
    void negative_control_assumptions_behind_calls_lambdas_and_overriding_are_seen() {
        JavaClasses specimens =
                new ClassFileImporter().importClasses(Careless.class, CarelessBelow.class, Helper.class, Careful.class);
        Set<JavaCodeUnit> assuming = assuming(specimens);
        assertThat(beginnings(specimens.stream()))
                .extracting(method -> method.getName() + " " + assuming.contains(method))
                .containsExactlyInAnyOrder(
                        "straight true", "by_a_helper true", "by_who_extends_it true", "begin false");
    }

    private static List<JavaMethod> beginnings(Stream<JavaClass> classes) {
        return classes.flatMap(each -> each.getMethods().stream())
                .filter(method -> method.isAnnotatedWith(BeforeAll.class) || method.isAnnotatedWith(BeforeEach.class))
                .toList();
    }

    private record Call(JavaCodeUnit caller, JavaClass owner) {
        /** Whether the call may end there: in its owner, what that inherits, or what overrides it. */
        boolean mayReach(JavaCodeUnit unit) {
            JavaClass other = unit.getOwner();
            return other.getAllClassesSelfIsAssignableTo().contains(owner)
                    || owner.getAllClassesSelfIsAssignableTo().contains(other);
        }
    }

    /** The methods that make an assumption, and all from which one of them is reached, also by what overrides it. */
    private static Set<JavaCodeUnit> assuming(JavaClasses classes) {
        Map<String, Set<Call>> calls = new HashMap<>();
        Set<JavaCodeUnit> found = new HashSet<>();
        for (JavaClass each : classes) {
            for (JavaCodeUnit unit : each.getCodeUnits()) {
                for (JavaAccess<?> call : calls(unit)) {
                    JavaClass owner = call.getTargetOwner();
                    if (ASSUMING.contains(owner.getFullName())) {
                        found.add(unit);
                    } else if (owner.getPackageName().startsWith("dev.bascule")) {
                        calls.computeIfAbsent(call.getName(), name -> new HashSet<>())
                                .add(new Call(unit, owner));
                    }
                }
            }
        }
        Deque<JavaCodeUnit> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            JavaCodeUnit reached = open.remove();
            calls.getOrDefault(reached.getName(), Set.of()).stream()
                    .filter(call -> !found.contains(call.caller()) && call.mayReach(reached))
                    .map(Call::caller)
                    .distinct()
                    .toList()
                    .forEach(caller -> {
                        found.add(caller);
                        open.add(caller);
                    });
        }
        return found;
    }

    private static List<JavaAccess<?>> calls(JavaCodeUnit unit) {
        return Stream.<Stream<? extends JavaAccess<?>>>of(
                        unit.getCallsFromSelf().stream(),
                        unit.getMethodReferencesFromSelf().stream(),
                        unit.getConstructorReferencesFromSelf().stream())
                .<JavaAccess<?>>flatMap(calls -> calls)
                .toList();
    }

    /** Specimens, which JUnit does not find. */
    abstract static class Careless {
        @BeforeAll
        static void straight() {
            assumeTrue(true);
        }

        @BeforeEach
        void by_a_helper() {
            Helper.find();
        }

        @BeforeEach
        void by_who_extends_it() {
            needed();
        }

        abstract void needed();
    }

    static class CarelessBelow extends Careless {
        @Override
        void needed() {
            Stream.of("firefox").forEach(part -> assumeTrue(part.isEmpty()));
        }
    }

    static class Helper {
        static void find() {
            Stream.of("firefox").forEach(Helper::check);
        }

        static void check(String part) {
            assumeTrue(part.isEmpty());
        }
    }

    static class Careful {
        @BeforeEach
        void begin() {
            assertThat(true).isTrue();
        }

        @AfterEach
        void end() {
            assumeTrue(true);
        }
    }
}
