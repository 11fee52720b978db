package dev.bascule.execution.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A machine's lock with a queue before it. Who may share it passes a second door before, which is shut while one who wants it
 * alone waits: else a series of those who share it would keep that one out for ever. Thread-safe.
 *
 * @param mutex the lock itself
 * @param queue the door before it
 */
record FairFileLock(FileMutex mutex, FileMutex queue) {

    static FairFileLock of(Path folder) {
        return new FairFileLock(
                FileMutex.of(folder.resolve("measuring.lock")), FileMutex.of(folder.resolve("waiting.lock")));
    }

    /** Never waits; one who does not share the lock may be lucky before those who wait. */
    Optional<FileMutex> tryEnter(MachineUse use) throws IOException {
        return switch (use) {
            case TIMED -> entered(use);
            case UNTIMED -> {
                if (!queue.tryEnter(use)) {
                    yield Optional.empty();
                }
                try {
                    yield entered(use);
                } finally {
                    queue.leave();
                }
            }
        };
    }

    /** Whether one who wants it alone waits. */
    boolean isShut() throws IOException {
        boolean open = queue.tryEnter(MachineUse.UNTIMED);
        if (open) {
            queue.leave();
        }
        return !open;
    }

    private Optional<FileMutex> entered(MachineUse use) throws IOException {
        return mutex.tryEnter(use) ? Optional.of(mutex) : Optional.empty();
    }

    /** To be closed when the waiting is over. */
    Queue queue(MachineUse use) {
        return new Queue(use);
    }

    /** Somebody's place among those who wait. Belongs to one thread. */
    final class Queue implements AutoCloseable {
        private final MachineUse use;
        private boolean shut;

        private Queue(MachineUse use) {
            this.use = use;
        }

        Optional<FileMutex> tryEnter() throws IOException {
            // One is enough to shut it; others try again, should that one go.
            if (use == MachineUse.TIMED && !shut) {
                shut = queue.tryEnter(use);
            }
            return FairFileLock.this.tryEnter(use);
        }

        @Override
        public void close() throws IOException {
            if (shut) {
                shut = false;
                queue.leave();
            }
        }
    }
}
