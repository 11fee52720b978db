package dev.bascule.cli.workers;

import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.WorkerStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The document of {@code queue --json}. It has no token in it. Stateless. */
final class QueueDocument {
    private QueueDocument() {}

    static Map<String, Object> of(List<WorkerStatus> workers, List<JobStatus> jobs) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("workers", workers.stream().map(QueueDocument::worker).toList());
        document.put("jobs", jobs.stream().map(QueueDocument::job).toList());
        return document;
    }

    /** Of one job alone, with what each worker is to it where it waits. */
    static Map<String, Object> of(List<WorkerStatus> workers, JobStatus job, Optional<Prospect> prospect) {
        Map<String, Object> document = of(workers, List.of());
        Map<String, Object> map = job(job);
        prospect.ifPresent(known -> map.put(
                "workers", known.workers().stream().map(QueueDocument::prospect).toList()));
        document.put("jobs", List.of(map));
        return document;
    }

    private static Map<String, Object> prospect(Prospect.OfWorker worker) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", worker.worker().value());
        map.put("able", worker.able());
        map.put("text", worker.text());
        return map;
    }

    private static Map<String, Object> worker(WorkerStatus worker) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", worker.id().value());
        map.put("state", worker.state());
        map.put("heard", worker.heard());
        map.put("job", worker.job().map(Object::toString));
        map.put("inventory", worker.inventory().map(QueueDocument::inventory));
        return map;
    }

    private static Map<String, Object> inventory(Inventory inventory) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("os", inventory.os());
        map.put("arch", inventory.arch());
        map.put("processor", inventory.processor());
        map.put("processors", inventory.processors());
        map.put("memoryBytes", inventory.memoryBytes());
        map.put("backends", inventory.backends());
        map.put("browsers", inventory.browsers());
        map.put("gpus", inventory.gpus().stream().map(Inventory.Gpu::name).toList());
        map.put("labels", inventory.labels());
        return map;
    }

    private static Map<String, Object> job(JobStatus job) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", job.id().value());
        map.put("run", job.run());
        map.put("number", job.number());
        map.put("state", QueueText.word(job.state()));
        map.put("submitted", job.submitted());
        map.put("waits", job.waits());
        map.put("failure", job.failure().map(Failure::message));
        map.put("attempts", job.attempts().stream().map(QueueDocument::attempt).toList());
        return map;
    }

    private static Map<String, Object> attempt(AttemptStatus attempt) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("number", attempt.number());
        map.put("worker", attempt.worker().value());
        map.put("state", QueueText.word(attempt.state()));
        map.put("policy", attempt.policy());
        map.put("because", attempt.because());
        map.put("placed", attempt.placed());
        map.put("began", attempt.began());
        map.put("ended", attempt.ended());
        map.put("tookMs", attempt.took().map(Duration::toMillis));
        map.put("failure", attempt.failure().map(Failure::message));
        return map;
    }
}
