package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * Copies whole histories. A copy is made by the database, which knows of what is still in its log, never of the file's bytes:
 * those alone may lack the newest runs, and reading them would let go of the lock. Stateless.
 */
public final class HistoryCopy {
    private static final String COPY = "the_copy";

    private HistoryCopy() {}

    /** Into a new file, which is there whole or not at all. */
    static void copy(Handle handle, Path to) {
        Path file = to.toAbsolutePath();
        if (Files.exists(file)) {
            throw unwritable(file, "it is there already", "name another file, or move that one away");
        }
        Path unfinished = unfinished(file);
        try {
            Files.createDirectories(unfinished.getParent());
            Files.deleteIfExists(unfinished);
            Files.deleteIfExists(log(unfinished));
            copyInto(handle, unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unwritable(file, String.valueOf(e.getMessage()), "name another file");
        } catch (JdbiException e) {
            throw DuckDbFile.broken(file.toString(), e);
        } finally {
            forget(unfinished);
        }
    }

    /** What a copy is called as long as it is not whole. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + ".unfinished");
    }

    private static void copyInto(Handle handle, Path file) {
        String own = DatabaseCatalog.own(handle);
        handle.execute("ATTACH '%s' AS %s".formatted(quoted(file), COPY));
        try {
            handle.execute("COPY FROM DATABASE \"%s\" TO %s".formatted(own, COPY));
            Map<String, Long> before = counts(handle, own);
            Map<String, Long> after = counts(handle, COPY);
            if (!before.equals(after)) {
                throw new BasculeException(
                        ErrorCode.STORE_INVALID,
                        "the copy has other rows than the history: %s, not %s".formatted(after, before));
            }
        } finally {
            handle.execute("DETACH " + COPY);
        }
    }

    private static Map<String, Long> counts(Handle handle, String database) {
        Map<String, Long> counts = new TreeMap<>();
        DatabaseCatalog.tables(handle, database)
                .forEach(table -> counts.put(
                        table,
                        handle.createQuery("SELECT count(*) FROM \"%s\".\"%s\"".formatted(database, table))
                                .mapTo(Long.class)
                                .one()));
        return counts;
    }

    /** How many bytes the file had, and has. */
    public record Compacted(long before, long after) {}

    /**
     * Writes a history's file anew without the room that deleted runs left, and puts it in the old one's place in one step.
     * Nobody may have it open; who wants to open it meanwhile is told so, or waits for the end. Killed at any moment, it leaves
     * the old file or the new one.
     *
     * @throws BasculeException STORE_LOCKED when another process holds it, OUTPUT_UNWRITABLE when there is no room
     */
    public static Compacted compact(Path store) {
        return compact(store, OpeningWork.UNHEARD);
    }

    /** @param listener is told in a sentence what takes long, before it begins */
    public static Compacted compact(Path store, Consumer<String> listener) {
        // Held until the new file is in place: a run that another process added to the old one would be gone with it.
        try (StoreLock lock = StoreLock.take(store)) {
            // Not a link to it, which the new file would replace.
            Path file = lock.store();
            Path compacted = file.resolveSibling(file.getFileName() + ".compacted");
            forget(compacted);
            try {
                return compact(file, compacted, lock, listener);
            } catch (IOException e) {
                throw unwritable(file, String.valueOf(e.getMessage()), "free space on the folder");
            } finally {
                forget(compacted);
            }
        }
    }

    private static Compacted compact(Path file, Path compacted, StoreLock lock, Consumer<String> listener)
            throws IOException {
        long before;
        try (DuckDbHistory history = DuckDbHistory.open(file, lock, AllowedPaths.backup(compacted), listener)) {
            before = Files.size(file) + (Files.exists(log(file)) ? Files.size(log(file)) : 0);
            history.backup(compacted);
        }
        if (Files.exists(log(file))) {
            throw new BasculeException(
                    ErrorCode.STORE_LOCKED, "%s was opened by another program while it was compacted".formatted(file));
        }
        keepAccess(file, compacted);
        Files.move(compacted, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new Compacted(before, Files.size(file));
    }

    /** Who may read and write the one may do so with the other, where the file system knows of such. */
    private static void keepAccess(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        PosixFileAttributes access = Files.readAttributes(from, PosixFileAttributes.class);
        PosixFileAttributes own = view.readAttributes();
        // Only an administrator may give a file to another; and must, or would take it from its owner.
        if (!own.owner().equals(access.owner())) {
            view.setOwner(access.owner());
        }
        if (!own.group().equals(access.group())) {
            view.setGroup(access.group());
        }
        view.setPermissions(access.permissions());
    }

    private static void forget(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(log(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the database has written down of a file, but not into it. */
    static Path log(Path file) {
        return file.resolveSibling(file.getFileName() + ".wal");
    }

    static String quoted(Path file) {
        return file.toAbsolutePath().toString().replace("'", "''");
    }

    static BasculeException unwritable(Path file, String why, String remedy) {
        return new BasculeException(
                ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(file, why), remedy);
    }
}
