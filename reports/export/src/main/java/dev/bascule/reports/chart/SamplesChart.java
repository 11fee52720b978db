package dev.bascule.reports.chart;

import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.Map;
import java.util.Optional;

/**
 * Every warm inference of an attempt in the order measured.
 *
 * @param warmUp the iterations before it was called warm
 * @param measured those that count, at least one
 * @param median of these
 * @param ends 95 % interval of the median, where there is one
 */
public record SamplesChart(Samples warmUp, Samples measured, double median, Optional<Interval> ends)
        implements ChartData {

    /** Empty where nothing was measured. */
    public static Optional<SamplesChart> of(Timing timing) {
        return Summary.of(timing.measured())
                .map(summary -> new SamplesChart(timing.warmUp(), timing.measured(), summary.median(), summary.ci95()));
    }

    @Override
    public String kind() {
        return "samples";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .with("warmUp", warmUp.millis())
                .with("measured", measured.millis())
                .with("median", median)
                .withEnds(ends)
                .all();
    }
}
