package dev.bascule.fallback.file;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deletes folders with all that is in them. Links are taken away, and what they lead to stays; what another takes away meanwhile is no
 * failure. Stateless.
 */
public final class FolderTree {
    private FolderTree() {}

    /** @throws IOException where something stayed: the first that did; all the rest is gone */
    public static void delete(Path folder) throws IOException {
        Optional<IOException> failure = deleteAll(folder);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** Deletes what the system lets it; tells whether all of it is gone. For temporary files, which somebody else clears in the end. */
    public static boolean deleteQuietly(Path folder) {
        return deleteAll(folder).isEmpty();
    }

    private static Optional<IOException> deleteAll(Path folder) {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Deleting deleting = new Deleting();
        try {
            Files.walkFileTree(folder, deleting);
        } catch (IOException e) {
            deleting.note(e);
        }
        return deleting.first;
    }

    /** Goes on after a failure. */
    private static final class Deleting extends SimpleFileVisitor<Path> {
        private Optional<IOException> first = Optional.empty();

        void note(IOException failure) {
            if (first.isEmpty() && !(failure instanceof NoSuchFileException)) {
                first = Optional.of(failure);
            }
        }

        private FileVisitResult delete(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                note(e);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return delete(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            note(failure);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
            return delete(folder);
        }
    }
}
