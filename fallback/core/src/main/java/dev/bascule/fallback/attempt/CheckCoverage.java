package dev.bascule.fallback.attempt;

import java.util.List;

/**
 * What a verdict on outputs rests on. Where any of the first four is zero, nothing was shown.
 *
 * @param values of the reference that outputs were held against, each counted once however often it was
 * @param outputs whose values these are
 * @param inputs distinct inputs that outputs were checked for, by a hash of their bytes; each step has its own
 * @param steps of the reference: 1 unless the model is fed frame by frame
 * @param dataSets published sets of inputs and outputs; 0 where nobody published any
 * @param notJudged outputs that show nothing, though they may equal their reference; not among {@code outputs}
 */
public record CheckCoverage(
        long values, int outputs, int inputs, int steps, int dataSets, List<UnjudgedOutput> notJudged) {

    public CheckCoverage {
        notJudged = List.copyOf(notJudged);
    }

    /** Whether anything was shown at all. */
    public boolean showsSomething() {
        return values > 0 && outputs > 0 && inputs > 0 && steps > 0;
    }

    /** The share of the outputs that could be judged, from 0 to 1. */
    public double judgedShare() {
        return outputs == 0 ? 0 : (double) outputs / (outputs + notJudged.size());
    }
}
