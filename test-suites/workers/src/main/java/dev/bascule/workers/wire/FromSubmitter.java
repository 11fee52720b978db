package dev.bascule.workers.wire;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobRequest;
import java.util.List;

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

    record Cancel(String run) implements FromSubmitter {}

    /** Which workers there are. */
    record Workers() implements FromSubmitter {}

    /** A file, as the message's body. */
    record Upload(Blob blob) implements FromSubmitter {}
}
