package dev.bascule.quantization;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was done to one weight.
 *
 * @param node that takes it
 * @param operator of that node, as it was
 * @param weight its name
 * @param elements of it
 * @param bits that an element takes now, indices of a palette counted, scales and tables not
 * @param bytesBefore of the weight
 * @param bytesAfter of all that stands for it, scales, zero points and tables included
 * @param error root of the mean square of what each element is off, relative to that of the elements; of finite
 *     ones alone
 * @param alone what outputs lost when this weight alone had so many bits, by {@link Sensitivities#measure()}; none where
 *     nobody measured it
 * @param histogram of its elements before and after; empty where nobody counted
 */
public record LayerChange(
        String node,
        String operator,
        String weight,
        long elements,
        int bits,
        long bytesBefore,
        long bytesAfter,
        double error,
        Map<Integer, Double> alone,
        Optional<WeightHistogram> histogram) {

    public LayerChange {
        alone = Collections.unmodifiableMap(new TreeMap<>(alone));
    }

    /** Of which no sensitivity was measured, and nothing counted. */
    public LayerChange(
            String node,
            String operator,
            String weight,
            long elements,
            int bits,
            long bytesBefore,
            long bytesAfter,
            double error) {
        this(node, operator, weight, elements, bits, bytesBefore, bytesAfter, error, Map.of(), Optional.empty());
    }

    /** The same with what was measured of it. */
    public LayerChange with(Map<Integer, Double> measured) {
        return new LayerChange(
                node, operator, weight, elements, bits, bytesBefore, bytesAfter, error, measured, histogram);
    }

    /** The same with what was counted of it. */
    public LayerChange with(Optional<WeightHistogram> counted) {
        return new LayerChange(node, operator, weight, elements, bits, bytesBefore, bytesAfter, error, alone, counted);
    }
}
