package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Says again and again that whoever trains is there, whatever it waits for meanwhile: over a connection of its own, so that no frame is before it.
 * Ends by itself where the attempt is over. Thread-safe.
 */
final class ReplicaKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaKeeper.class);

    /** Of another code the attempt is over, or not this submitter's. */
    private static final Set<ErrorCode> MAY_PASS =
            Set.of(ErrorCode.COORDINATOR_UNREACHABLE, ErrorCode.COORDINATOR_FAILED);

    private final Supplier<JobPool> connect;
    private final AttemptKey key;
    private final Duration beat;
    private final Thread thread;

    private ReplicaKeeper(Supplier<JobPool> connect, AttemptKey key, Duration beat) {
        this.connect = connect;
        this.key = key;
        this.beat = beat;
        this.thread = new Thread(this::run, "keeps-" + key.job());
        thread.setDaemon(true);
    }

    /**
     * @param connect a connection of its own, which it closes
     * @param beat between two words
     */
    static ReplicaKeeper start(Supplier<JobPool> connect, AttemptKey key, Duration beat) {
        ReplicaKeeper keeper = new ReplicaKeeper(connect, key, beat);
        keeper.thread.start();
        return keeper;
    }

    private void run() {
        try {
            while (isUnreachable()) {
                Thread.sleep(beat.toMillis());
            }
        } catch (InterruptedException e) {
            LOG.debug("{} is kept no more", key);
        }
    }

    /** Goes on until it cannot say it any more: whether it may be tried again. */
    private boolean isUnreachable() throws InterruptedException {
        try (JobPool pool = connect.get()) {
            while (true) {
                pool.keep(key, beat);
                Thread.sleep(beat.toMillis());
            }
        } catch (RuntimeException e) {
            boolean again = !(e instanceof BasculeException known) || MAY_PASS.contains(known.code());
            LOG.atLevel(again ? Level.WARN : Level.DEBUG)
                    .log("{} is not told that whoever trains is there: {}", key, e.getMessage());
            return again;
        }
    }

    /** Returns at once. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
