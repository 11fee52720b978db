package dev.bascule.models.workload;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.Magnitude;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far outputs of another precision are from the reference.
 *
 * @param error greatest absolute difference over the outputs' floats, each relative to its output's greatest magnitude;
 *     masks are no magnitude, and are held to their own
 * @param cosine least cosine similarity of an output
 * @param top1 of classifiers: rows whose greatest class is the reference's
 * @param rows rows of a classifier; 0 where the outputs are no classifier's
 * @param sound whether every expected output is there, in its shape, and finite where the reference is
 */
public record Accuracy(double error, double cosine, int top1, int rows, boolean sound) {

    /** Compares the first step's outputs. A classifier has one output of rows and classes. */
    public static Accuracy of(Outputs got, List<Map<String, Tensor>> reference) {
        return ofStep(got, reference.isEmpty() ? Map.of() : reference.get(0), 0);
    }

    /** Compares one step's outputs. */
    public static Accuracy ofStep(Outputs got, Map<String, Tensor> expected, int step) {
        double error = 0;
        double cosine = 1;
        int top1 = 0;
        int rows = 0;
        boolean sound = !expected.isEmpty();
        for (Map.Entry<String, Tensor> entry : expected.entrySet()) {
            Optional<Tensor> own = got.all().stream()
                    .filter(output -> output.step() == step && output.name().equals(entry.getKey()))
                    .map(Outputs.Output::tensor)
                    .findFirst();
            Tensor right = entry.getValue();
            if (own.isEmpty() || !own.get().shape().equals(right.shape())) {
                sound = false;
                continue;
            }
            if (!right.dtype().isFloat()) {
                continue;
            }
            Elements.Reader a = Elements.of(own.get());
            Elements.Reader b = Elements.of(right);
            int n = Math.toIntExact(right.shape().elements());
            Sums sums = Sums.of(a, b, n, Magnitude.of(right).greatest());
            sound = sound && sums.finite;
            error = Math.max(error, sums.relative);
            cosine = Math.min(cosine, sums.cosine());
            List<Long> dims = right.shape().dims();
            if (expected.size() == 1 && dims.size() == 2 && dims.get(1) > 1) {
                int classes = Math.toIntExact(dims.get(1));
                for (int row = 0; row < dims.get(0); row++) {
                    rows++;
                    top1 += greatest(a, row, classes) == greatest(b, row, classes) ? 1 : 0;
                }
            }
        }
        return new Accuracy(error, cosine, top1, rows, sound);
    }

    /** Whether it is within a limit of the error, with every row's class the reference's. */
    public boolean within(double limit) {
        return sound && error <= limit && top1 == rows;
    }

    /** Why it is not within the limit. */
    public String complaint(double limit) {
        if (!sound) {
            return "outputs are missing, of another shape or not finite";
        }
        return error > limit
                ? "too inaccurate: an error of %.3g, where %.3g is allowed".formatted(error, limit)
                : "too inaccurate: another class than the reference in %d of %d rows".formatted(rows - top1, rows);
    }

    private static int greatest(Elements.Reader values, int row, int classes) {
        int best = 0;
        for (int i = 1; i < classes; i++) {
            if (values.at(row * classes + i) > values.at(row * classes + best)) {
                best = i;
            }
        }
        return best;
    }

    private static final class Sums {
        private double relative;
        private double product;
        private double squaresA;
        private double squaresB;
        private boolean finite = true;

        static Sums of(Elements.Reader a, Elements.Reader b, int n, double greatest) {
            Sums sums = new Sums();
            for (int i = 0; i < n; i++) {
                double x = a.at(i);
                double y = b.at(i);
                if (!Double.isFinite(x) || !Double.isFinite(y)) {
                    sums.finite &= Double.compare(x, y) == 0;
                    continue;
                }
                if (x != y) {
                    sums.relative = Math.max(sums.relative, Math.abs(x - y) / Math.max(greatest, Math.abs(y)));
                }
                if (Math.abs(y) > greatest) {
                    continue;
                }
                sums.product += x * y;
                sums.squaresA += x * x;
                sums.squaresB += y * y;
            }
            return sums;
        }

        double cosine() {
            return squaresA == 0 || squaresB == 0
                    ? squaresA == squaresB ? 1 : 0
                    : product / Math.sqrt(squaresA * squaresB);
        }
    }
}
