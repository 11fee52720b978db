package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.format.Figures;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobTalk;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Does a replica's job on this machine, and says when it begins and how it ends: a line each. For one thread. */
final class ReplicaJob {
    private final ReplicaWork work;
    private final LongSupplier nanos;

    /** @param nanos an even clock, in nanoseconds */
    ReplicaJob(ReplicaWork work, LongSupplier nanos) {
        this.work = work;
        this.nanos = nanos;
    }

    JobEnd run(ReplicaWork.Task task, JobTalk talk) throws InterruptedException {
        String name = "a replica of %s on %s"
                .formatted(task.run().invocation().id(), task.chosen().backend().id());
        long begun = nanos.getAsLong();
        AtomicLong steps = new AtomicLong();
        talk.accept("%s begins".formatted(name));
        // Of what is not expected, too, somebody is to see that it ended.
        String how = "it failed";
        try {
            JobEnd end = work.at(task, talk, (place, worker) -> {
                ReplicaDuty duty = new ReplicaDuty(place, worker, talk.frames(), task.silence());
                try {
                    return duty.run();
                } finally {
                    steps.set(duty.steps());
                }
            });
            how = end instanceof JobEnd.Failed failed ? failed.failure().message() : "whoever trains ended it";
            return end;
        } catch (InterruptedException e) {
            how = "it was stopped";
            throw e;
        } catch (BasculeException e) {
            how = e.failure().message();
            throw e;
        } finally {
            talk.accept("%s ends after %s in %d s: %s"
                    .formatted(
                            name,
                            Figures.counted(steps.get(), "step"),
                            Duration.ofNanos(nanos.getAsLong() - begun).toSeconds(),
                            how));
        }
    }
}
