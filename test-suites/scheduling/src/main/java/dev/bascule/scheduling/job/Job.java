package dev.bascule.scheduling.job;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A job that waits. Immutable.
 *
 * @param where what it asks of a machine
 * @param kind jobs of one kind take as long on one class of hardware, such as a model's SHA-256 with its backend
 * @param owner whose it is, for fairness
 * @param priority the higher the sooner; 0 where nobody says
 * @param submitted when it came
 * @param deadline when it must be done; empty where it need not
 * @param after jobs that must be done before it begins
 * @param timed whether it is measured, so that its machine does nothing else meanwhile
 * @param warmth what it finds loaded with profit: models by SHA-256, browsers by id
 */
public record Job(
        JobId id,
        Requirement where,
        String kind,
        String owner,
        int priority,
        Instant submitted,
        Optional<Instant> deadline,
        Set<JobId> after,
        boolean timed,
        Set<String> warmth) {
    public Job {
        after = Set.copyOf(after);
        warmth = Set.copyOf(warmth);
    }
}
