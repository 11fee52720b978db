package dev.bascule.execution.attempt;

import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures a session alone, or in turn with a baseline's: own, baseline, baseline, own, … (ABBA). Stateless. */
final class Interleaving {
    /** A baseline block has at least this many iterations and lasts at least this long, however slow the other side. */
    private static final int BASELINE_ITERATIONS = 5;

    private static final Duration BASELINE_AT_LEAST = Duration.ofMillis(20);

    private static final int GLANCE_PAIRS = 6;
    private static final int QUICK_ITERATIONS = 3;

    private Interleaving() {}

    /** Blocks until both minima of the plan are reached, or its limit. */
    static void alone(SessionUnderTest own, MeasurementPlan plan) {
        own.block(new BlockRequest(
                plan.timing().minIterations(),
                plan.timing().minDuration(),
                plan.timing().measureLimit()));
    }

    /** The plan's minima, spread over pairs of blocks. Empty when a side failed before the first pair was whole. */
    static Optional<Comparison> pairs(
            SessionUnderTest own,
            Target ownTarget,
            SessionUnderTest baseline,
            Target baselineTarget,
            MeasurementPlan plan) {
        int pairs = plan.pairs();
        BlockRequest ownRequest = new BlockRequest(
                Math.max(1, (plan.timing().minIterations() + pairs - 1) / pairs),
                plan.timing().minDuration().dividedBy(pairs),
                plan.timing().measureLimit().dividedBy(pairs));
        BlockRequest baselineRequest = new BlockRequest(
                BASELINE_ITERATIONS,
                BASELINE_AT_LEAST,
                plan.timing().measureLimit().dividedBy(pairs));
        List<Samples> owns = new ArrayList<>();
        List<Samples> baselines = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            boolean ownFirst = pair % 2 == 0;
            Optional<Samples> first = ownFirst ? own.block(ownRequest) : baseline.block(baselineRequest);
            Optional<Samples> second = ownFirst ? baseline.block(baselineRequest) : own.block(ownRequest);
            if (first.isEmpty() || second.isEmpty()) {
                break;
            }
            owns.add(ownFirst ? first.get() : second.get());
            baselines.add(ownFirst ? second.get() : first.get());
        }
        boolean measurable = Ratio.isMeasurable(owns) && Ratio.isMeasurable(baselines);
        return measurable
                ? Optional.of(new Comparison(baselineTarget.id(), ownTarget.id(), baselines, owns))
                : Optional.empty();
    }

    /** A few short pairs beside the measurement, for a look and not for a cell. Empty when a side failed or was too quick. */
    static Optional<Ratio> quickRatio(SessionUnderTest own, SessionUnderTest baseline, MeasurementPlan plan) {
        BlockRequest request = new BlockRequest(
                QUICK_ITERATIONS,
                BASELINE_AT_LEAST,
                plan.timing().measureLimit().dividedBy(2L * GLANCE_PAIRS));
        List<Samples> owns = new ArrayList<>();
        List<Samples> baselines = new ArrayList<>();
        for (int pair = 0; pair < GLANCE_PAIRS; pair++) {
            boolean ownFirst = pair % 2 == 0;
            Optional<Samples> first = ownFirst ? own.aside(request) : baseline.aside(request);
            Optional<Samples> second = ownFirst ? baseline.aside(request) : own.aside(request);
            if (first.isEmpty() || second.isEmpty()) {
                return Optional.empty();
            }
            owns.add(ownFirst ? first.get() : second.get());
            baselines.add(ownFirst ? second.get() : first.get());
        }
        boolean measurable = Ratio.isMeasurable(owns) && Ratio.isMeasurable(baselines);
        return measurable ? Optional.of(Ratio.ofPairs(owns, baselines)) : Optional.empty();
    }
}
