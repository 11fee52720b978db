package dev.bascule.models.hub;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Reading that an interrupt ends: the streams of the JDK's HTTP client go on reading through one. Stateless. */
final class InterruptibleRead {
    private InterruptibleRead() {}

    /** What reads. */
    @FunctionalInterface
    interface Reading {
        void run() throws IOException;
    }

    /**
     * Reads on a thread of its own and waits for it.
     *
     * @param source closed when this thread is interrupted, which ends the reading
     * @throws BasculeException {@link ErrorCode#RUN_INTERRUPTED}; this thread stays interrupted
     * @throws IOException what reading throws
     */
    static void read(Reading reading, Closeable source) throws IOException {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            reading.run();
            return true;
        });
        Thread reader = new Thread(task, "hub-read");
        reader.setDaemon(true);
        reader.start();
        try {
            task.get();
        } catch (InterruptedException e) {
            source.close();
            Thread.currentThread().interrupt();
            throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "interrupted while fetching");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) {
                throw broken;
            }
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
