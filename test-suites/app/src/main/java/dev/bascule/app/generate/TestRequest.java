package dev.bascule.app.generate;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Path;
import java.util.Arrays;
import javax.lang.model.SourceVersion;

/**
 * A source, and the project that the test is for. Immutable.
 *
 * @param source what the test is wanted of
 * @param project the project's folder: what lies in it is named by its relative path
 * @param javaPackage of the test class
 * @param readsSuites whether suites on the disk that the run's command line names may be read; never where somebody asks who
 *     could not read them anyway
 */
public record TestRequest(TestSource source, Path project, String javaPackage, boolean readsSuites) {
    /** The package where nobody named one. */
    public static final String PACKAGE = "models";

    public TestRequest {
        project = project.toAbsolutePath().normalize();
        if (Arrays.stream(javaPackage.split("\\.", -1)).anyMatch(word -> !SourceVersion.isName(word))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' is no name of a Java package".formatted(javaPackage),
                    "name one such as org.example.models");
        }
    }
}
