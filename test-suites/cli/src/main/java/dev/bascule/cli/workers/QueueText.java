package dev.bascule.cli.workers;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.WorkerStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Workers and jobs for people. Stateless. */
final class QueueText {
    private QueueText() {}

    static String workers(List<WorkerStatus> workers) {
        if (workers.isEmpty()) {
            return "no worker ever joined";
        }
        TextTable table = new TextTable("WORKER", "STATE", "JOB", "MACHINE");
        workers.forEach(worker -> table.row(
                worker.id().toString(),
                worker.state(),
                worker.job().map(Object::toString).orElse("-"),
                worker.inventory().map(InventoryText::of).orElse("-")));
        return table.toString().stripTrailing();
    }

    static String jobs(List<JobStatus> jobs) {
        if (jobs.isEmpty()) {
            return "no such run of yours is known there";
        }
        TextTable table = new TextTable("JOB", "STATE", "WORKER", "ATTEMPTS", "WHY");
        jobs.forEach(job -> table.row(
                Integer.toString(job.number()),
                word(job.state()),
                last(job).map(attempt -> attempt.worker().toString()).orElse("-"),
                Integer.toString(job.attempts().size()),
                job.waits().or(() -> job.failure().map(Failure::message)).orElse("-")));
        return table.toString().stripTrailing();
    }

    static String explained(JobStatus job, Optional<Prospect> prospect) {
        StringBuilder text =
                new StringBuilder("job %d of run %s: %s%n".formatted(job.number(), job.run(), word(job.state())));
        job.waits().ifPresent(why -> text.append("waits: %s%n".formatted(why)));
        prospect.ifPresent(known ->
                known.workers().forEach(worker -> text.append("  %s: %s%n".formatted(worker.worker(), worker.text()))));
        job.failure().ifPresent(why -> text.append("failed: %s%n".formatted(why.message())));
        for (AttemptStatus attempt : job.attempts()) {
            text.append("attempt %d on %s, placed by %s %s: %s%n  because %s%n"
                    .formatted(
                            attempt.number(),
                            attempt.worker(),
                            attempt.policy(),
                            attempt.placed(),
                            word(attempt.state()),
                            attempt.because()));
            attempt.took().ifPresent(took -> text.append("  took %.1f s%n".formatted(took.toMillis() / 1000.0)));
            attempt.failure().ifPresent(why -> text.append("  %s%n".formatted(why.message())));
        }
        return text.toString().stripTrailing();
    }

    private static Optional<AttemptStatus> last(JobStatus job) {
        return job.attempts().stream().reduce((first, second) -> second);
    }

    static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
