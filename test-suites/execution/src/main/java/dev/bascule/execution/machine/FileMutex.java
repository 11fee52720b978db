package dev.bascule.execution.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock on a file, for the threads of this process as for other processes; the system takes it from a process that dies.
 * File locks are a process's and not a thread's, so that the threads are counted here. Thread-safe.
 */
final class FileMutex {
    private static final Map<Path, FileMutex> DOORS = new ConcurrentHashMap<>();

    private final Path file;
    private Optional<FileLock> lock = Optional.empty();
    private int holders;

    private FileMutex(Path file) {
        this.file = file;
    }

    static FileMutex of(Path file) {
        return DOORS.computeIfAbsent(file.toAbsolutePath().normalize(), FileMutex::new);
    }

    /** Whether the lock could be taken; never waits. */
    synchronized boolean tryEnter(MachineUse use) throws IOException {
        boolean shared = use == MachineUse.UNTIMED;
        if (holders > 0) {
            boolean both = shared && lock.map(FileLock::isShared).orElse(false);
            holders += both ? 1 : 0;
            return both;
        }
        Files.createDirectories(file.getParent());
        // A shared lock needs a channel that reads, an exclusive one a channel that writes.
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock = Optional.ofNullable(channel.tryLock(0, Long.MAX_VALUE, shared));
        } catch (OverlappingFileLockException elsewhereInThisProcess) {
            // Held by this class of another class loader, which counts its own holders.
            lock = Optional.empty();
        } finally {
            if (lock.isEmpty()) {
                channel.close();
            }
        }
        holders = lock.isPresent() ? 1 : 0;
        return lock.isPresent();
    }

    synchronized void leave() throws IOException {
        holders--;
        if (holders == 0) {
            FileLock held = lock.orElseThrow();
            lock = Optional.empty();
            held.acquiredBy().close();
        }
    }
}
