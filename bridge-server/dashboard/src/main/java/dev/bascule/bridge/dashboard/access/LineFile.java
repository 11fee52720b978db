package dev.bascule.bridge.dashboard.access;

import dev.bascule.fallback.secret.PrivateFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A file of lines that is added to until it is full, and then becomes {@code NAME.1}; the one that was this becomes {@code
 * NAME.2}, and so on, and the oldest goes. Readable by its owner alone. Other servers of the same user may add to it too: a
 * lock on {@code NAME.lock} gives each its turn. Thread-safe.
 */
public final class LineFile {
    private static final int OLD = 3;
    /** Some thousands of lines. */
    private static final int TAIL = 1 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 2_000_000;
    /** A process has one lock of a file: its threads take turns before that. */
    private static final Object TURN = new Object();

    private final Path file;
    private final Path lock;
    private final long most;
    private final Duration patience;

    /** @param most bytes of one file */
    public LineFile(Path file, long most) {
        this(file, most, PATIENCE);
    }

    /** @param patience how long another process may hold the file */
    LineFile(Path file, long most, Duration patience) {
        this.patience = patience;
        this.file = file;
        this.lock = file.resolveSibling(file.getFileName() + ".lock");
        this.most = most;
    }

    public void prepare() throws IOException {
        PrivateFiles.prepare(file);
    }

    /** The last lines, the oldest first; not all where there are many. */
    public List<String> tail() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - TAIL);
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            List<String> lines = new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            // The first may be the end of one.
            return from > 0 && !lines.isEmpty() ? lines.subList(1, lines.size()) : lines;
        }
    }

    /**
     * Adds a line, which is on the disk before this returns.
     *
     * @throws IOException where it cannot be written, or another process does not let go of the file
     */
    public void add(String line) throws IOException {
        synchronized (TURN) {
            PrivateFiles.prepare(lock);
            // Not by a channel that an interrupt of this thread would close. Closing it ends the turn.
            try (RandomAccessFile held = new RandomAccessFile(lock.toFile(), "rw")) {
                awaitTurn(held.getChannel());
                append(line);
            }
        }
    }

    private void awaitTurn(FileChannel channel) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        while (channel.tryLock() == null) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("another process holds %s".formatted(lock));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void append(String line) throws IOException {
        byte[] bytes = ((endsInLine() ? "" : "\n") + line + "\n").getBytes(StandardCharsets.UTF_8);
        long size = Files.exists(file) ? Files.size(file) : 0;
        if (size > 0 && size + bytes.length > most) {
            rotate();
        }
        prepare();
        Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
    }

    /** A process that was killed while it wrote leaves a part of a line, which must not take the next one along. */
    private boolean endsInLine() throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(Math.max(0, in.length() - 1));
            int last = in.read();
            return last < 0 || last == '\n';
        }
    }

    private void rotate() throws IOException {
        for (int age = OLD; age > 0; age--) {
            Path younger = age == 1 ? file : old(age - 1);
            if (Files.exists(younger)) {
                Files.move(younger, old(age), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path old(int age) {
        return file.resolveSibling(file.getFileName() + "." + age);
    }
}
