package dev.bascule.reports.quantization;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What was done to one weight. Immutable.
 *
 * @param weight its name
 * @param operator of the node that takes it
 * @param elements of it, before
 * @param bits of an element now
 * @param bytesBefore of the weight
 * @param bytesAfter of all that stands for it
 * @param error root of the mean square of what elements are off, relative to theirs
 * @param alone what outputs lost when it alone had so many bits; none where nobody measured it
 * @param counts of its elements before and after; empty where nobody counted
 */
public record ChangedLayer(
        String weight,
        String operator,
        long elements,
        int bits,
        long bytesBefore,
        long bytesAfter,
        double error,
        Map<Integer, Double> alone,
        Optional<WeightCounts> counts) {
    public ChangedLayer {
        alone = Collections.unmodifiableMap(new TreeMap<>(alone));
        if (elements < 0 || bits < 0 || bytesBefore < 0 || bytesAfter < 0 || !(error >= 0)) {
            throw new IllegalArgumentException("'%s' has %d elements of %d bits, %d bytes, then %d, off by %s"
                    .formatted(weight, elements, bits, bytesBefore, bytesAfter, error));
        }
    }

    /** What outputs lost with the fewest bits that were tried of it alone; empty where nobody measured it. */
    public OptionalDouble sensitivity() {
        return alone.values().stream().mapToDouble(Double::doubleValue).max();
    }
}
