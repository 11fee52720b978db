package dev.bascule.workers.job;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A job, as its submitter asks for it. Immutable.
 *
 * @param id unlike any other of this coordinator; {@link #idOf} makes it of run and number
 * @param run the submitter's run
 * @param number of the job in its run, from 1
 * @param payload JSON of the kind
 * @param blobs the files that it needs
 * @param where what it asks of a machine
 * @param likeness jobs of one likeness take as long on one class of hardware ({@code Job.kind} of the scheduler)
 * @param priority the higher the sooner; 0 where nobody says
 * @param within by when it must be done, from when it comes; empty where it need not
 * @param after jobs that must be done before it begins
 * @param timed whether it is measured
 * @param limit after which a worker gives up
 * @param warmth what it finds loaded with profit: models by SHA-256, backends of which a runner is kept by id
 * @param elsewhere whether to try it on another class of hardware where it failed for a reason of the hardware
 */
public record JobRequest(
        JobId id,
        String run,
        int number,
        JobKind kind,
        String payload,
        List<Blob> blobs,
        Requirement where,
        String likeness,
        int priority,
        Optional<Duration> within,
        Set<JobId> after,
        boolean timed,
        Duration limit,
        Set<String> warmth,
        boolean elsewhere) {
    public JobRequest {
        blobs = List.copyOf(blobs);
        after = Set.copyOf(after);
        warmth = Set.copyOf(warmth);
    }

    /** The same with another payload. */
    public JobRequest withPayload(String other) {
        return new JobRequest(
                id, run, number, kind, other, blobs, where, likeness, priority, within, after, timed, limit, warmth,
                elsewhere);
    }

    /** The same, sooner or later than others. */
    public JobRequest withPriority(int other) {
        return new JobRequest(
                id, run, number, kind, payload, blobs, where, likeness, other, within, after, timed, limit, warmth,
                elsewhere);
    }

    /** Of the number-th job of a run. */
    public static JobId idOf(String run, int number) {
        return new JobId(run + "-" + number);
    }
}
