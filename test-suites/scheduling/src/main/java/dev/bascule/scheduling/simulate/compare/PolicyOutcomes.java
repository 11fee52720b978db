package dev.bascule.scheduling.simulate.compare;

import dev.bascule.scheduling.simulate.engine.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What one policy came to. Immutable.
 *
 * @param outcomes one of each seed, in the order of seeds; one at least
 */
public record PolicyOutcomes(String policy, List<Outcome> outcomes) {
    public PolicyOutcomes {
        outcomes = List.copyOf(outcomes);
    }

    /** In seconds. */
    public Spread makespan() {
        return over(each -> OptionalDouble.of(seconds(each.makespan()))).orElseThrow();
    }

    /** In seconds; empty where a seed has none. */
    public Optional<Spread> inSystem() {
        return over(Outcome::meanInSystem);
    }

    public Optional<Spread> matching() {
        return over(Outcome::matching);
    }

    /** In seconds of workers. */
    public Spread idle() {
        return over(each -> OptionalDouble.of(seconds(each.idle()))).orElseThrow();
    }

    public Spread busy() {
        return over(each -> OptionalDouble.of(each.busy())).orElseThrow();
    }

    public Optional<Spread> joules() {
        return over(Outcome::joules);
    }

    /** By how much its makespan is shorter than another's, as a share of that, seed by seed; empty where not all was done in all. */
    public Optional<Spread> gainOver(PolicyOutcomes other) {
        List<Double> gains = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Outcome mine = outcomes.get(i);
            Outcome theirs = other.outcomes().get(i);
            if (mine.inside() > 0 || theirs.inside() > 0 || theirs.makespan().isZero()) {
                return Optional.empty();
            }
            gains.add(1 - seconds(mine.makespan()) / seconds(theirs.makespan()));
        }
        return Optional.of(Spread.of(gains));
    }

    /** Jobs that were left inside at the end, over all seeds. */
    public long inside() {
        return outcomes.stream().mapToLong(Outcome::inside).sum();
    }

    private Optional<Spread> over(Function<Outcome, OptionalDouble> figure) {
        List<Double> figures = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            OptionalDouble each = figure.apply(outcome);
            if (each.isEmpty()) {
                return Optional.empty();
            }
            figures.add(each.getAsDouble());
        }
        return Optional.of(Spread.of(figures));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
