package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Side;
import dev.bascule.studies.select.Contest.Known;
import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.SelectReport.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Tries candidates, races those that may be best, then races other configurations of the best, and says which is. Belongs to one
 * thread.
 *
 * <p>One that went wrong, or did not run where it should, is never the answer, however quick. Nor is one that was not tried: what
 * a prediction alone speaks for was not seen to run.
 */
public final class SelectStudy {
    /** What of the budget is over when the first race ends, where configurations are to be raced after it. */
    private static final double FIRST = 0.6;

    private final Objective objective;
    private final SelectLimits limits;
    private final Outlook.Source outlooks;
    private final Variations variations;
    private final LongSupplier nanos;
    private final Random random;
    private final Consumer<String> progress;

    /**
     * @param variations of candidates, to be raced after these
     * @param nanos a clock that only goes forward
     * @param random in which order candidates take turns
     * @param progress is told what is at hand
     */
    public SelectStudy(
            Objective objective,
            SelectLimits limits,
            Outlook.Source outlooks,
            Variations variations,
            LongSupplier nanos,
            Random random,
            Consumer<String> progress) {
        this.objective = objective;
        this.limits = limits;
        this.outlooks = outlooks;
        this.variations = variations;
        this.nanos = nanos;
        this.random = random;
        this.progress = progress;
    }

    /**
     * What came of it.
     *
     * @param findings of candidates as they usually are, the best first
     * @param configurations the same of the best of these and of other configurations, raced after them; empty where none were
     * @param chosen the answer; empty where none was right within the limits
     * @param front what is not surely worse than another in all that counts, the answer first
     * @param races in order, the first of candidates as they usually are
     * @param spent on all but verifying
     * @param verifying what it took to run the first of the front once more
     */
    public record Result(
            List<Finding> findings,
            List<Finding> configurations,
            Optional<Finding> chosen,
            List<FrontPoint> front,
            Ending ending,
            List<RaceRecord> races,
            Duration spent,
            Duration verifying) {
        public Result {
            findings = List.copyOf(findings);
            configurations = List.copyOf(configurations);
            front = List.copyOf(front);
            races = List.copyOf(races);
        }

        /** In which candidates were raced, in all. */
        public int rounds() {
            return races.stream().mapToInt(RaceRecord::rounds).sum();
        }
    }

    /** @param entrants each can be tried */
    public Result run(List<Entrant> entrants) {
        long beginning = nanos.getAsLong();
        boolean tunes = variations != Variations.NONE;
        List<Known> inOrder = entrants.stream()
                .map(entrant -> new Known(entrant, outlooks.of(entrant.candidate())))
                .sorted(Comparator.comparing((Known known) -> known.outlook() instanceof Outlook.ExpectedToFail)
                        .thenComparingDouble(known -> Contest.expected(known.outlook()))
                        // Of those that nothing is known of the quickly opened first.
                        .thenComparing(known ->
                                known.entrant().candidate().target().backend().side() != Side.NATIVE)
                        .thenComparing(known -> -known.entrant().candidate().threads()))
                .toList();
        Contest.Outcome first = contest(limits.budget(), tunes ? share(limits.budget()) : limits.budget())
                .run(inOrder, Optional.empty());
        Map<Candidate, Entrant> known = new LinkedHashMap<>();
        entrants.forEach(each -> known.put(each.candidate(), each));
        List<RaceRecord> races = new ArrayList<>(List.of(first.race()));
        Tuning tuning = new Tuning(variations, known);
        Gathered gathered = new Gathered(first);
        Optional<Tuning.Step> step = tunes ? tuning.first(first.findings()) : Optional.empty();
        while (step.isPresent() && !Thread.currentThread().isInterrupted()) {
            Duration left = limits.budget().minusNanos(nanos.getAsLong() - beginning);
            if (left.compareTo(Tuning.LEAST) < 0 || gathered.hasUntried()) {
                gathered.untried(step.get().others());
                break;
            }
            progress.accept("trying other configurations");
            Contest.Outcome outcome = contest(left, left)
                    .run(step.get().inOrder(), step.get().from().map(Entrant::candidate));
            if (Thread.currentThread().isInterrupted()) {
                // What was open failed for it: the answer until then stands.
                gathered.untried(step.get().others());
                break;
            }
            races.add(outcome.race());
            Optional<Candidate> better = gathered.add(outcome, step.get().from().map(Entrant::candidate));
            step = better.flatMap(tuning::next);
        }
        Duration spent = Duration.ofNanos(nanos.getAsLong() - beginning);
        List<FrontPoint> front = new VerifiedFront(objective, limits, gathered, known, progress).front();
        Optional<Finding> chosen = gathered.chosen();
        return new Result(
                gathered.usual(),
                gathered.configured(),
                chosen,
                front.stream()
                        .sorted(Comparator.comparing((FrontPoint each) -> chosen.filter(
                                        one -> one.candidate().equals(each.candidate()))
                                .isEmpty()))
                        .toList(),
                ending(gathered, chosen),
                races,
                spent,
                Duration.ofNanos(nanos.getAsLong() - beginning).minus(spent));
    }

    private static Duration share(Duration budget) {
        return Duration.ofNanos((long) (FIRST * budget.toNanos()));
    }

    private Contest contest(Duration budget, Duration raceUntil) {
        return new Contest(objective, limits.withBudget(budget), raceUntil, nanos, random, progress);
    }

    private Ending ending(Gathered gathered, Optional<Finding> chosen) {
        if (Thread.currentThread().isInterrupted()) {
            return Ending.INTERRUPTED;
        }
        List<Finding> others = Stream.concat(gathered.usual().stream(), gathered.configured().stream())
                .filter(each -> chosen.filter(one -> one.candidate().equals(each.candidate()))
                        .isEmpty())
                .toList();
        boolean allFailed =
                others.stream().allMatch(each -> each.fate() == Fate.FAILED || each.fate() == Fate.KNOWN_TO_FAIL);
        if (chosen.isEmpty()) {
            return others.stream().allMatch(SelectStudy::isSettled) ? Ending.NONE : Ending.NOTHING_FOUND;
        }
        if (allFailed) {
            return Ending.ONLY_ONE;
        }
        return !gathered.decided() ? Ending.BUDGET_OVER : objective.isOfTime() ? Ending.SEPARATED : Ending.ONE_READING;
    }

    private static boolean isSettled(Finding each) {
        return each.fate() == Fate.FAILED || each.fate() == Fate.KNOWN_TO_FAIL || each.fate() == Fate.OVER_LIMIT;
    }
}
