package dev.bascule.quantization;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ranges of activations, as calibration found them. Immutable.
 *
 * @param rule by which, as {@code entropy}
 * @param samples that were looked at
 * @param ranges by the name of the value
 */
public record ActivationRanges(String rule, int samples, Map<String, Range> ranges) {

    public ActivationRanges {
        ranges = Collections.unmodifiableMap(new TreeMap<>(ranges));
    }

    /** Both finite, {@code low <= high}. */
    public record Range(double low, double high) {
        public Range {
            if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
                throw new IllegalArgumentException("no range: " + low + " to " + high);
            }
        }
    }
}
