package dev.bascule.nativerunner.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The child's folder for temporary files, which its launcher made and deletes; the child itself when it is orphaned. Stateless. */
public final class ChildFolder {
    /** The system property that names it. */
    public static final String PROPERTY = "bascule.child.folder";

    private static final int OWN_TRIES = 10;

    private ChildFolder() {}

    /** While jobs may still write into it: what they add meanwhile goes at the next try. */
    static void deleteOwn() {
        Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of).ifPresent(folder -> {
            for (int turn = 0; turn < OWN_TRIES && Files.exists(folder); turn++) {
                delete(folder);
            }
        });
    }

    /** Deletes a folder and all in it, as far as the system lets it. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(ChildFolder::deleteOne);
        } catch (IOException | UncheckedIOException e) {
            // It was never made, or is being deleted by another.
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A library still loaded on Windows; the system's own clean-up takes it.
        }
    }
}
