package dev.bascule.junit.run;

import dev.bascule.execution.attempt.ChainExecutor;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.suite.SuiteCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A run on a thread of its own, which begins when the first of its cells is waited for. Thread-safe.
 */
public final class LiveRun implements AutoCloseable {
    private final SuitePlan plan;
    private final String command;
    private final Supplier<SuiteRunner> runners;
    private final Map<Key, CompletableFuture<List<CellTestResult>>> cells = new LinkedHashMap<>();
    private final AtomicReference<List<Map<String, String>>> untold = new AtomicReference<>(List.of());
    private Optional<Thread> thread = Optional.empty();

    private record Key(CaseId caseId, Chain chain) {}

    public LiveRun(SuitePlan plan, String command) {
        this(plan, command, SuiteRunner::ofThisMachine);
    }

    LiveRun(SuitePlan plan, String command, Supplier<SuiteRunner> runners) {
        this.plan = plan;
        this.command = command;
        this.runners = runners;
        for (SuiteCase wanted : plan.cases()) {
            wanted.chains().forEach(chain -> cells.put(new Key(wanted.id(), chain), new CompletableFuture<>()));
        }
    }

    /**
     * What a case on a chain came to: one cell, or one for each browser, or none where nothing that takes part opens the model.
     *
     * @throws BasculeException for what made the whole run impossible
     */
    public List<CellTestResult> await(CaseId caseId, Chain chain) {
        begin();
        try {
            return Optional.ofNullable(cells.get(new Key(caseId, chain)))
                    .orElseThrow(() -> new IllegalArgumentException(caseId + " on " + chain + " is not of this run"))
                    .get();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "interrupted while it was measured");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BasculeException known) {
                throw known;
            }
            throw new IllegalStateException("a bug in Bascule: " + e.getCause(), e);
        }
    }

    /** What a test report is to be told of the run as a whole, once: after its end, and to whoever asks first. */
    public List<Map<String, String>> takeEntries() {
        return untold.getAndSet(List.of());
    }

    private synchronized void begin() {
        if (thread.isEmpty()) {
            Thread fresh = new Thread(this::run, "bascule-" + plan.suite().name());
            thread = Optional.of(fresh);
            fresh.start();
        }
    }

    private void run() {
        try (SuiteRunner runner = runners.get()) {
            CellJudge judge = new CellJudge(plan);
            CompletedRun completed = runner.run(plan, command, new RunListener() {
                @Override
                public void finished(Cell cell, CaseRun run) {
                    // Of several browsers the first says nothing about the others.
                    if (!plan.manyBrowsers()) {
                        boolean again = plan.retries() > 0 && ChainExecutor.mayRetry(run);
                        runner.machine()
                                .flatMap(machine -> judge.atOnce(run, machine, again))
                                .ifPresent(result -> complete(cell.caseId(), cell.chain(), List.of(result)));
                    }
                }
            });
            untold.set(completed.against().map(CompletedRun.Against::entries).orElse(List.of()));
            List<CellTestResult> all = judge.all(completed);
            cells.forEach((key, cell) -> {
                List<CellTestResult> onChain = all.stream()
                        .filter(result -> result.run().chain().equals(key.chain()))
                        .toList();
                List<CellTestResult> exact = onChain.stream()
                        .filter(result -> result.run().caseId().equals(key.caseId()))
                        .toList();
                // What ran with a smaller batch, and under its id, is what became of the case.
                List<CellTestResult> own = exact.isEmpty()
                        ? onChain.stream()
                                .filter(result -> result.run().caseId().isAnotherSizeOf(key.caseId()))
                                .toList()
                        : exact;
                if (own.isEmpty() && completed.record().extent().interrupted()) {
                    cell.completeExceptionally(SuiteRunner.stopped(completed.record()));
                } else {
                    cell.complete(own);
                }
            });
        } catch (Throwable e) {
            // Whoever waits must hear of it, whatever it is.
            cells.values().forEach(cell -> cell.completeExceptionally(e));
        }
    }

    private void complete(CaseId caseId, Chain chain, List<CellTestResult> result) {
        Optional.ofNullable(cells.get(new Key(caseId, chain))).ifPresent(cell -> cell.complete(result));
    }

    /** Stops what still runs, and waits for its end. */
    @Override
    public void close() {
        Optional<Thread> running;
        synchronized (this) {
            running = thread;
        }
        running.filter(Thread::isAlive).ifPresent(alive -> {
            boolean over = cells.values().stream().allMatch(CompletableFuture::isDone);
            if (!over) {
                alive.interrupt();
            }
            try {
                alive.join();
            } catch (InterruptedException e) {
                alive.interrupt();
                Thread.currentThread().interrupt();
            }
        });
    }
}
