package dev.bascule.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Child processes begin in one room, so that none inherits a secret. */
@Tag("attack")
class ChildProcessRuleTest {
    private static final String ROOM = ChildProcesses.class.getName();
    /** In a class file stands its length before a name, which tells this one from those that begin with it. */
    private static final String RUNTIME = "\u0000\u0011java/lang/Runtime";

    private static final AtomicInteger SEEN = new AtomicInteger();

    private static JavaClasses product;

    /** Of the product's classes those that name what the rules are about: no other can break them. */
    @BeforeAll
    static void read_the_product() {
        product = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .withImportOption(ChildProcessRuleTest::isConcerned)
                .importPackages("dev.bascule");
    }

    private static boolean isConcerned(Location location) {
        SEEN.incrementAndGet();
        try (InputStream in = location.asURI().toURL().openStream()) {
            String names = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return Stream.of("java/lang/ProcessBuilder", RUNTIME, "setEnv").anyMatch(names::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nobody_else_begins_a_process() {
        outside(ROOM).check(product);
    }

    /** Playwright begins its own. Whoever hands it an environment is one of two, which take the secrets out of it. */
    @Test
    void an_environment_is_handed_to_a_library_in_one_package() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.bascule.bridge.playwright..")
                .should()
                .callMethodWhere(target(name("setEnv")))
                .check(product);
    }

    @Test
    void negative_control_the_room_itself_would_be_noticed() {
        assertThat(SEEN).hasValueGreaterThan(500);
        assertThat(outside("no.such.Room").evaluate(product).hasViolation()).isTrue();
    }

    private static ArchRule outside(String room) {
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName(room)
                .should()
                .callConstructor(ProcessBuilder.class, String[].class)
                .orShould()
                .callConstructor(ProcessBuilder.class, List.class)
                .orShould()
                .callMethodWhere(target(name("exec")).and(target(owner(type(Runtime.class)))));
    }
}
