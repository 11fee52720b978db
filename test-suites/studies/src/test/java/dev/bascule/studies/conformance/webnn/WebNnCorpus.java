package dev.bascule.studies.conformance.webnn;

import dev.bascule.fallback.testing.Checkout;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The project's own WebNN cases; their README tells how the expected values were found. */
public final class WebNnCorpus {
    private WebNnCorpus() {}

    static Path folder() {
        return Checkout.path("test-suites/studies/src/test/resources/dev/bascule/studies/conformance/webnn/cases");
    }

    static List<Path> files() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(WebNnFile::isNamedLikeOne).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<ConformanceCase> cases() {
        List<ConformanceCase> cases = new ArrayList<>();
        for (Path file : files()) {
            ConformanceCases read = WebNnFile.read(folder(), file).orElseThrow();
            if (!read.unreadable().isEmpty()) {
                throw new AssertionError(read.unreadable());
            }
            cases.addAll(read.cases());
        }
        return cases;
    }
}
