package dev.bascule.cli.serve;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks one thing after the other, on a thread of its own. What takes too long is never broken off: a connection that is interrupted is
 * given up and made anew, and one that breaks comes back by itself. Thread-safe.
 */
final class PoolQuestions implements AutoCloseable {
    private final ExecutorService asking = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "pool-sight");
        thread.setDaemon(true);
        return thread;
    });

    /** A question and its answer. Thread-safe. */
    static final class Question<T> {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final FutureTask<T> answer;

        private Question(Callable<T> asked) {
            this.answer = new FutureTask<>(() -> {
                begun.countDown();
                return asked.call();
            });
        }

        boolean isAnswered() {
            return answer.isDone();
        }

        /**
         * Waits for it.
         *
         * @param patience for those before it, and once more for it
         * @return empty where there is no answer in that time
         * @throws RuntimeException what it was answered with
         */
        Optional<T> within(Duration patience) throws InterruptedException {
            try {
                if (!begun.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    return Optional.empty();
                }
                return Optional.of(answer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                return Optional.empty();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException own) {
                    throw own;
                }
                throw new IllegalStateException(e.getCause());
            }
        }

        /** Nobody waits for its answer any more: where it was not begun, it is not asked. */
        void leave() {
            answer.cancel(false);
        }
    }

    /** @return empty where this is closed */
    <T> Optional<Question<T>> ask(Callable<T> asked) {
        Question<T> question = new Question<>(asked);
        try {
            asking.execute(question.answer);
        } catch (RejectedExecutionException closed) {
            return Optional.empty();
        }
        return Optional.of(question);
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
