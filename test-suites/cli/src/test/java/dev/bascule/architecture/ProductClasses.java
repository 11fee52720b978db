package dev.bascule.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.ref.SoftReference;
import java.util.Optional;

/** All classes of the product and none of its tests, read once for the rules that a JVM checks. Thread-safe. */
final class ProductClasses {
    // Let go where a later test of this JVM needs the memory.
    private static Optional<SoftReference<JavaClasses>> known = Optional.empty();

    private ProductClasses() {}

    static synchronized JavaClasses read() {
        JavaClasses classes = known.flatMap(kept -> Optional.ofNullable(kept.get()))
                .orElseGet(() -> new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        // Played browsers of the modules below, for instance.
                        .withImportOption(location -> !location.contains("-tests.jar"))
                        .importPackages("dev.bascule"));
        known = Optional.of(new SoftReference<>(classes));
        return classes;
    }
}
