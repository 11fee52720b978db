package dev.bascule.studies.hardware;

import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Values at the edges of their range, and data that is only moved. Stateless. */
final class ValueChecks {
    private static final String FLUSH = "subnormal numbers came out as zero, as WebGPU and many GPUs may";
    private static final String NO_NAN = "WGSL lets a shader take it that there is no NaN and no infinity";

    private ValueChecks() {}

    static List<HardwareCheck> all() {
        return List.of(
                cast(),
                castSubnormals(),
                subnormals(),
                specials("nan-add-fp32", "Add", Double::sum),
                specials("nan-mul-fp32", "Mul", (a, b) -> a * b),
                nanInProduct(),
                gather(),
                resizeNearest(),
                resizeLinear());
    }

    /** There and back; the greatest finite half is 65504, and what is at least halfway beyond it is infinite. */
    private static HardwareCheck cast() {
        double[] x = {
            0,
            1,
            -1,
            65504,
            -65504,
            65519,
            65520,
            -65520,
            1e30,
            -1e30,
            1 + 0x1p-11,
            1 + 3 * 0x1p-11,
            1 + 0x1.1p-11,
            2049,
            2051,
            0x1p-14,
            0x1.ffep-14,
            1.0 / 3,
            -1.0 / 3,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            1234.56,
            -0.0
        };
        return casting("cast-fp16", "Cast fp32 to fp16 to fp32, edges of the range", x, Tolerance.EXACT, "");
    }

    private static HardwareCheck castSubnormals() {
        double[] x = {
            0x1p-15,
            0x1p-24,
            -0x1p-24,
            0x1p-25,
            0x1.8p-25,
            0x1.ffcp-15,
            -0x1.2p-20,
            0x1.004p-14,
            0x1p-26,
            3 * 0x1p-24,
            5e-8
        };
        return casting(
                "cast-fp16-subnormal",
                "Cast fp32 to fp16 to fp32, subnormal halves",
                x,
                Tolerance.absolute(0x1p-14, "2^-14, the least normal half: WGSL lets a device flush what is below it"),
                FLUSH);
    }

