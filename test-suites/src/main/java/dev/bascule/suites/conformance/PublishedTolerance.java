package dev.bascule.suites.conformance;

import dev.bascule.fallback.numerics.Allowance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tolerance that ONNX's own backend test has, {@code atol + rtol * |expected|}; where an output's values are large, the
 * absolute part is what rounding at their scale comes to: the transform of a signal of amplitude 100 has zeros that no
 * float32 arithmetic hits by 1e-7. Immutable.
 *
 * @param scales root mean square of the finite expected values, by output name; the largest of the data sets
 */
record PublishedTolerance(Map<String, Double> scales) implements ToleranceRule {
    PublishedTolerance {
        scales = Map.copyOf(scales);
    }

    static PublishedTolerance of(List<DataSet> sets) {
        Map<String, Double> scales = new HashMap<>();
        sets.forEach(set -> set.expected().forEach((name, value) -> {
            if (value instanceof Value.One one && one.tensor().dtype().isFloat()) {
                scales.merge(name, rootMeanSquare(one.tensor()), Math::max);
            }
        }));
        return new PublishedTolerance(scales);
    }

    @Override
    public Tolerance of(String output, DType dtype) {
        Tolerance published = Tolerance.onnxBackendTest(dtype);
        double scale = scales.getOrDefault(output, 0.0);
        double rounding = Tolerance.of(dtype, 1).relative() * scale;
        if (!(published.allowance() instanceof Allowance.Close close) || rounding <= close.absolute()) {
            return published;
        }
        return new Tolerance(
                new Allowance.Close(rounding, close.relative()),
                "ONNX backend test: rtol %.0e × |expected|, and atol %.2g: rounding at the output's scale (%.3g)"
                        .formatted(close.relative(), rounding, scale));
    }

    private static double rootMeanSquare(Tensor tensor) {
        Elements.Reader values = Elements.of(tensor);
        int n = Math.toIntExact(tensor.shape().elements());
        double sum = 0;
        int finite = 0;
        for (int i = 0; i < n; i++) {
            double value = values.at(i);
            if (Double.isFinite(value)) {
                sum += value * value;
                finite++;
            }
        }
        return finite == 0 ? 0 : Math.sqrt(sum / finite);
    }
}
