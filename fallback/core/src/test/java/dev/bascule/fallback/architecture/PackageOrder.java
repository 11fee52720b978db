package dev.bascule.fallback.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/**
 * A module's packages in their order, and what holds of them in every module that has one.
 *
 * @param base the package that they lie in
 * @param bottomUp their names below it: a package knows only those before it
 */
public record PackageOrder(String base, List<String> bottomUp) {

    public PackageOrder {
        bottomUp = List.copyOf(bottomUp);
    }

    /** The module's classes without its tests. */
    public JavaClasses code() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(base);
    }

    /** These are its packages, no more and no fewer. */
    public void assertNamesAllOf(JavaClasses code) {
        assertThat(code.stream()
                        .map(JavaClass::getPackageName)
                        .map(name -> name.substring(base.length() + 1))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(bottomUp);
    }

    public void assertKeptBy(JavaClasses code) {
        for (int i = 0; i < bottomUp.size() - 1; i++) {
            String[] later = bottomUp.subList(i + 1, bottomUp.size()).stream()
                    .map(name -> base + "." + name + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(base + "." + bottomUp.get(i) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later)
                    .check(code);
        }
    }

    public void assertNullMarkedIn(JavaClasses code) {
        for (String name : bottomUp) {
            assertThat(code.getPackage(base + "." + name).isAnnotatedWith(NullMarked.class))
                    .as(name)
                    .isTrue();
        }
    }
}
