package dev.bascule.suites.models;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real models and recordings, which are not part of the project; a test that wants them skips where they are absent. */
public final class Corpora {
    private Corpora() {}

    public static Path path(String name) {
        Path root = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"));
        Path path = root.resolve(name);
        assumeThat(Files.exists(path)).as("corpus %s", path).isTrue();
        return path;
    }
}
