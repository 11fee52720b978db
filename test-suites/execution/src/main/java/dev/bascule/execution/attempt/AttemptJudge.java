package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RightOutputs;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.CpuCrossCheck;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.PairCheck;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Turns what a session left behind into an attempt: right or wrong, on the backend asked for or not. Stateless. */
public final class AttemptJudge {
    private final EvidenceJudge evidenceJudge;
    private final Optional<Boolean> machineHasGpu;
    private final NoiseMeter noise;
    private final Consumer<RightOutputs> right;
    private final GraphFactsCache graphs = new GraphFactsCache();

    /** One whose right outputs nobody wants to see. */
    public AttemptJudge(EvidenceJudge evidenceJudge, Optional<Boolean> machineHasGpu, NoiseMeter noise) {
        this(evidenceJudge, machineHasGpu, noise, outputs -> {});
    }

    /**
     * @param machineHasGpu whether the operating system lists a hardware GPU; empty when it could not be asked
     * @param noise notices what else the machine does
     * @param right sees what was found right
     */
    public AttemptJudge(
            EvidenceJudge evidenceJudge,
            Optional<Boolean> machineHasGpu,
            NoiseMeter noise,
            Consumer<RightOutputs> right) {
        this.right = right;
        this.evidenceJudge = evidenceJudge;
        this.machineHasGpu = machineHasGpu;
        this.noise = noise;
    }

    /** An attempt in the making. */
    record Draft(
            PreparedCase testCase, Target target, Instant startedAt, long startNanos, NoiseMeter.Reading reading) {}

    Draft draft(PreparedCase testCase, Target target, Instant startedAt, long startNanos) {
        return new Draft(testCase, target, startedAt, startNanos, noise.begin());
    }

