package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link Assignment} means to do, as of one round; the next round plans anew. Immutable.
 *
 * @param turns jobs that were planned, by id
 * @param placements those that begin now
 */
public record Plan(Map<JobId, Turn> turns, List<Placement> placements) {
    public Plan {
        turns = Map.copyOf(turns);
        placements = List.copyOf(placements);
    }

    /**
     * When a job's turn comes.
     *
     * @param in from now, as expected; empty where it rests on a time that nobody knows and that was guessed to plan by
     * @param ahead jobs that are before it on that worker, without one that runs
     * @param because one sentence part
     */
    public record Turn(Job job, WorkerId worker, Optional<Duration> in, int ahead, String because) {}

    /** Of a job; empty where it is behind those that are planned, or no worker can do it. */
    public Optional<Turn> turn(JobId job) {
        return Optional.ofNullable(turns.get(job));
    }
}
