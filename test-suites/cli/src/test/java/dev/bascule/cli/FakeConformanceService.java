package dev.bascule.cli;

import dev.bascule.execution.service.RunListener.Cell;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Plays a conformance run: every cell comes out as the test says, by default right. Remembers what it was asked. */
final class FakeConformanceService implements CaseSource, ConformanceService {
    List<ConformanceCase> cases = FakeCases.of(20);
    List<ConformanceCases.Unreadable> unreadable = List.of();
    List<Path> places = List.of();
    Optional<ConformanceRequest> asked = Optional.empty();
    BiFunction<CaseId, String, Verdict> verdict = (id, backend) -> Verdict.PASS;
    BiFunction<CaseId, String, String> message = (id, backend) -> "in phase 'run': it went wrong";
    /** Backends that are not there. */
    Set<String> absent = Set.of();

    OutputJudge judge = FakeCases::equal;
    /** Interrupts its own thread after so many cells, as Ctrl-C does. */
    int interruptAfter = Integer.MAX_VALUE;

    /** One that cannot be read. */
    static ConformanceCases.Unreadable unreadable(String name) {
        return new ConformanceCases.Unreadable(
                FakeCases.id(name),
                Path.of("node", name),
                Failure.of(ErrorCode.MODEL_TRUNCATED, "the model ends too soon"));
    }

    @Override
    public ConformanceCases read(List<Path> folders) {
        places = folders;
        return new ConformanceCases(cases, unreadable);
    }

    @Override
    public RunRecord run(ConformanceRequest request, RunTurn turn, ConformanceListener listener) {
        turn.store().await();
        asked = Optional.of(request);
        List<CaseRun> runs = new ArrayList<>();
        listener.planned(request.cases().cases().size() * request.backends().size());
        for (String backend : request.backends()) {
            Chain chain = Chain.of(Backends.installed().find(backend).orElseThrow());
            for (ConformanceCase one : request.cases().cases()) {
                if (runs.size() >= interruptAfter) {
                    Thread.currentThread().interrupt();
                }
                if (Thread.currentThread().isInterrupted()) {
                    continue;
                }
                CaseRun run = absent.contains(backend)
                        ? CaseRuns.unavailable(one, chain)
                        : CaseRuns.conformance(
                                one, chain, verdict.apply(one.id(), backend), message.apply(one.id(), backend));
                runs.add(run);
                listener.finished(new Cell(one.id(), chain), run);
                if (run.verdict().isRight()) {
                    listener.right(
                            one, one.sets().stream().map(DataSet::expected).toList());
                }
            }
        }
        return new RunRecord(
                request.invocation(),
                new RunRecord.Times(CliHarness.NOW, CliHarness.NOW.plusSeconds(3), Map.of()),
                new Machine(
                        "f00d",
                        "Linux 6.1 amd64",
                        new Machine.Cpu("Test CPU", 2, List.of("avx2")),
                        1L << 33,
                        List.of()),
                new RunRecord.Extent(Optional.empty(), Thread.currentThread().isInterrupted(), List.of()),
                runs,
                List.of());
    }

    /** The ids asked for, in order. */
    List<String> ids() {
        return asked.map(request ->
                        request.cases().cases().stream().map(one -> one.id().toString()))
                .orElse(Stream.of())
                .toList();
    }
}