    private static HardwareCheck casting(String id, String title, double[] x, Tolerance allowed, String leave) {
        double[] y = ExactNumbers.rounded(DType.FLOAT16, ExactNumbers.rounded(DType.FLOAT32, x));
        return new CheckModel(id, title)
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, x.length))
                .node("Cast", "x", "half", Attributes.integer("to", DType.FLOAT16.onnx()))
                .node("Cast", "half", "y", Attributes.integer("to", DType.FLOAT32.onnx()))
                .output("y", ExactNumbers.tensor(DType.FLOAT32, y, x.length))
                .within(allowed)
                .leaves(leave)
                .check();
    }

    /** Products and inputs below the least normal number. */
    private static HardwareCheck subnormals() {
        double[] x = {0x1p-126, 0x1p-127, 0x1p-149, -0x1p-140, 0x1.8p-130, 0x1p-100, -0x1p-126};
        return new CheckModel("subnormal-fp32", "Mul fp32, subnormal numbers")
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, x.length))
                .constant("half", ExactNumbers.tensor(DType.FLOAT32, new double[] {0.5}, 1))
                .node("Mul", "x half", "y")
                .output("y", ExactNumbers.tensor(DType.FLOAT32, PlainArithmetic.times(x, 0.5), x.length))
                .within(Tolerance.absolute(
                        0x1p-126, "2^-126, the least normal number: WGSL lets a device flush what is below it"))
                .leaves(FLUSH)
                .check();
    }

    /** Every special value with every other. */
    private static HardwareCheck specials(String id, String operator, java.util.function.DoubleBinaryOperator does) {
        double[] values = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, 1, -2.5, Float.MAX_VALUE};
        List<Double> left = new ArrayList<>();
        List<Double> right = new ArrayList<>();
        for (double one : values) {
            for (double other : values) {
                left.add(one);
                right.add(other);
            }
        }
        double[] a = left.stream().mapToDouble(value -> value).toArray();
        double[] b = right.stream().mapToDouble(value -> value).toArray();
        double[] y = new double[a.length];
        Arrays.setAll(y, i -> does.applyAsDouble(a[i], b[i]));
        return new CheckModel(id, operator + " fp32, NaN, infinities and overflow")
                .input("a", ExactNumbers.tensor(DType.FLOAT32, a, a.length))
                .input("b", ExactNumbers.tensor(DType.FLOAT32, b, b.length))
                .node(operator, "a b", "y")
                .output("y", ExactNumbers.tensor(DType.FLOAT32, y, y.length))
                .leaves(NO_NAN)
                .check();
    }

    /** A NaN in one row and an infinity in another spoil these rows, and no other. */
    private static HardwareCheck nanInProduct() {
        double[] a = new ExactNumbers(51).wholes(9 * 17, 1, 4);
        double[] b = new ExactNumbers(52).wholes(17 * 5, 1, 4);
        a[2 * 17 + 3] = Double.NaN;
        a[5 * 17 + 11] = Double.POSITIVE_INFINITY;
        return new CheckModel("nan-matmul-fp32", "MatMul fp32, a row with NaN, one with infinity")
                .input("a", ExactNumbers.tensor(DType.FLOAT32, a, 9, 17))
                .constant("b", ExactNumbers.tensor(DType.FLOAT32, b, 17, 5))
                .node("MatMul", "a b", "y")
                .output("y", ExactNumbers.tensor(DType.FLOAT32, PlainArithmetic.product(a, b, 9, 17, 5), 9, 5))
                .leaves(NO_NAN)
                .check();
    }

    private static HardwareCheck gather() {
        int rows = 41;
        int length = 13;
        double[] x = new ExactNumbers(53).reals(DType.FLOAT32, rows * length, -1, 1);
        long[] chosen = {40, 0, -1, 7, 7, -41, 19};
        double[] y = new double[chosen.length * length];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(x, (int) Math.floorMod(chosen[i], (long) rows) * length, y, i * length, length);
        }
        return new CheckModel("gather-fp32", "Gather fp32, indices from both ends")
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, rows, length))
                .input("chosen", Tensor.longs(Shape.of(chosen.length), chosen))
                .node("Gather", "x chosen", "y", Attributes.integer("axis", 0))
                .output("y", ExactNumbers.tensor(DType.FLOAT32, y, chosen.length, length))
                .check();
    }

    private static HardwareCheck resizeNearest() {
        int height = 11;
        int width = 13;
        double[] x = new ExactNumbers(54).reals(DType.FLOAT32, height * width, -1, 1);
        double[] y = new double[4 * x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i / (2 * width) / 2 * width + i % (2 * width) / 2];
        }
        return resize("resize-nearest-fp32", "nearest", "asymmetric", x, y, Tolerance.EXACT);
    }

    /** Twice the size by pixel centers, so that every weight is a quarter or three. */
    private static HardwareCheck resizeLinear() {
        int height = 11;
        int width = 13;
        double[] x = new ExactNumbers(55).reals(DType.FLOAT32, height * width, -1, 1);
        double[] y = new double[4 * x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = between(x, height, width, (i / (2 * width) + 0.5) / 2 - 0.5, (i % (2 * width) + 0.5) / 2 - 0.5);
        }
        return resize("resize-linear-fp32", "linear", "half_pixel", x, y, Bounds.sums(DType.FLOAT32, 4, 1));
    }

    private static double between(double[] x, int height, int width, double row, double column) {
        double top = Math.max(0, Math.min(height - 1, row));
        double left = Math.max(0, Math.min(width - 1, column));
        int r = (int) top;
        int c = (int) left;
        int below = Math.min(height - 1, r + 1);
        int right = Math.min(width - 1, c + 1);
        double upper = x[r * width + c] * (1 - left + c) + x[r * width + right] * (left - c);
        double lower = x[below * width + c] * (1 - left + c) + x[below * width + right] * (left - c);
        return upper * (1 - top + r) + lower * (top - r);
    }

    private static HardwareCheck resize(
            String id, String mode, String coordinates, double[] x, double[] y, Tolerance allowed) {
        return new CheckModel(id, "Resize fp32, %s, twice the size".formatted(mode))
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, 1, 1, 11, 13))
                .constant("scales", ExactNumbers.tensor(DType.FLOAT32, new double[] {1, 1, 2, 2}, 4))
                .node(
                        "Resize",
                        "x _ scales",
                        "y",
                        Attributes.text("mode", mode),
                        Attributes.text("coordinate_transformation_mode", coordinates),
                        Attributes.text("nearest_mode", "floor"))
                .output("y", ExactNumbers.tensor(DType.FLOAT32, y, 1, 1, 22, 26))
                .within(allowed)
                .check();
    }
}
