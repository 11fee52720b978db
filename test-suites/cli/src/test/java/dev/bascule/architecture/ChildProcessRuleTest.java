package dev.bascule.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.bascule.fallback.secret.ChildProcesses;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Child processes begin in one room, so that none inherits a secret. */
@Tag("attack")
class ChildProcessRuleTest {
    private static final String ROOM = ChildProcesses.class.getName();
    private static JavaClasses product;

    @BeforeAll
    static void read_the_product() {
        product = ProductClasses.read();
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
        assertThat(product).hasSizeGreaterThan(500);
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
