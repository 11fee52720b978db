package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Small rounds. */
final class PolicyRounds {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private PolicyRounds() {}

    static Job job(String id) {
        return job(id, id, "owner", Set.of());
    }

    static Job job(String id, String kind, String owner, Set<String> warmth) {
        return new Job(
                new JobId(id),
                new Requirement.Anything(),
                kind,
                owner,
                0,
                NOW,
                Optional.empty(),
                Set.of(),
                false,
                warmth);
    }

    static Job with(Job job, int priority, Optional<Instant> deadline, Set<JobId> after) {
        return new Job(
                job.id(),
                job.where(),
                job.kind(),
                job.owner(),
                priority,
                job.submitted(),
                deadline,
                after,
                job.timed(),
                job.warmth());
    }

    static WorkerView worker(
            String id, String backend, Optional<Instant> freeAt, Set<String> warm, Condition condition) {
        return new WorkerView(
                new WorkerId(id),
                Inventory.of(
                        "linux", "x86_64", id, 8, 1L << 34, Map.of(backend, "placed"), Map.of(), List.of(), Set.of()),
                freeAt,
                warm,
                condition);
    }

    static WorkerView idle(String id) {
        return worker(id, "cpu", Optional.empty(), Set.of(), Condition.UNKNOWN);
    }

    static WorkerView busy(String id, long seconds) {
        return worker(id, "cpu", Optional.of(NOW.plusSeconds(seconds)), Set.of(), Condition.UNKNOWN);
    }

    /** Idle workers with one backend each, on which everything takes a second. */
    static Round round(List<Job> jobs, Map<String, String> backends) {
        List<WorkerView> workers = new ArrayList<>();
        backends.forEach(
                (id, backend) -> workers.add(worker(id, backend, Optional.empty(), Set.of(), Condition.UNKNOWN)));
        workers.sort(Comparator.comparing(WorkerView::id));
        return new Round(NOW, jobs, workers, (job, worker) -> known(1, 0.1));
    }

    static Round round(Instant now, List<Job> jobs, ServiceTimes times, WorkerView... workers) {
        return new Round(now, jobs, List.of(workers), times);
    }

    static ServiceTime known(double seconds, double error) {
        return new ServiceTime.Known(
                Duration.ofMillis((long) (1000 * seconds)),
                Duration.ofMillis((long) (1000 * seconds / (1 + error))),
                Duration.ofMillis((long) (1000 * seconds * (1 + error))),
                ServiceTime.Source.ASSUMED);
    }

    /** By worker's id, in seconds; what is not there is not known. */
    static ServiceTimes times(Map<String, Double> seconds) {
        return (job, worker) -> Optional.ofNullable(seconds.get(worker.id().value()))
                .map(time -> known(time, 0.1))
                .orElseGet(() -> new ServiceTime.Unknown("nobody tried"));
    }

    /** Who takes one job under delay scheduling with ten seconds of patience, after it waited. */
    static String delayed(Map<String, Long> seconds, long waited, String... idle) {
        List<WorkerView> workers = new ArrayList<>();
        seconds.keySet().stream()
                .sorted()
                .forEach(id -> workers.add(List.of(idle).contains(id) ? idle(id) : busy(id, 1000)));
        Round round = new Round(
                NOW.plusSeconds(waited),
                List.of(job("a")),
                workers,
                (job, worker) -> known(seconds.getOrDefault(worker.id().value(), 0L), 0));
        return new Delay(Duration.ofSeconds(10))
                .place(round).stream()
                        .map(each -> each.worker().value())
                        .findFirst()
                        .orElse("nobody");
    }
}
