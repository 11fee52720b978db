package dev.bascule.fallback.attempt;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Attempts for tests: the least that an outcome on a backend needs. */
public final class Attempts {
    private Attempts() {}

    /** A success has one node on its backend; a failure never got a session. */
    public static Attempt of(Backend backend, Outcome outcome) {
        return outcome == Outcome.SUCCEEDED
                ? succeeded(backend, Map.of(backend.id(), 1))
                : Attempt.notStarted(
                        target(backend),
                        outcome,
                        Failure.of(ErrorCode.EXECUTION_FAILED, "scripted: " + outcome),
                        Instant.EPOCH,
                        Duration.ofMillis(1));
    }

    /** A success with its nodes placed so. */
    public static Attempt succeeded(Backend backend, Map<String, Integer> nodes) {
        return new Attempt(
                target(backend),
                Outcome.SUCCEEDED,
                Optional.empty(),
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        nodes,
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of()),
                Attempt.Measured.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new Span(Instant.EPOCH, Duration.ofMillis(1)));
    }

    /** The same with other times. What its own inferences cost, nobody saw in these. */
    public static Attempt timed(Attempt attempt, Timing timing) {
        return new Attempt(
                attempt.target(),
                attempt.outcome(),
                attempt.failure(),
                attempt.evidence(),
                new Attempt.Measured(
                        attempt.measured().phases(),
                        Optional.of(timing),
                        attempt.measured().memory(),
                        Optional.empty()),
                attempt.numerics(),
                attempt.comparison(),
                List.of(),
                attempt.span());
    }

    /** The same in another place. */
    public static Attempt on(Target target, Attempt attempt) {
        return new Attempt(
                target,
                attempt.outcome(),
                attempt.failure(),
                attempt.evidence(),
                attempt.measured(),
                attempt.numerics(),
                attempt.comparison(),
                attempt.outputs(),
                attempt.span());
    }

    /** The cell, of which its maker said what it comes to. */
    public static CaseRun of(Verdict said, CaseRun cell) {
        if (cell.verdict() != said) {
            throw new IllegalArgumentException("it comes to %s, not to %s".formatted(cell.verdict(), said));
        }
        return cell;
    }

    /** The cell, with what it takes that it comes to this verdict. */
    public static CaseRun comingTo(Verdict wanted, CaseRun cell) {
        if (cell.verdict() == wanted) {
            return cell;
        }
        Attempt one = cell.decisive();
        Failure why = Failure.of(ErrorCode.EXECUTION_FAILED, "it failed");
        List<Attempt> attempts = switch (wanted) {
            case PASS -> List.of(as(one, Outcome.SUCCEEDED, Optional.empty(), one.evidence()));
            case PARTIAL -> List.of(as(one, Outcome.SUCCEEDED, Optional.empty(), partial(one)));
            case FELL_BACK ->
                List.of(
                        as(one, Outcome.FAILED, Optional.of(why), one.evidence()),
                        as(one, Outcome.SUCCEEDED, Optional.empty(), one.evidence()));
            case SKIPPED -> List.of(as(one, Outcome.CANCELLED, Optional.of(why), one.evidence()));
            case UNSUPPORTED -> List.of(as(one, Outcome.UNSUPPORTED, Optional.of(why), one.evidence()));
            case FLAKY, FAILED -> List.of(as(one, Outcome.FAILED, Optional.of(why), one.evidence()));
            case TIMED_OUT -> List.of(as(one, Outcome.TIMED_OUT, Optional.of(why), one.evidence()));
            case WRONG -> List.of(as(one, Outcome.WRONG, Optional.of(why), one.evidence()));
            case CRASHED -> List.of(as(one, Outcome.CRASHED, Optional.of(why), one.evidence()));
        };
        CaseRun made =
                new CaseRun(cell.caseId(), cell.model(), cell.chain(), attempts, cell.fallbackCost(), cell.reproduce());
        return of(
                wanted,
                wanted == Verdict.FLAKY
                        ? made.retried(List.of(as(one, Outcome.SUCCEEDED, Optional.empty(), one.evidence())))
                        : made);
    }

    private static Attempt as(Attempt attempt, Outcome outcome, Optional<Failure> failure, Evidence evidence) {
        return new Attempt(
                attempt.target(),
                outcome,
                outcome == Outcome.SUCCEEDED
                        ? Optional.empty()
                        : attempt.failure().or(() -> failure),
                evidence,
                attempt.measured(),
                attempt.numerics(),
                attempt.comparison(),
                attempt.outputs(),
                attempt.span());
    }

    private static Evidence partial(Attempt attempt) {
        Evidence known = attempt.evidence();
        return new Evidence(
                ProofClass.PROVEN,
                new Evidence.Where(
                        known.where().requested(),
                        known.where().granted(),
                        Optional.of(known.where().requested())),
                Map.of(known.where().requested(), 3, "another", 1),
                known.partitions(),
                known.software(),
                known.deviceType(),
                known.facts(),
                known.notes(),
                List.of());
    }

    /** The cell with this attempt alone. */
    public static CaseRun alone(CaseRun cell, Attempt attempt) {
        CaseRun alone = new CaseRun(
                cell.caseId(), cell.model(), cell.chain(), List.of(attempt), Optional.empty(), cell.reproduce());
        return cell.conditions().map(alone::under).orElse(alone);
    }

    public static Target target(Backend backend) {
        return new Target(
                backend,
                Optional.empty(),
                new Engine("onnxruntime", "1.0", Optional.empty()),
                backend.accelerator(),
                Optional.empty(),
                Map.of());
    }
}
