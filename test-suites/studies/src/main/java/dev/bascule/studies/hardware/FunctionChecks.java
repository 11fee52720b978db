package dev.bascule.studies.hardware;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import java.util.Arrays;
import java.util.List;

/** Functions of numbers and of rows: softmax, normalization, erf, long sums. Stateless. */
final class FunctionChecks {
    private static final int ROWS = 37;
    private static final int LENGTH = 129;

    private FunctionChecks() {}

    static List<HardwareCheck> all() {
        return List.of(
                softmax(DType.FLOAT32), softmax(DType.FLOAT16), layerNormalization(), erf(), gelu(), sum(), mean());
    }

    private static HardwareCheck softmax(DType dtype) {
        double[] x = new ExactNumbers(41).reals(dtype, ROWS * LENGTH, -8, 8);
        String word = MatrixChecks.word(dtype);
        return new CheckModel("softmax-" + word, "Softmax %s, rows of %d".formatted(word, LENGTH))
                .input("x", ExactNumbers.tensor(dtype, x, ROWS, LENGTH))
                .node("Softmax", "x", "y", Attributes.integer("axis", -1))
                .output("y", ExactNumbers.tensor(dtype, PlainArithmetic.softmax(x, LENGTH), ROWS, LENGTH))
                .within(Bounds.softmax(dtype, 16, LENGTH))
                .shows(MatrixChecks.format(dtype))
                .check();
    }

    private static HardwareCheck layerNormalization() {
        ExactNumbers draw = new ExactNumbers(42);
        double[] x = draw.reals(DType.FLOAT32, ROWS * LENGTH, -0.5, 1.5);
        double[] scale = draw.reals(DType.FLOAT32, LENGTH, 0.5, 1.5);
        double[] bias = draw.reals(DType.FLOAT32, LENGTH, -1, 1);
        return new CheckModel("layer-normalization-fp32", "LayerNormalization fp32, rows of %d".formatted(LENGTH))
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, ROWS, LENGTH))
                .constant("scale", ExactNumbers.tensor(DType.FLOAT32, scale, LENGTH))
                .constant("bias", ExactNumbers.tensor(DType.FLOAT32, bias, LENGTH))
                .node(
                        "LayerNormalization",
                        "x scale bias",
                        "y",
                        Attributes.integer("axis", -1),
                        Attributes.real("epsilon", 0x1p-17))
                .output(
                        "y",
                        ExactNumbers.tensor(
                                DType.FLOAT32,
                                PlainArithmetic.layerNormalization(x, scale, bias, 0x1p-17),
                                ROWS,
                                LENGTH))
                .within(Bounds.sums(DType.FLOAT32, LENGTH, 3))
                .shows(CapabilityRegistry.FP32)
                .check();
    }

    private static HardwareCheck erf() {
        double[] x = new ExactNumbers(43).reals(DType.FLOAT32, 997, -4.5, 4.5);
        return new CheckModel("erf-fp32", "Erf fp32")
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, 997))
                .node("Erf", "x", "y")
                .output(
                        "y",
                        ExactNumbers.tensor(
                                DType.FLOAT32,
                                Arrays.stream(x).map(PlainArithmetic::erf).toArray(),
                                997))
                .within(Bounds.erf(1))
                .check();
    }

    /** As networks of before opset 20 spell it. */
    private static HardwareCheck gelu() {
        double[] x = new ExactNumbers(44).reals(DType.FLOAT32, 997, -6, 6);
        return new CheckModel("gelu-fp32", "Div, Erf, Add, Mul, Mul fp32: Gelu, spelled out")
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, 997))
                .constant("root", ExactNumbers.tensor(DType.FLOAT32, new double[] {Math.sqrt(2)}, 1))
                .constant("one", ExactNumbers.tensor(DType.FLOAT32, new double[] {1}, 1))
                .constant("half", ExactNumbers.tensor(DType.FLOAT32, new double[] {0.5}, 1))
                .node("Div", "x root", "scaled")
                .node("Erf", "scaled", "error")
                .node("Add", "error one", "shifted")
                .node("Mul", "x shifted", "product")
                .node("Mul", "product half", "y")
                .output(
                        "y",
                        ExactNumbers.tensor(
                                DType.FLOAT32,
                                Arrays.stream(x).map(PlainArithmetic::gelu).toArray(),
                                997))
                .within(Bounds.erf(3))
                .check();
    }

    /** So many that the order of the sum shows. */
    private static HardwareCheck sum() {
        int count = 100_003;
        double[] x = new ExactNumbers(45).reals(DType.FLOAT32, count, 0, 1);
        return new CheckModel("reduce-sum-fp32", "ReduceSum fp32, %d elements".formatted(count))
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, count))
                .constant("axes", Tensor.longs(Shape.of(1), 0))
                .node("ReduceSum", "x axes", "y", Attributes.integer("keepdims", 1))
                .output(
                        "y",
                        ExactNumbers.tensor(
                                DType.FLOAT32, new double[] {Arrays.stream(x).sum()}, 1))
                .within(Bounds.longSum(DType.FLOAT32, count))
                .shows(CapabilityRegistry.FP32)
                .check();
    }

    private static HardwareCheck mean() {
        int rows = 11;
        int length = 4099;
        double[] x = new ExactNumbers(46).reals(DType.FLOAT32, rows * length, 0, 1);
        double[] y = new double[rows];
        for (int row = 0; row < rows; row++) {
            y[row] = Arrays.stream(x, row * length, (row + 1) * length).sum() / length;
        }
        Tolerance allowed = Bounds.longSum(DType.FLOAT32, length);
        return new CheckModel("reduce-mean-fp32", "ReduceMean fp32, rows of %d".formatted(length))
                .input("x", ExactNumbers.tensor(DType.FLOAT32, x, rows, length))
                .node("ReduceMean", "x", "y", Attributes.ints("axes", 1), Attributes.integer("keepdims", 0))
                .output("y", ExactNumbers.tensor(DType.FLOAT32, y, rows))
                .within(allowed)
                .shows(CapabilityRegistry.FP32)
                .check();
    }
}
