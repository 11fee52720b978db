package dev.bascule.suites.conformance.webnn;

import dev.bascule.suites.conformance.ConformanceCase;
import dev.bascule.suites.conformance.ConformanceCases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The project's own WebNN cases; their README tells how the expected values were found. */
public final class WebNnCorpus {
    private WebNnCorpus() {}

    static Path folder() {
        URL readme = Objects.requireNonNull(
                WebNnCorpus.class.getResource("/dev/bascule/suites/conformance/webnn/cases/README.md"));
        try {
            return Objects.requireNonNull(Path.of(readme.toURI()).getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
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
