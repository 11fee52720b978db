package dev.bascule.workers.wire;

import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import java.util.Optional;

/** What a worker is told; {@code incarnation} says which of its processes. */
public sealed interface ToWorker {
    String incarnation();

    /** It is let in, and is to say every {@code beatMillis} that it lives. */
    record Welcome(String incarnation, long beatMillis) implements ToWorker {}

    /** It is not, or no longer, let in. */
    record Refused(String incarnation, Failure failure) implements ToWorker {}

    /** Nobody knows it: it is to connect anew, and say hello. Told where a broker outlives its coordinator. */
    record Unknown(String incarnation) implements ToWorker {}

    /** It is to stop this. */
    record Cancel(String incarnation, JobId job, int attempt, String because) implements ToWorker {}

    /** What it said of this was thrown away. */
    record Discarded(String incarnation, JobId job, int attempt, String because) implements ToWorker {}

    /** What the submitter tells this attempt, as the message's body. */
    record Told(String incarnation, JobId job, int attempt, long number) implements ToWorker {}

    /** The submitter of this attempt is there, and may tell it something yet. */
    record Kept(String incarnation, JobId job, int attempt) implements ToWorker {}

    /** A file, as the message's body; empty where it gets none. */
    record File(String incarnation, String sha256, Optional<Failure> failure) implements ToWorker {}
}