    /** An attempt that ended on a fault; what was measured before it is kept. */
    Attempt failed(Draft draft, Fault fault, Optional<SessionUnderTest> session) {
        FaultOutcome came = FaultOutcome.of(fault);
        Evidence none = Evidence.none(draft.target().backend().id());
        return attempt(
                draft,
                came.outcome(),
                Optional.of(came.failure()),
                // What it was challenged with was timed too, and is missed among its samples.
                withNotes(
                        session.map(begun -> begun.challenges().in(none)).orElse(none),
                        draft.testCase().notes()),
                fault instanceof Fault.Refused refused ? refused.phases() : Phases.NONE,
                // Of a runner whose times cannot be, none is shown.
                session.filter(measured -> !(fault instanceof Fault.Implausible)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** An attempt whose session ran to its end. */
    Attempt finished(
            Draft draft,
            Place place,
            SessionUnderTest session,
            SessionEnd closing,
            SideSessionResult<Comparison> comparison,
            Optional<Memory> memory,
            Optional<CpuCrossCheck> twin,
            EndToEndMeasurement.Finding endToEnd) {
        Evidence evidence = evidence(place, draft.testCase(), closing);
        Numerics numerics = session.numerics();
        Optional<Failure> nothing = EmptyResultCheck.shownBy(evidence, numerics);
        Optional<Failure> came = nothing.or(
                        () -> numerics.ok() ? session.challenger().failure() : Optional.<Failure>empty())
                .or(() -> PlacementVerdict.of(evidence, numerics))
                .or(() -> draft.testCase().feeding().by().wrong())
                .or(endToEnd::wrong);
        Optional<Failure> failure = came.map(why -> explained(why, draft.testCase(), session, closing));
        Outcome outcome = nothing.map(why -> Outcome.NOT_JUDGED)
                .or(() -> failure.map(PlacementVerdict::outcome))
                .orElse(Outcome.SUCCEEDED);
        // The reference knows nothing of narrower products, and would call these outputs wrong.
        if (outcome == Outcome.SUCCEEDED && numerics.products().isEmpty()) {
            right.accept(new RightOutputs(
                    draft.testCase().id(),
                    draft.target().id(),
                    session.checker().reference(),
                    session.firstOutputs()));
        }
        return attempt(
                draft,
                outcome,
                failure,
                withNotes(
                        session.challenges()
                                .in(with(
                                        evidence,
                                        place.source().graphicsInfo(),
                                        twin,
                                        endToEnd.note(),
                                        comparison
                                                .why()
                                                .or(() -> comparison.result().flatMap(PairCheck::drift)))),
                        draft.testCase().notes()),
                closing.phases(),
                Optional.of(session),
                // Not the runner's own word: it tells the peak of its whole life, which many cases share.
                memory,
                outcome == Outcome.SUCCEEDED ? comparison.result() : Optional.empty(),
                numerics.ok() ? endToEnd.times() : Optional.empty());
    }

    private Failure explained(Failure why, PreparedCase testCase, SessionUnderTest session, SessionEnd closing) {
        return closing.evidence()
                .flatMap(raw -> graphs.of(testCase).flatMap(graph -> FusedProducts.explaining(why, raw, graph)))
                .or(() -> session.note().map(note -> noted(why, note)))
                .orElse(why);
    }

    private static Failure noted(Failure failure, String note) {
        return failure.code() == ErrorCode.NUMERICS_WRONG
                ? new Failure(failure.code(), failure.message() + "; " + note, failure.remedies())
                : failure;
    }

    /** Where a session that came to its end ran. */
    Evidence evidence(Place place, PreparedCase testCase, SessionEnd closing) {
        Backend backend = place.backend();
        SessionSettings asked = place.settings(testCase.settings());
        HostView host = place.source()
                .hostView(backend)
                .withGraph(graphs.of(testCase))
                .asked(asked.threads(), asked.build())
                .askedDevice(asked.options().deviceIndex());
        RunnerContext around = new RunnerContext(place.deviceType(), machineHasGpu, place.softwareGpu());
        return closing.evidence()
                .map(raw -> evidenceJudge.judge(backend, raw, around, host))
                .orElseGet(() -> Evidence.none(backend.id()));
    }

    /**
     * With what the browser says of its graphics, what the same model showed on its CPU, and why there is no comparison that
     * was wanted, or what speaks against it.
     */
    private static Evidence with(
            Evidence evidence,
            Map<String, String> ofBrowser,
            Optional<CpuCrossCheck> twin,
            Optional<String> ofEndToEnd,
            Optional<String> ofComparison) {
        Map<String, String> facts = new TreeMap<>(evidence.facts());
        ofBrowser.forEach((name, value) -> facts.put("browser." + name, value));
        twin.ifPresent(seen -> facts.putAll(seen.facts()));
        List<String> notes = new ArrayList<>(evidence.notes());
        twin.flatMap(CpuCrossCheck::note).ifPresent(notes::add);
        ofEndToEnd.ifPresent(notes::add);
        ofComparison.ifPresent(notes::add);
        return evidence.withFacts(facts).withNotes(notes);
    }

    private static Evidence withNotes(Evidence evidence, Map<String, String> notes) {
        Map<String, String> facts = new TreeMap<>(evidence.facts());
        facts.putAll(notes);
        return evidence.withFacts(facts);
    }

    private static Attempt attempt(
            Draft draft,
            Outcome outcome,
            Optional<Failure> failure,
            Evidence evidence,
            Phases phases,
            Optional<SessionUnderTest> session,
            Optional<Memory> memory,
            Optional<Comparison> comparison,
            Optional<EndToEnd> endToEnd) {
        return new Attempt(
                draft.target(),
                outcome,
                failure,
                evidence,
                new Attempt.Measured(
                        phases,
                        session.filter(s -> outcome != Outcome.NOT_JUDGED
                                        && !s.measured().isEmpty())
                                .map(s -> new Timing(
                                        s.warmUpSamples(),
                                        s.measured(),
                                        s.stable(),
                                        s.noise().or(draft.reading()::end))),
                        memory,
                        session.filter(s -> outcome != Outcome.NOT_JUDGED).flatMap(SessionUnderTest::usage),
                        endToEnd),
                session.map(s -> s.challenger().with(s.numerics())),
                comparison,
                session.map(s -> OutputShape.of(s.firstOutputs())).orElse(List.of()),
                new Span(draft.startedAt(), Duration.ofNanos(System.nanoTime() - draft.startNanos())));
    }
}
