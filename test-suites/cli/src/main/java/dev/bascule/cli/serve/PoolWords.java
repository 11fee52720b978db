package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.queue.PoolFacts.Attempt;
import dev.bascule.bridge.dashboard.queue.PoolFacts.AttemptStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Chance;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Counts;
import dev.bascule.bridge.dashboard.queue.PoolFacts.ExpectedTime;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobName;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Machine;
import dev.bascule.bridge.dashboard.queue.PoolFacts.MachineBackend;
import dev.bascule.bridge.dashboard.queue.PoolFacts.MachineBrowser;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Outlook;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Source;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Trouble;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import dev.bascule.bridge.dashboard.queue.PoolFacts.WorkerState;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a coordinator says, in the dashboard's words. Stateless. */
final class PoolWords {
    private PoolWords() {}

    /** @param shown the runs that can be looked at: others are somebody else's */
    static Worker worker(WorkerStatus worker, Set<String> shown) {
        return new Worker(
                worker.id().value(),
                state(worker.state()),
                worker.heard(),
                worker.job().map(id -> name(id, shown)),
                worker.inventory().map(PoolWords::machine));
    }

    /** A newer coordinator may have more words than are known here. */
    private static WorkerState state(String word) {
        return Arrays.stream(WorkerState.values())
                .filter(state -> state.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElse(WorkerState.UNKNOWN);
    }

    private static JobName name(JobId id, Set<String> shown) {
        int dash = id.value().lastIndexOf('-');
        String run = id.value().substring(0, Math.max(0, dash));
        Optional<Integer> number = Optional.of(id.value().substring(dash + 1))
                .filter(text -> text.matches("[1-9][0-9]{0,8}"))
                .map(Integer::valueOf)
                .filter(one -> shown.contains(run) && JobRequest.idOf(run, one).equals(id));
        return new JobName(id.value(), number.map(one -> run), number);
    }

    private static Machine machine(Inventory inventory) {
        return new Machine(
                inventory.os(),
                inventory.arch(),
                inventory.processor(),
                inventory.processors(),
                Optional.of(inventory.memoryBytes()).filter(bytes -> bytes > 0),
                inventory.backends().entrySet().stream()
                        .map(tier -> new MachineBackend(
                                tier.getKey(), tier.getValue(), Requirement.Backend.ran(tier.getValue())))
                        .toList(),
                inventory.browsers().entrySet().stream()
                        .map(browser -> new MachineBrowser(browser.getKey(), browser.getValue()))
                        .toList(),
                inventory.gpus().stream().map(Inventory.Gpu::name).toList(),
                inventory.labels().stream().toList());
    }

    static PoolRun run(RunStatus run) {
        return new PoolRun(
                run.run(),
                run.owner(),
                run.submitted(),
                new Counts(run.waiting(), run.placed(), run.done(), run.failed(), run.cancelled()));
    }

    static JobState state(JobStanding standing) {
        return JobState.valueOf(standing.name());
    }

    static PoolJob job(JobStatus job) {
        return new PoolJob(
                job.id().value(),
                job.run(),
                job.number(),
                JobStanding.valueOf(job.state().name()),
                job.submitted(),
                job.waits(),
                job.failure().map(PoolWords::trouble),
                job.attempts().stream().map(PoolWords::attempt).toList());
    }

    private static Attempt attempt(AttemptStatus attempt) {
        return new Attempt(
                attempt.number(),
                attempt.worker().value(),
                attempt.product(),
                AttemptStanding.valueOf(attempt.state().name()),
                attempt.policy(),
                attempt.because(),
                attempt.placed(),
                attempt.began(),
                attempt.ended(),
                attempt.took().map(Duration::toMillis),
                attempt.failure().map(PoolWords::trouble));
    }

    private static Trouble trouble(Failure failure) {
        return new Trouble(failure.code().name(), failure.message(), failure.remedies());
    }

    static Outlook outlook(Prospect prospect) {
        return new Outlook(
                prospect.state(),
                prospect.workers().stream()
                        .map(worker -> new Chance(
                                worker.worker().value(),
                                worker.able(),
                                worker.time().map(PoolWords::time),
                                worker.text()))
                        .toList());
    }

    private static ExpectedTime time(ServiceTime.Known time) {
        return new ExpectedTime(
                time.median().toMillis(),
                time.low().toMillis(),
                time.high().toMillis(),
                Source.valueOf(time.source().name()),
                time.rough());
    }
}
