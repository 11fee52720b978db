package dev.bascule.workers.wire;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.JobState;
import java.util.List;
import java.util.Set;

/** What a submitter asks. Each is answered once. */
public sealed interface FromSubmitter {

    /** Whether it is understood. */
    record Greet(int protocol, String product) implements FromSubmitter {}

    /** Which of these files are not there yet. */
    record Offer(List<Blob> blobs) implements FromSubmitter {}

    /** Takes these jobs, all or none. */
    record Submit(List<JobRequest> jobs) implements FromSubmitter {}

    /** What changed of a run's jobs after a moment, of which an earlier answer told; 0 for all. */
    record Jobs(String run, long since) implements FromSubmitter {}

    /** What came of an attempt of a job. */
    record Result(JobId job, int attempt) implements FromSubmitter {}

    /** What becomes of a job that waits. */
    record Explain(JobId job) implements FromSubmitter {}

    /** Which runs there are of this submitter. */
    record Runs() implements FromSubmitter {}

    /**
     * Some of a run's jobs, in the order of their numbers.
     *
     * @param states of those that are wanted; none for all
     * @param from how many of these are left out at the beginning
     */
    record Part(String run, Set<JobState> states, int from, int count) implements FromSubmitter {}

    /** A job as it is now. */
    record Job(JobId job) implements FromSubmitter {}

    record Cancel(String run) implements FromSubmitter {}

    /** Which workers there are. */
    record Workers() implements FromSubmitter {}

    /** A file, as the message's body. */
    record Upload(Blob blob) implements FromSubmitter {}

    /**
     * Tells an attempt of a job something, as the message's body, and wants what it says to that.
     *
     * @param number from 1, higher each time; the same again asks for the same answer
     */
    record Tell(JobId job, int attempt, long number) implements FromSubmitter {}

    /** Has an attempt that it talks to know that it is there, and may ask something yet. */
    record Keep(JobId job, int attempt) implements FromSubmitter {}
}
