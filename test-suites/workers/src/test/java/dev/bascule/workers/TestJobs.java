package dev.bascule.workers;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Jobs and machines of tests. Stateless. */
final class TestJobs {
    private TestJobs() {}

    static Inventory machine(String... backends) {
        return Inventory.of(
                "linux",
                "x86_64",
                "a processor",
                2,
                1L << 30,
                Arrays.stream(backends).collect(Collectors.toMap(one -> one, one -> "session")),
                Map.of(),
                List.of(),
                Set.of());
    }

    static JobRequest job(String run, int number, String payload) {
        return job(run, number, payload, List.of(), new Requirement.Anything(), false);
    }

    static JobRequest job(
            String run, int number, String payload, List<Blob> blobs, Requirement where, boolean elsewhere) {
        return new JobRequest(
                JobRequest.idOf(run, number),
                run,
                number,
                JobKind.CASES,
                payload,
                blobs,
                where,
                "likeness",
                0,
                Optional.empty(),
                Set.of(),
                false,
                Duration.ofMinutes(5),
                Set.of(),
                elsewhere);
    }

    static List<JobRequest> jobs(String run, int count, String payload) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> job(run, number, payload))
                .toList();
    }

    static JobRequest after(JobRequest job, JobId before) {
        return with(job, Set.of(before), job.limit());
    }

    static JobRequest within(JobRequest job, Duration limit) {
        return with(job, job.after(), limit);
    }

    private static JobRequest with(JobRequest job, Set<JobId> after, Duration limit) {
        return new JobRequest(
                job.id(),
                job.run(),
                job.number(),
                job.kind(),
                job.payload(),
                job.blobs(),
                job.where(),
                job.likeness(),
                job.priority(),
                job.within(),
                after,
                job.timed(),
                limit,
                job.warmth(),
                job.elsewhere());
    }

    static Blob blob(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Blob(Sha256.of(bytes), bytes.length);
    }
}
