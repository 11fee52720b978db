package dev.bascule.studies.conformance;

import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Magnitude;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.DataSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tolerance that ONNX's own backend test has, {@code atol + rtol * |expected|}. A sum of large terms that ought to be zero
 * misses it by rounding alone (the transform of a signal of amplitude 100 has zeros that no float32 arithmetic hits by
 * 1e-7), so for 32- and 64-bit floats the absolute part is at least what rounding comes to at the output's typical
 * {@linkplain Magnitude magnitude}. Immutable.
 *
 * @param scales typical magnitude of the expected values, by output name; the largest of the data sets
 */
public record PublishedTolerance(Map<String, Double> scales) implements ToleranceRule {
    public PublishedTolerance {
        scales = Map.copyOf(scales);
    }

    public static PublishedTolerance of(List<DataSet> sets) {
        Map<String, Double> scales = new HashMap<>();
        sets.forEach(set -> set.expected().forEach((name, value) -> {
            if (value instanceof Value.One one && isWide(one.tensor().dtype())) {
                scales.merge(name, Magnitude.of(one.tensor()).typical(), Math::max);
            }
        }));
        return new PublishedTolerance(scales);
    }

    /** What a case with this one output alone would allow it. */
    public static Tolerance of(String output, Tensor expected) {
        Map<String, Value> alone = Map.of(output, Value.of(expected));
        return of(List.of(new DataSet(Map.of(), alone))).of(output, expected.dtype());
    }

    @Override
    public Tolerance of(String output, DType dtype) {
        Tolerance published = Tolerance.onnxBackendTest(dtype);
        double scale = scales.getOrDefault(output, 0.0);
        double rounding = Tolerance.of(dtype, 1).relative() * scale;
        if (!isWide(dtype)
                || !(published.perElement() instanceof ElementTolerance.Close close)
                || rounding <= close.absolute()) {
            return published;
        }
        return new Tolerance(
                new ElementTolerance.Close(rounding, close.relative()),
                "ONNX backend test's rtol %.0e × |expected|, and atol %.2g: rounding at the output's typical magnitude, %.3g"
                        .formatted(close.relative(), rounding, scale));
    }

    /** Narrower floats are stored rounded, not summed in their own precision: the published tolerance will do. */
    private static boolean isWide(DType dtype) {
        return dtype == DType.FLOAT32 || dtype == DType.FLOAT64;
    }
}
