package dev.bascule.studies.hardware;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Whole numbers: 8-bit products over their whole range, summed in 32 bits, and 64-bit arithmetic. Stateless. */
final class IntegerChecks {
    private static final int M = 37;
    private static final int K = 65;
    private static final int N = 129;
    private static final Convolution PICTURE = new Convolution(5, 19, 23, 7, 3, 1, 1, 1, 1);

    private IntegerChecks() {}

    static List<HardwareCheck> all() {
        return List.of(
                matmul("matmul-integer-u8s8", DType.UINT8, DType.INT8),
                matmul("matmul-integer-u8u8", DType.UINT8, DType.UINT8),
                linearMatmul("qlinear-matmul-uint8", DType.UINT8),
                linearMatmul("qlinear-matmul-int8", DType.INT8),
                conv(),
                linearConv(),
                quantize(),
                longs());
    }

    private static double least(DType dtype) {
        return dtype == DType.INT8 ? -128 : 0;
    }

    private static double[] drawn(ExactNumbers draw, DType dtype, int count) {
        int least = (int) least(dtype);
        return draw.wholes(count, least, least + 255);
    }

    private static Tensor one(DType dtype, double value) {
        return ExactNumbers.tensor(dtype, new double[] {value}, new long[0]);
    }

    private static HardwareCheck matmul(String id, DType left, DType right) {
        ExactNumbers draw = new ExactNumbers(31);
        double[] a = drawn(draw, left, M * K);
        double[] b = drawn(draw, right, K * N);
        double zero = left == DType.UINT8 ? 131 : 3;
        double[] y = PlainArithmetic.product(PlainArithmetic.plus(a, -zero), b, M, K, N);
        return new CheckModel(id, "MatMulInteger %s x %s, whole range".formatted(left.wireName(), right.wireName()))
                .input("a", ExactNumbers.tensor(left, a, M, K))
                .constant("b", ExactNumbers.tensor(right, b, K, N))
                .constant("zero", one(left, zero))
                .node("MatMulInteger", "a b zero", "y")
                .output("y", ExactNumbers.tensor(DType.INT32, y, M, N))
                .shows(CapabilityRegistry.INT8)
                .check();
    }

    private static HardwareCheck linearMatmul(String id, DType dtype) {
        ExactNumbers draw = new ExactNumbers(32);
        double[] a = drawn(draw, dtype, M * K);
        double[] b = drawn(draw, dtype, K * N);
        double zeroA = dtype == DType.UINT8 ? 127 : -1;
        double zeroB = dtype == DType.UINT8 ? 129 : 2;
        double zeroY = dtype == DType.UINT8 ? 120 : 5;
        double scale = 0.0625 * 0.03125 / 64;
        double[] y = Arrays.stream(PlainArithmetic.product(
                        PlainArithmetic.plus(a, -zeroA), PlainArithmetic.plus(b, -zeroB), M, K, N))
                .map(sum -> PlainArithmetic.saturated(sum * scale + zeroY, least(dtype), least(dtype) + 255))
                .toArray();
        return new CheckModel(id, "QLinearMatMul %s, whole range".formatted(dtype.wireName()))
                .input("a", ExactNumbers.tensor(dtype, a, M, K))
                .constant("scaleA", one(DType.FLOAT32, 0.0625))
                .constant("zeroA", one(dtype, zeroA))
                .constant("b", ExactNumbers.tensor(dtype, b, K, N))
                .constant("scaleB", one(DType.FLOAT32, 0.03125))
                .constant("zeroB", one(dtype, zeroB))
                .constant("scaleY", one(DType.FLOAT32, 64))
                .constant("zeroY", one(dtype, zeroY))
                .node("QLinearMatMul", "a scaleA zeroA b scaleB zeroB scaleY zeroY", "y")
                .output("y", ExactNumbers.tensor(dtype, y, M, N))
                .within(Bounds.requantized())
                .shows(CapabilityRegistry.INT8)
                .check();
    }

    /** The border counts as the zero point, which is 0 once it is taken off. */
    private static HardwareCheck conv() {
        ExactNumbers draw = new ExactNumbers(33);
        double[] x = drawn(draw, DType.UINT8, PICTURE.inputs());
        double[] w = drawn(draw, DType.UINT8, PICTURE.weights());
        double[] y = PICTURE.of(PlainArithmetic.plus(x, -125), PlainArithmetic.plus(w, -130));
        return new CheckModel("conv-integer-u8u8", "ConvInteger uint8 x uint8, whole range")
                .input("x", ExactNumbers.tensor(DType.UINT8, x, 1, 5, 19, 23))
                .constant("w", ExactNumbers.tensor(DType.UINT8, w, 7, 5, 3, 3))
                .constant("zeroX", one(DType.UINT8, 125))
                .constant("zeroW", one(DType.UINT8, 130))
                .node("ConvInteger", "x w zeroX zeroW", "y", ConvolutionChecks.attributes(PICTURE))
                .output("y", ExactNumbers.tensor(DType.INT32, y, 1, 7, 19, 23))
                .shows(CapabilityRegistry.INT8)
                .check();
    }

