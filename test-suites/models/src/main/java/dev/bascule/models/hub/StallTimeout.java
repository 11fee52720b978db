package dev.bascule.models.hub;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A time limit on a stream that brings no bytes: the JDK's HTTP client has a time limit for the answer's head only.
 * Thread-safe; close it to end its thread.
 */
final class StallTimeout implements AutoCloseable {
    private final Duration limit;
    private final ScheduledExecutorService watchman = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hub-stall");
        thread.setDaemon(true);
        return thread;
    });

    StallTimeout(Duration limit) {
        this.limit = limit;
    }

    /** The same stream, closed from another thread, and so failing, when a read takes longer than the limit. */
    InputStream watch(InputStream stream) {
        return new FilterInputStream(stream) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                Future<?> alarm = watchman.schedule(this::breakOff, limit.toMillis(), TimeUnit.MILLISECONDS);
                try {
                    return super.read(bytes, offset, length);
                } finally {
                    alarm.cancel(false);
                }
            }

            private void breakOff() {
                try {
                    in.close();
                } catch (IOException alreadyBroken) {
                    // The reader gets its own exception.
                }
            }
        };
    }

    @Override
    public void close() {
        watchman.shutdownNow();
    }
}
