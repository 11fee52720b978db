package dev.bascule.workers.worker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobTalk;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** One job on a thread of its own. Thread-safe. */
final class Run {
    /** After it was told to stop; then its worker is no longer sound. */
    private static final Duration STOPS_WITHIN = Duration.ofMinutes(2);

    /** Less is not worth a line. */
    private static final Duration TOLD = Duration.ofSeconds(1);

    private final AttemptKey key;
    private final JobOrder order;
    private final BlobFolder blobs;
    private final Thread thread;
    private final CountDownLatch over = new CountDownLatch(1);
    private final JobTime time = new JobTime(System::nanoTime);
    private final Dialogue dialogue;
    private volatile Optional<JobEnd> end = Optional.empty();
    private volatile Optional<Failure> stopped = Optional.empty();
    private volatile long stoppedAt;

    private Run(JobOrder order, BlobFolder blobs, JobWork work, Consumer<String> talk, LongSupplier nanos) {
        this.key = new AttemptKey(order.id(), order.attempt());
        this.order = order;
        this.blobs = blobs;
        this.dialogue = new Dialogue(nanos);
        this.thread = new Thread(() -> run(work, talk), "job-" + order.id());
        thread.setDaemon(true);
    }

    static Run start(JobOrder order, BlobFolder blobs, JobWork work, Consumer<String> talk) {
        return start(order, blobs, work, talk, System::nanoTime);
    }

    /** @param nanos by which it counts how long nobody spoke to it */
    static Run start(JobOrder order, BlobFolder blobs, JobWork work, Consumer<String> talk, LongSupplier nanos) {
        Run run = new Run(order, blobs, work, talk, nanos);
        run.thread.start();
        return run;
    }

    private void run(JobWork work, Consumer<String> talk) {
        JobEnd came;
        try {
            came = work.run(order, blobs, heard(talk));
        } catch (InterruptedException e) {
            came = new JobEnd.Failed(interrupted());
        } catch (BasculeException e) {
            came = new JobEnd.Failed(e.failure());
        } catch (Throwable e) {
            came = new JobEnd.Failed(Failure.of(ErrorCode.INTERNAL_ERROR, "%s ended by %s".formatted(order.id(), e)));
        }
        time.ends();
        // What was told to stop has no result, even where it came to one.
        end = Optional.of(stopped.<JobEnd>map(JobEnd.Failed::new).orElse(came));
        over.countDown();
    }

    private JobTalk heard(Consumer<String> talk) {
        return new JobTalk() {
            @Override
            public void accept(String what) {
                talk.accept(what);
            }

            @Override
            public JobFrames frames() {
                return converses() ? dialogue : JobFrames.NONE;
            }

            @Override
            public void waits() {
                time.waits();
            }

            @Override
            public void goesOn() {
                time.goesOn();
                Duration waited = time.waited();
                if (waited.compareTo(TOLD) >= 0) {
                    talk.accept("%s waited %d s for others on this machine".formatted(key, waited.toSeconds()));
                }
            }
        };
    }

    private Failure interrupted() {
        return stopped.orElseGet(
                () -> Failure.of(ErrorCode.RUN_INTERRUPTED, "%s was interrupted".formatted(order.id())));
    }

    AttemptKey key() {
        return key;
    }

    /** Whether its submitter talks to it. */
    boolean converses() {
        return order.kind() == JobKind.REPLICA;
    }

    Dialogue dialogue() {
        return dialogue;
    }

    BlobFolder blobs() {
        return blobs;
    }

    /** Tells it to stop; the first reason counts. */
    void stop(Failure why) {
        if (stopped.isEmpty()) {
            stoppedAt = System.nanoTime();
            stopped = Optional.of(why);
        }
        thread.interrupt();
    }

    /** Stops it where its time is over. */
    void watch() {
        if (end.isEmpty() && stopped.isEmpty() && took().compareTo(order.limit()) > 0) {
            stop(Failure.of(
                    ErrorCode.ATTEMPT_TIMED_OUT,
                    "%s was not done within %s s"
                            .formatted(order.id(), order.limit().toSeconds())));
        }
    }

    /** Whether it was told to stop, and does not. */
    boolean isStuck() {
        return end.isEmpty() && stopped.isPresent() && System.nanoTime() - stoppedAt > STOPS_WITHIN.toNanos();
    }

    Optional<JobEnd> await(long millis) throws InterruptedException {
        over.await(millis, TimeUnit.MILLISECONDS);
        return end;
    }

    /** Whether it does its own work: it is not over, and does not wait for others on the machine. */
    boolean works() {
        return end.isEmpty() && !time.isWaiting();
    }

    Optional<JobEnd> end() {
        return end;
    }

    /** By this machine's clock, without the time that it waited for others on the machine. */
    Duration took() {
        return time.took();
    }
}
