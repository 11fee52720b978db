package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How far tensors of the same names lie apart. Stateless. */
public final class OutputDistances {
    private OutputDistances() {}

    /** Greatest absolute difference of each expected tensor; infinite where one is missing, or of another type or shape. */
    public static Map<String, Double> between(Map<String, Tensor> expected, Map<String, Tensor> got) {
        Map<String, Double> distances = new LinkedHashMap<>();
        expected.forEach((name, tensor) -> distances.put(
                name,
                Optional.ofNullable(got.get(name))
                        .map(other -> TensorComparer.compare(name, other, tensor, Tolerance.EXACT)
                                .maxAbs())
                        .orElse(Double.POSITIVE_INFINITY)));
        return distances;
    }

    /** By output, the greatest of all steps. */
    public static Map<String, Double> of(List<Map<String, Tensor>> expected, List<Map<String, Tensor>> got) {
        Map<String, Double> farthest = new LinkedHashMap<>();
        for (int step = 0; step < expected.size(); step++) {
            Map<String, Tensor> other = step < got.size() ? got.get(step) : Map.of();
            between(expected.get(step), other).forEach((name, far) -> farthest.merge(name, far, Math::max));
        }
        return farthest;
    }
}
