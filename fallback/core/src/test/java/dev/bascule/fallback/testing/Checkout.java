package dev.bascule.fallback.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checkout that a test runs in, whichever module's folder it was started in. Stateless. */
public final class Checkout {
    private static final String MARK = ".mvn";

    private Checkout() {}

    /** A file or folder by its path from the top. */
    public static Path path(String fromTop) {
        return top().resolve(fromTop);
    }

    /** The folder of every module that has sources. */
    public static List<Path> modules() {
        Path top = top();
        try (Stream<Path> folders = Files.walk(top, 2)) {
            return folders.filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
                    .filter(folder -> Files.isDirectory(folder.resolve("src")))
                    .filter(folder -> !top.relativize(folder).startsWith("examples"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path top() {
        Path here = Path.of("").toAbsolutePath();
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(MARK))) {
                return folder;
            }
        }
        throw new IllegalStateException(here + " is in no checkout: no folder above it has " + MARK);
    }
}
