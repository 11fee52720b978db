package dev.bascule.studies.quantization;

import dev.bascule.fallback.numerics.Magnitude;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/**
 * How far outputs are from others: floats relative to their output's greatest magnitude, all else by 1 where it is not equal. Immutable.
 *
 * @param greatest of all elements
 * @param mean of all elements
 */
record OutputDistance(double greatest, double mean) {
    /** Empty where an output is missing, is of another shape, or is not finite where the other is; and where nothing was compared. */
    static Optional<OutputDistance> of(Map<String, Tensor> own, Map<String, Tensor> base) {
        double greatest = 0;
        double sum = 0;
        long count = 0;
        for (Map.Entry<String, Tensor> each : base.entrySet()) {
            Tensor there = each.getValue();
            Optional<Tensor> here = Optional.ofNullable(own.get(each.getKey()))
                    .filter(tensor -> tensor.shape().equals(there.shape()));
            if (here.isEmpty()) {
                return Optional.empty();
            }
            if (there.dtype() == DType.STRING) {
                continue;
            }
            boolean floats = there.dtype().isFloat();
            double magnitude = floats ? Math.max(Magnitude.of(there).greatest(), Double.MIN_NORMAL) : 1;
            Elements.Reader a = Elements.of(here.orElseThrow());
            Elements.Reader b = Elements.of(there);
            for (int i = 0; i < there.shape().elements(); i++) {
                if (!Double.isFinite(b.at(i))) {
                    continue;
                }
                double off = floats
                        ? Math.abs(a.at(i) - b.at(i)) / magnitude
                        : Double.compare(a.at(i), b.at(i)) == 0 ? 0 : 1;
                if (!Double.isFinite(off)) {
                    return Optional.empty();
                }
                greatest = Math.max(greatest, off);
                sum += off;
                count++;
            }
        }
        return count == 0 ? Optional.empty() : Optional.of(new OutputDistance(greatest, sum / count));
    }
}
