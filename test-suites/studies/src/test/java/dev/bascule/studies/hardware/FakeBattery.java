package dev.bascule.studies.hardware;

import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.GraphReader;
import dev.bascule.studies.conformance.CaseOutcome;
import dev.bascule.studies.conformance.ConformanceJudge;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays engines that answer as the reference does, but for what a test plants; judged by the real judge. */
public final class FakeBattery implements ConformanceService {
    private static final Instant AT = Instant.parse("2026-11-22T01:02:03Z");

    private final Map<String, Planted> planted = new HashMap<>();
    public Map<String, String> adapter = Map.of();

    /** What becomes of a check on a backend in place of the right answer, proven there. */
    public sealed interface Planted {
        record Answer(Map<String, Value> outputs) implements Planted {}

        record Fell(Fault fault) implements Planted {}

        record Absent(String why) implements Planted {}

        record On(List<String> providers) implements Planted {}
    }

    /** For one check, or with {@code *} for all of a backend. */
    public FakeBattery plant(String backend, String check, Planted what) {
        planted.put(backend + " " + check, what);
        return this;
    }

    @Override
    public RunRecord run(ConformanceRequest request, RunTurn turn, ConformanceListener listener) {
        List<CaseRun> runs = new ArrayList<>();
        for (String id : request.backends()) {
            Backend backend = Backends.installed().require(id);
            for (ConformanceCase one : request.cases().cases()) {
                Planted what = planted.getOrDefault(
                        id + " " + one.id().name(),
                        planted.getOrDefault(id + " *", new Planted.On(List.of(provider(backend)))));
                runs.add(run(backend, one, what, listener));
            }
        }
        return new RunRecord(
                request.invocation(),
                new RunRecord.Times(AT, AT.plusSeconds(3), Map.of()),
                new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), 1L << 33, List.of()),
                RunRecord.Extent.WHOLE,
                runs,
                List.of());
    }

    private static String provider(Backend backend) {
        return backend.executionProviders().iterator().next();
    }

    /** One that the case's model has: a record of another is no proof. */
    private static String operator(ConformanceCase one) {
        return one.program() instanceof Program.Model model
                ? GraphReader.read(model.onnx()).orElseThrow().operators().keySet().stream()
                        .sorted()
                        .findFirst()
                        .orElseThrow()
                : "Op";
    }

    private CaseRun run(Backend backend, ConformanceCase one, Planted what, ConformanceListener listener) {
        Map<String, Value> outputs = what instanceof Planted.Answer answer
                ? answer.outputs()
                : one.sets().get(0).expected();
        List<String> providers = what instanceof Planted.On on ? on.providers() : List.of(provider(backend));
        RawEvidence raw = new RawEvidence(
                Optional.of(backend.id()),
                Optional.empty(),
                List.of(),
                providers.stream()
                        .map(name -> new NodePlacement("", operator(one), name))
                        .toList(),
                adapter,
                List.of(),
                Map.of());
        boolean fell = what instanceof Planted.Fell;
        CaseOutcome outcome = CaseOutcome.of(new CaseReply(
                0,
                what instanceof Planted.Fell fall ? Optional.of(fall.fault()) : Optional.empty(),
                fell ? List.of() : List.of(outputs),
                Phases.NONE,
                fell ? Optional.empty() : Optional.of(raw)));
        Target target = new Target(
                backend,
                backend.side() == Side.BROWSER
                        ? Optional.of(new Browser("Chrome", "153.0", "playwright", List.of()))
                        : Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                backend.accelerator(),
                Optional.empty(),
                adapter);
        if (what instanceof Planted.Absent absent) {
            Attempt none = Attempt.notStarted(
                    target,
                    Outcome.UNAVAILABLE,
                    Failure.of(ErrorCode.BACKEND_UNAVAILABLE, absent.why()),
                    AT,
                    Duration.ZERO);
            return new CaseRun(
                    one.id(),
                    one.model(),
                    Chain.of(backend),
                    List.of(none),
                    Optional.empty(),
                    "bascule doctor --test-hardware");
        }
        CaseRun run = new ConformanceJudge(
                        new EvidenceJudge(Backends.installed()),
                        EvidenceJudge.RunnerContext.UNKNOWN,
                        dev.bascule.fallback.evidence.HostView.NOTHING,
                        target)
                .judge(one, outcome, AT, "bascule doctor --test-hardware");
        listener.finished(new RunListener.Cell(one.id(), run.chain()), run);
        if (!fell) {
            listener.answered(target, one, List.of(outputs));
        }
        if (run.verdict().isRight()) {
            listener.right(one, List.of(outputs));
        }
        return run;
    }
}
