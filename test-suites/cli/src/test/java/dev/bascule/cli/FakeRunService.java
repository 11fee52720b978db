package dev.bascule.cli;

import dev.bascule.execution.service.RightOutputs;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunListener.Cell;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.fallback.target.Machine;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Plays a run: every cell comes out as the test says, by default right. Remembers what it was asked. */
final class FakeRunService implements RunService {
    Optional<RunRequest> asked = Optional.empty();
    BiFunction<SuiteCase, Chain, CaseRun> outcome = CaseRuns::passed;
    /** What each cell that comes out right gave; empty where none says. */
    Optional<RightOutputs> gives = Optional.empty();
    /** What is observed beside the cells. */
    List<ScenarioRun> scenarios = List.of();
    /** Interrupts its own thread after so many cells, as Ctrl-C does. */
    int interruptAfter = Integer.MAX_VALUE;
    /** Hands over what it has when an error ends it, as the real one does. */
    boolean breaksOff;

    private final List<CaseRun> runs = new ArrayList<>();

    /** How many cells were run. */
    int cells() {
        return runs.size();
    }

    @Override
    public RunRecord run(RunRequest request, RunTurn turn, RunListener listener) {
        turn.store().check();
        asked = Optional.of(request);
        runs.clear();
        listener.phase("looking for browsers");
        turn.store().await();
        listener.planned(
                request.cases().stream().mapToInt(one -> one.chains().size()).sum());
        List<UnrunCell> unrun = new ArrayList<>();
        for (SuiteCase wanted : request.cases()) {
            for (Chain chain : wanted.chains()) {
                if (runs.size() >= interruptAfter) {
                    Thread.currentThread().interrupt();
                }
                Cell cell = new Cell(wanted.id(), chain);
                unrun.add(new UnrunCell(wanted.id(), chain, List.of()));
                if (!Thread.currentThread().isInterrupted()) {
                    listener.started(cell);
                    CaseRun run;
                    try {
                        run = outcome.apply(wanted, chain);
                    } catch (Error e) {
                        if (!breaksOff) {
                            throw e;
                        }
                        throw new RunAbortedException(record(request, unrun, true), e);
                    }
                    Verdict verdict = run.verdict();
                    gives.filter(given -> verdict == Verdict.PASS).ifPresent(listener::right);
                    // A cell that was stopped is no measured cell.
                    if (!Thread.currentThread().isInterrupted()) {
                        runs.add(run);
                        unrun.remove(unrun.size() - 1);
                        listener.finished(cell, run);
                    }
                }
            }
        }
        return record(request, unrun, Thread.currentThread().isInterrupted());
    }

    private RunRecord record(RunRequest request, List<UnrunCell> unrun, boolean interrupted) {
        return new RunRecord(
                        request.invocation(),
                        new RunRecord.Times(
                                CliHarness.NOW,
                                CliHarness.NOW.plusSeconds(12),
                                Map.of("measuring", Duration.ofSeconds(9), "starting browsers", Duration.ofSeconds(2))),
                        new Machine(
                                "f00d",
                                "Linux 6.1 amd64",
                                new Machine.Cpu("Test CPU", 2, List.of("avx2")),
                                1L << 33,
                                List.of()),
                        new RunRecord.Extent(Optional.empty(), interrupted, List.of()),
                        runs,
                        scenarios)
                .with(unrun, List.of());
    }
}
