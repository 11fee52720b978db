package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.chain.Resolver;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.time.SteadyClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a case down a column's chain. Belongs to one thread. */
public final class ChainExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(ChainExecutor.class);

    /** What a second try may end differently; that a backend is absent or unfit does not change by trying. */
    private static final Set<Outcome> RETRIED = EnumSet.of(
            Outcome.COMPILE_FAILED,
            Outcome.OUT_OF_MEMORY,
            Outcome.WRONG,
            Outcome.TIMED_OUT,
            Outcome.DEVICE_LOST,
            Outcome.CRASHED,
            Outcome.FAILED);

    private final AttemptExecutor attempts;
    private final Function<Place, Optional<Place>> baselines;
    private final FallbackPolicy policy;
    private final AttemptCache known;

    /**
     * @param baselines what a place is measured in turn with, where a ratio is wanted
     * @param policy which failures move on
     * @param known what the same run measured already
     */
    public ChainExecutor(
            AttemptExecutor attempts,
            Function<Place, Optional<Place>> baselines,
            FallbackPolicy policy,
            AttemptCache known) {
        this.attempts = attempts;
        this.baselines = baselines;
        this.policy = policy;
        this.known = known;
    }

    /** @param reproduce the command line that repeats this run */
    public CaseRun run(PreparedCase testCase, Column column, String reproduce) {
        Resolver resolver = new Resolver(column.chain(), policy);
        List<Attempt> made = new ArrayList<>();
        Resolver.Decision decision = resolver.next(made);
        while (decision instanceof Resolver.Decision.Try next) {
            Place place = column.place(next.backend());
            made.add(known.at(testCase, place, () -> attempt(testCase, place, baselines.apply(place))));
            decision = resolver.next(made);
        }
        Verdict verdict = ((Resolver.Decision.Done) decision).verdict();
        Optional<Comparison> cost = verdict == Verdict.FELL_BACK ? costOf(testCase, column, made) : Optional.empty();
        return new CaseRun(testCase.id(), testCase.model(), column.chain(), made, cost, reproduce)
                .under(policy)
                .under(attempts.conditions(testCase));
    }

    /** Whether a run has anything that a clean browser or process might do better. */
    public static boolean mayRetry(CaseRun run) {
        return run.attempts().stream().anyMatch(attempt -> RETRIED.contains(attempt.outcome()));
    }

    /**
     * Tries each backend that failed again, in a clean browser or process, until it passes or the retries are used up. Every
     * attempt is kept.
     *
     * @param retries new attempts for each, at most
     */
    public CaseRun retry(CaseRun run, PreparedCase testCase, Column column, int retries) {
        List<Attempt> made = new ArrayList<>();
        for (Attempt failed : run.attempts()) {
            if (RETRIED.contains(failed.outcome())) {
                Place place = column.place(failed.target().backend());
                made.addAll(known.again(failed, () -> again(testCase, place, retries)));
            }
        }
        return run.retried(made);
    }

    private List<Attempt> again(PreparedCase testCase, Place place, int retries) {
        List<Attempt> made = new ArrayList<>();
        boolean passed = false;
        for (int i = 0; i < retries && !passed && !Thread.currentThread().isInterrupted(); i++) {
            place.source().lane(place.backend()).close();
            Attempt again = attempt(testCase, place, Optional.empty());
            made.add(again);
            passed = again.succeeded();
        }
        return made;
    }

    /** A bug in one attempt costs that attempt, and nothing that was measured before it. */
    private Attempt attempt(PreparedCase testCase, Place place, Optional<Place> beside) {
        Clock clock = SteadyClock.setBy(Clock.systemUTC());
        Instant startedAt = clock.instant();
        try {
            return attempts.attempt(testCase, place, beside);
        } catch (RuntimeException e) {
            LOG.debug("attempt of {} on {}", testCase.id(), place.backend(), e);
            place.source().lane(place.backend()).discard();
            Attempt failed = Attempt.notStarted(
                    place.target(),
                    Outcome.FAILED,
                    Failure.of(ErrorCode.INTERNAL_ERROR, "a bug in Bascule: " + e),
                    startedAt,
                    Duration.between(startedAt, clock.instant()));
            place.source().report(place.backend(), failed);
            return failed;
        }
    }

    /** A bug in the comparison costs the comparison. */
    private Optional<Comparison> costOf(PreparedCase testCase, Column column, List<Attempt> made) {
        try {
            return cost(testCase, column, made);
        } catch (RuntimeException e) {
            LOG.debug("cost of {} on {}", testCase.id(), column.chain(), e);
            return Optional.empty();
        }
    }

    /** Measured where the expected backend ran as well (if wrongly); an absent backend has no speed to compare with. */
    private Optional<Comparison> cost(PreparedCase testCase, Column column, List<Attempt> made) {
        Backend reached = made.get(made.size() - 1).target().backend();
        return made.stream()
                .filter(attempt -> !attempt.succeeded()
                        && attempt.measured().timing().isPresent()
                        && attempt.evidence().nodesOnRequested() > 0)
                .findFirst()
                .flatMap(expected ->
                        attempts.cost(testCase, column.place(expected.target().backend()), column.place(reached)));
    }
}
