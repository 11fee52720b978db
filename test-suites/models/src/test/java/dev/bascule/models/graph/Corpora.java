package dev.bascule.models.graph;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real models and recordings, which are not part of the project; a test that wants them skips where they are absent. */
public final class Corpora {
    private Corpora() {}

    public static Path path(String name) {
        Path root = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"));
        Path path = root.resolve(name);
        assumeTrue(
                Files.exists(path), "there is no " + path + ": name the corpora's folder with -Dbascule.corpora=DIR");
        return path;
    }
}
