package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who holds this may open a history's file, or put another in its place: nobody else does either meanwhile, in this process or in
 * another. The database's own lock is on the file itself, and so on the old one where another has taken its place; this one is on
 * an empty file beside it, which stays. Thread-safe.
 */
final class StoreLock implements AutoCloseable {
    /** Opening takes a moment; only making a file anew takes longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long PAUSE_MS = 20;

    /** Held by threads of this process, for which the system's lock is one: closing any channel to the file would let go of it. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** The system's own limit on links that lead to links. */
    private static final int MOST_LINKS = 40;

    private final Path store;
    private final Path key;
    private final FileChannel channel;

    private StoreLock(Path store, Path key, FileChannel channel) {
        this.store = store;
        this.key = key;
        this.channel = channel;
    }

    /**
     * Waits a while for others who are just opening it.
     *
     * @throws BasculeException STORE_LOCKED when another process holds it for longer, OUTPUT_UNWRITABLE without its folder
     */
    static StoreLock take(Path store) {
        return take(store, PATIENCE);
    }

    static StoreLock take(Path store, Duration patience) {
        Turns turns = new Turns(store, patience.toMillis() / PAUSE_MS);
        try {
            Path real = real(store);
            Path key = file(real);
            while (!HELD.add(key)) {
                turns.pause();
            }
            try {
                return new StoreLock(real, key, locked(key, turns));
            } catch (IOException | RuntimeException e) {
                HELD.remove(key);
                throw e;
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "the history %s cannot be locked: %s".formatted(store, e),
                    "permissions on the folder, or name another file with --store FILE");
        }
    }

    private static FileChannel locked(Path key, Turns turns) throws IOException {
        FileChannel channel = FileChannel.open(key, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            while (lock == null) {
                turns.pause();
                lock = channel.tryLock();
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Patience is counted in looks and not by the clock, which goes on while a machine stands still and with it the holder. */
    private static final class Turns {
        private final Path store;
        private long left;

        Turns(Path store, long left) {
            this.store = store;
            this.left = left;
        }

        void pause() {
            if (left-- <= 0) {
                throw new BasculeException(
                        ErrorCode.STORE_LOCKED, "%s is being opened or compacted by another process".formatted(store));
            }
            try {
                Thread.sleep(PAUSE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw BasculeException.because(
                        e, ErrorCode.STORE_LOCKED, "interrupted while waiting for %s".formatted(store));
            }
        }
    }

    /** The file itself, whatever links lead to it, there or not: all who mean it come to one lock, and to one log. */
    static Path real(Path store) throws IOException {
        Path file = store.toAbsolutePath();
        for (int links = 0; links < MOST_LINKS; links++) {
            Path folder = Objects.requireNonNull(file.getParent(), "a file is in a folder")
                    .toRealPath();
            file = folder.resolve(file.getFileName());
            if (!Files.isSymbolicLink(file)) {
                return file;
            }
            file = folder.resolve(Files.readSymbolicLink(file));
        }
        throw new FileSystemLoopException(store.toString());
    }

    /** The file that it keeps others from. */
    Path store() {
        return store;
    }

    /** The file that the lock is on. */
    static Path file(Path store) {
        return store.resolveSibling(store.getFileName() + ".lock");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } finally {
            HELD.remove(key);
        }
    }
}
