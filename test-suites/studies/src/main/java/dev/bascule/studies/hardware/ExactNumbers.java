package dev.bascule.studies.hardware;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.profile.NumberFormats;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** Numbers for checks, drawn from a seed, each one that the format holds exactly. Belongs to one thread. */
final class ExactNumbers {
    private final SplittableRandom random;

    ExactNumbers(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Between two bounds, rounded to the format. */
    double[] reals(DType dtype, int count, double least, double most) {
        return rounded(dtype, fill(count, () -> random.nextDouble(least, most)));
    }

    /** Whole numbers, both bounds included. */
    double[] wholes(int count, int least, int most) {
        return fill(count, () -> random.nextInt(least, most + 1));
    }

    /** What a format makes of these numbers: to the nearest, ties to even. */
    static double[] rounded(DType dtype, double[] values) {
        Elements.Reader reader = Elements.of(NumberFormats.tensor(dtype, Shape.of(values.length), values));
        return fill(values.length, new DoubleSupplier() {
            private int next;

            @Override
            public double getAsDouble() {
                return reader.at(next++);
            }
        });
    }

    static Tensor tensor(DType dtype, double[] values, long... dims) {
        return NumberFormats.tensor(dtype, Shape.of(dims), values);
    }

    private static double[] fill(int count, DoubleSupplier next) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> next.getAsDouble());
        return values;
    }
}
