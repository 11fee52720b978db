package dev.bascule.app.local;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.chain.Resolver;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.TargetTraining;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Trains down a chain, as a run goes down it: on the first backend that gets through, each failure before it told. Stateless. */
final class ChainTraining {
    private ChainTraining() {}

    /**
     * What the chain comes to.
     *
     * @param training all seeds on a backend, one at least
     * @return what the last backend made that was tried, with what the others came to; empty where it was stopped before any
     */
    static List<TargetTraining> train(
            Chain chain,
            FallbackPolicy policy,
            BooleanSupplier stopped,
            Function<Backend, List<TargetTraining>> training) {
        Resolver resolver = new Resolver(chain, policy);
        List<Attempt> attempts = new ArrayList<>();
        List<TargetTraining.Tried> before = new ArrayList<>();
        List<TargetTraining> last = List.of();
        while (!stopped.getAsBoolean() && resolver.next(attempts) instanceof Resolver.Decision.Try next) {
            if (!last.isEmpty()) {
                before.add(tried(worst(last)));
            }
            last = training.apply(next.backend());
            if (last.isEmpty()) {
                break;
            }
            attempts.add(attempt(worst(last)));
        }
        return last.stream().map(trained -> trained.after(chain, before)).toList();
    }

    private static TargetTraining worst(List<TargetTraining> seeds) {
        return seeds.stream()
                .reduce((a, b) -> a.verdict().compareTo(b.verdict()) >= 0 ? a : b)
                .orElseThrow();
    }

    private static TargetTraining.Tried tried(TargetTraining trained) {
        return new TargetTraining.Tried(trained.target(), new Ended(trained.verdict(), why(trained)));
    }

    /** The resolver asks for no more of it than its outcome. */
    private static Attempt attempt(TargetTraining trained) {
        if (!trained.verdict().isRight()) {
            return Attempt.notStarted(trained.target(), outcome(trained), why(trained), Instant.EPOCH, Duration.ZERO);
        }
        return new Attempt(
                trained.target(),
                Outcome.SUCCEEDED,
                Optional.empty(),
                Evidence.none(trained.target().backend().id()),
                Attempt.Measured.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new Span(Instant.EPOCH, Duration.ZERO));
    }

    private static Failure why(TargetTraining trained) {
        return trained.wrong()
                .map(reason -> Failure.of(ErrorCode.NUMERICS_WRONG, reason))
                .or(() -> trained.fault().map(Ended::failure))
                .or(() -> trained.checks().placement().flatMap(placement -> placement.failure()))
                .or(() -> trained.checks().gradientPlacement().flatMap(placement -> placement.failure()))
                .orElseGet(() -> Failure.of(
                        ErrorCode.OUTPUTS_NOT_JUDGEABLE, "nothing exact stands behind its steps, or it made none"));
    }

    private static Outcome outcome(TargetTraining trained) {
        Verdict verdict = trained.verdict();
        ErrorCode code = why(trained).code();
        if (code == ErrorCode.RUN_INTERRUPTED) {
            return Outcome.CANCELLED;
        }
        return switch (verdict) {
            case WRONG -> Outcome.WRONG;
            case CRASHED -> Outcome.CRASHED;
            case TIMED_OUT -> Outcome.TIMED_OUT;
            case UNSUPPORTED -> Outcome.UNSUPPORTED;
            case SKIPPED -> Outcome.NOT_JUDGED;
            default ->
                switch (code) {
                    case COMPILE_FAILED -> Outcome.COMPILE_FAILED;
                    case OUT_OF_MEMORY, DEVICE_OUT_OF_MEMORY -> Outcome.OUT_OF_MEMORY;
                    case DEVICE_LOST, ALL_DEVICES_LOST -> Outcome.DEVICE_LOST;
                    default -> Outcome.FAILED;
                };
        };
    }
}
