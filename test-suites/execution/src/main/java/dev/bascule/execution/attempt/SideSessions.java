package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.CpuCrossCheck;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.target.Target;
import java.util.Optional;
import java.util.function.Function;

/** Holds a session against a second one, opened beside it in another place and measured in turn. Belongs to one thread. */
final class SideSessions {
    private final CaseSessions sessions;
    private final References references;
    private final AttemptJudge judge;
    private final MeasurementPlan plan;

    SideSessions(CaseSessions sessions, References references, AttemptJudge judge, MeasurementPlan plan) {
        this.sessions = sessions;
        this.references = references;
        this.judge = judge;
        this.plan = plan;
    }

    /** Measures a session in turn with the case in another place. */
    SideSessionResult<Comparison> compared(
            PreparedCase testCase, Place baseline, SessionUnderTest session, MeasurementPlan here, Target target) {
        SideSessionResult<Comparison> comparison = beside(
                testCase,
                baseline,
                Wanted.RIGHT_AND_THERE,
                other -> Interleaving.pairs(session, target, other, baseline.target(), here));
        return comparison instanceof SideSessionResult.Not<Comparison> not
                ? new SideSessionResult.Not<>("not compared with %s: %s".formatted(baseline.backend(), not.reason()))
                : comparison;
    }

    /** Both sides of a pair are measured alike: as the slower kind of place wants it. */
    private MeasurementPlan costPlan(Place from, Place to) {
        MeasurementPlan first = sessions.planFor(from);
        return first.timing().minIterations() < plan.timing().minIterations() ? first : sessions.planFor(to);
    }

    /** Holds a claimed accelerator against the same browser's CPU; empty where none is claimed, or the CPU does not run it. */
    Optional<CpuCrossCheck> cpuCrossCheck(PreparedCase testCase, Place place, SessionUnderTest session) {
        return CpuCounterparts.of(place)
                .flatMap(twin -> beside(testCase, twin.cpu(), Wanted.SOUND, other -> {
                            boolean sameBits = CpuCrossCheck.sameBits(session.firstOutputs(), other.firstOutputs());
                            Optional<Ratio> ratio =
                                    sameBits ? Interleaving.quickRatio(session, other, plan) : Optional.empty();
                            return Optional.of(new CpuCrossCheck(twin.claimed(), twin.name(), sameBits, ratio));
                        })
                        .result());
    }

    /** What a fallback costs: both backends opened anew and measured in turn. Empty when either does not run right now. */
    Optional<Comparison> cost(PreparedCase testCase, Place from, Place to) {
        return beside(
                        testCase,
                        to,
                        Wanted.RIGHT,
                        reached -> beside(
                                        testCase,
                                        from,
                                        Wanted.SOUND,
                                        expected -> Interleaving.pairs(
                                                reached, to.target(), expected, from.target(), costPlan(from, to)))
                                .result())
                .result();
    }

    /** What a session must be for work with it to stand. */
    private enum Wanted {
        /** It comes to its end. */
        SOUND,
        /** Its outputs are right as well. */
        RIGHT,
        /** And it ran where it was to: asked of all but a side's CPU, on which nothing can fall back. */
        RIGHT_AND_THERE
    }

    /** Does work with another session, opened and warmed for it, and closed after it. */
    private <T> SideSessionResult<T> beside(
            PreparedCase testCase, Place place, Wanted wanted, Function<SessionUnderTest, Optional<T>> work) {
        if (!(references.of(testCase) instanceof References.Found.Known known)) {
            return new SideSessionResult.Not<>("there is no reference");
        }
        Optional<Failure> absent = place.source().unavailable(place.backend());
        if (absent.isPresent()) {
            return new SideSessionResult.Not<>(absent.get().message());
        }
        boolean evidence = wanted == Wanted.RIGHT_AND_THERE && !place.backend().isHostCpu();
        PreparedCase explained = testCase.withSettings(testCase.settings().withEvidence(evidence));
        OutputChecker checker = new OutputChecker(known.reference());
        Reply<SessionUnderTest> opened = sessions.open(explained, place, checker, processes -> {});
        if (opened instanceof Reply.Failed<SessionUnderTest> failed) {
            return new SideSessionResult.Not<>(why(failed.fault()));
        }
        SessionUnderTest session = opened.result().orElseThrow();
        session.warmUp();
        Optional<T> result = work.apply(session);
        Reply<SessionEnd> closed = sessions.close(session);
        if (closed instanceof Reply.Failed<SessionEnd> failed) {
            return new SideSessionResult.Not<>(why(failed.fault()));
        }
        if (wanted != Wanted.SOUND && !checker.result().ok()) {
            return new SideSessionResult.Not<>("its outputs are wrong");
        }
        Optional<Failure> replayed = session.challenger().failure();
        if (replayed.isPresent()) {
            return new SideSessionResult.Not<>(replayed.get().message());
        }
        Optional<Failure> elsewhere = evidence
                ? PlacementVerdict.of(
                        judge.evidence(place, explained, closed.result().orElseThrow()))
                : Optional.empty();
        if (elsewhere.isPresent()) {
            return new SideSessionResult.Not<>(elsewhere.get().message());
        }
        return result.<SideSessionResult<T>>map(SideSessionResult.Done::new)
                .orElseGet(() ->
                        new SideSessionResult.Not<>("they were not measured in turn, or too quick for the clock"));
    }

    private static String why(Fault fault) {
        return FaultClassifier.classify(fault).failure().message();
    }
}
