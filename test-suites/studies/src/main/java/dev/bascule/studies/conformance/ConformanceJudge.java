package dev.bascule.studies.conformance;

import dev.bascule.execution.attempt.PlacementVerdict;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.target.Target;
import dev.bascule.models.graph.GraphReader;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns what came of a case in a column into its run. Stateless and thread-safe. */
public final class ConformanceJudge {
    private final EvidenceJudge evidenceJudge;
    private final EvidenceJudge.RunnerContext context;
    private final HostView host;
    private final Target target;

    /** @param host what the host knows of sessions in this column */
    public ConformanceJudge(
            EvidenceJudge evidenceJudge, EvidenceJudge.RunnerContext context, HostView host, Target target) {
        this.host = host;
        this.evidenceJudge = evidenceJudge;
        this.context = context;
        this.target = target;
    }

    public CaseRun judge(ConformanceCase testCase, CaseOutcome outcome, Instant at, String reproduce) {
        Chain chain = Chain.of(target.backend());
        if (outcome.notRun().isPresent()) {
            Attempt none =
                    Attempt.notStarted(target, Outcome.FAILED, outcome.notRun().get(), at, Duration.ZERO);
            return run(testCase, chain, none, reproduce);
        }
        Attempt last = attempt(testCase, outcome.reply(), outcome.notes(), at);
        List<Attempt> earlier = new ArrayList<>();
        outcome.before().forEach(reply -> earlier.add(attempt(testCase, reply, List.of(), at)));
        if (earlier.isEmpty() || !last.succeeded()) {
            // What it does alone is what it does; a note tells what it had done beside others.
            return run(testCase, chain, last, reproduce);
        }
        // Its own failure beside others, right alone: both are kept.
        return run(testCase, chain, earlier.get(0), reproduce).retried(List.of(last));
    }

    private static CaseRun run(ConformanceCase testCase, Chain chain, Attempt attempt, String reproduce) {
        return new CaseRun(testCase.id(), testCase.model(), chain, List.of(attempt), Optional.empty(), reproduce);
    }

    private Attempt attempt(ConformanceCase testCase, CaseReply reply, List<String> notes, Instant at) {
        Evidence seen = reply.evidence()
                .<Evidence>map(raw -> evidenceJudge.judge(
                        target.backend(), raw, context, reply.fault().isPresent() ? HostView.NOTHING : view(testCase)))
                .orElseGet(() -> Evidence.none(target.backend().id()));
        if (reply.fault().isPresent()) {
            FaultClassifier.Classified classified =
                    FaultClassifier.classify(reply.fault().get());
            return attempt(
                    reply,
                    classified.outcome(),
                    Optional.of(classified.failure()),
                    with(seen, notes),
                    Optional.empty(),
                    at);
        }
        ValueComparer.Comparison compared =
                ValueComparer.compare(reply.outputs(), testCase.sets(), testCase.tolerance());
        Numerics numerics = new Numerics(
                Numerics.Reference.EXPECTED_OUTPUT,
                compared.difference(),
                compared.tolerance(),
                compared.ok() || compared.difference().outside() > 0
                        ? reply.outputs().size()
                        : 0,
                Optional.of(compared.checked()));
        List<String> remarks = new ArrayList<>(notes);
        if (compared.difference().signedZeros() > 0) {
            long zeros = compared.difference().signedZeros();
            remarks.add("%s the other sign".formatted(zeros == 1 ? "1 zero has" : zeros + " zeros have"));
        }
        Optional<Failure> failure = PlacementVerdict.of(with(seen, remarks), numerics);
        return attempt(
                reply,
                failure.map(PlacementVerdict::outcome).orElse(Outcome.SUCCEEDED),
                failure,
                with(seen, remarks),
                Optional.of(numerics),
                at);
    }

    private HostView view(ConformanceCase testCase) {
        return host.withGraph(
                        testCase.program() instanceof Program.Model model
                                ? GraphReader.read(model.onnx())
                                : Optional.empty())
                .withBuiltGraph(testCase.program() instanceof Program.Graph);
    }

    private Attempt attempt(
            CaseReply reply,
            Outcome outcome,
            Optional<Failure> failure,
            Evidence evidence,
            Optional<Numerics> numerics,
            Instant at) {
        Duration elapsed = reply.phases()
                .create()
                .orElse(Duration.ZERO)
                .plus(reply.phases().first().orElse(Duration.ZERO));
        return new Attempt(
                target,
                outcome,
                failure,
                evidence,
                new Attempt.Measured(reply.phases(), Optional.empty(), Optional.empty(), Optional.empty()),
                numerics,
                Optional.empty(),
                OutputShape.of(reply.outputs()),
                new Span(at, elapsed));
    }

    private static Evidence with(Evidence evidence, List<String> notes) {
        List<String> all = new ArrayList<>(evidence.notes());
        all.addAll(notes);
        return evidence.withNotes(all);
    }
}