    /** A scale for each filter, as quantized networks have it. */
    private static HardwareCheck linearConv() {
        ExactNumbers draw = new ExactNumbers(34);
        double[] x = drawn(draw, DType.UINT8, PICTURE.inputs());
        double[] w = draw.wholes(PICTURE.weights(), -127, 127);
        double[] scales = draw.reals(DType.FLOAT32, PICTURE.filters(), 0.01, 0.05);
        double[] y = PICTURE.of(PlainArithmetic.plus(x, -128), w);
        int area = PICTURE.outHeight() * PICTURE.outWidth();
        for (int i = 0; i < y.length; i++) {
            y[i] = PlainArithmetic.saturated(y[i] * scales[i / area] * 0.0625 / 4 + 128, 0, 255);
        }
        return new CheckModel("qlinear-conv-u8s8", "QLinearConv uint8 x int8, a scale for each filter")
                .input("x", ExactNumbers.tensor(DType.UINT8, x, 1, 5, 19, 23))
                .constant("scaleX", one(DType.FLOAT32, 0.0625))
                .constant("zeroX", one(DType.UINT8, 128))
                .constant("w", ExactNumbers.tensor(DType.INT8, w, 7, 5, 3, 3))
                .constant("scaleW", ExactNumbers.tensor(DType.FLOAT32, scales, 7))
                .constant("zeroW", ExactNumbers.tensor(DType.INT8, new double[7], 7))
                .constant("scaleY", one(DType.FLOAT32, 4))
                .constant("zeroY", one(DType.UINT8, 128))
                .node(
                        "QLinearConv",
                        "x scaleX zeroX w scaleW zeroW scaleY zeroY",
                        "y",
                        ConvolutionChecks.attributes(PICTURE))
                .output("y", ExactNumbers.tensor(DType.UINT8, y, 1, 7, 19, 23))
                .within(Bounds.requantized())
                .shows(CapabilityRegistry.INT8)
                .check();
    }

    /** The scale is a power of two, so that ties are ties in any format: they go to the even number. */
    private static HardwareCheck quantize() {
        double[] x = new ExactNumbers(35).wholes(301, -400, 400);
        double[] real = PlainArithmetic.times(x, 0.125);
        double[] y = Arrays.stream(real)
                .map(value -> PlainArithmetic.saturated(value / 0.25 + 100, 0, 255))
                .toArray();
        return new CheckModel("quantize-uint8", "QuantizeLinear fp32 to uint8, ties and bounds")
                .input("x", ExactNumbers.tensor(DType.FLOAT32, real, 7, 43))
                .constant("scale", one(DType.FLOAT32, 0.25))
                .constant("zero", one(DType.UINT8, 100))
                .node("QuantizeLinear", "x scale zero", "y")
                .output("y", ExactNumbers.tensor(DType.UINT8, y, 7, 43))
                .check();
    }

    /** {@code (a + b) · 3 - b}, far beyond what a double or 32 bits hold. */
    private static HardwareCheck longs() {
        long[] a = new long[67];
        long[] b = new long[67];
        long[] y = new long[67];
        for (int i = 0; i < a.length; i++) {
            a[i] = (1L << 53) + i * 1_000_003L;
            b[i] = -(1L << 40) * i + 7L * i - 1;
            y[i] = (a[i] + b[i]) * 3 - b[i];
        }
        Shape shape = Shape.of(67);
        return new CheckModel("int64", "Add, Mul, Sub int64, beyond 2^53")
                .input("a", Tensor.longs(shape, a))
                .input("b", Tensor.longs(shape, b))
                .constant("three", Tensor.longs(Shape.of(1), 3))
                .node("Add", "a b", "sum")
                .node("Mul", "sum three", "product")
                .node("Sub", "product b", "y")
                .output("y", Tensor.longs(shape, y))
                .leaves("OpenVINO's CPU plugin is known to compute 64-bit integers in 32 bits"
                        + " (openvinotoolkit/openvino#35823)")
                .check();
    }
}
