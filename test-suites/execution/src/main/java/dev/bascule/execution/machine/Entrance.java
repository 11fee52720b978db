package dev.bascule.execution.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How one comes to a machine's lock. Who may share it passes a second door before, which is shut while one who wants it alone
 * waits: else a series of those who share it would keep that one out for ever. Thread-safe.
 *
 * @param door the lock itself
 * @param queue the door before it
 */
record Entrance(Door door, Door queue) {

    static Entrance of(Path folder) {
        return new Entrance(Door.of(folder.resolve("measuring.lock")), Door.of(folder.resolve("waiting.lock")));
    }

    /** Never waits; one who does not share the lock may be lucky before those who wait. */
    Optional<Door> tryEnter(MachineUse use) throws IOException {
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

    private Optional<Door> entered(MachineUse use) throws IOException {
        return door.tryEnter(use) ? Optional.of(door) : Optional.empty();
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

        Optional<Door> tryEnter() throws IOException {
            // One is enough to shut it; others try again, should that one go.
            if (use == MachineUse.TIMED && !shut) {
                shut = queue.tryEnter(use);
            }
            return Entrance.this.tryEnter(use);
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
