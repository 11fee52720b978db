package dev.bascule.studies.hardware;

import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.stream.Stream;

/** Matrix products in floats, of sizes that fill no vector and no tile. Stateless. */
final class MatrixChecks {
    private static final int M = 37;
    private static final int K = 65;
    private static final int N = 129;

    private MatrixChecks() {}

    static List<HardwareCheck> all() {
        return Stream.of(
                        Stream.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16, DType.FLOAT64)
                                .map(MatrixChecks::matmul),
                        Stream.of(vector(), batched()),
                        Stream.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16).map(MatrixChecks::gemm),
                        Stream.of(attention(DType.FLOAT32), attention(DType.FLOAT16)))
                .flatMap(checks -> checks)
                .toList();
    }

    /** What a device can do that computes in this format. */
    static CapabilityId<Boolean> format(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> CapabilityRegistry.FP64;
            case FLOAT32 -> CapabilityRegistry.FP32;
            case FLOAT16 -> CapabilityRegistry.FP16;
            case BFLOAT16 -> CapabilityRegistry.BF16;
            default -> throw new IllegalArgumentException(dtype + " is no float");
        };
    }

    /** The format as people write it. */
    static String word(DType dtype) {
        String id = format(dtype).id();
        return id.substring(id.indexOf('.') + 1);
    }

    private static HardwareCheck matmul(DType dtype) {
        ExactNumbers draw = new ExactNumbers(11);
        double[] a = draw.reals(dtype, M * K, -1, 1);
        double[] b = draw.reals(dtype, K * N, -1, 1);
        return new CheckModel("matmul-" + word(dtype), "MatMul %s, %dx%d · %dx%d".formatted(word(dtype), M, K, K, N))
                .input("a", ExactNumbers.tensor(dtype, a, M, K))
                .constant("b", ExactNumbers.tensor(dtype, b, K, N))
                .node("MatMul", "a b", "y")
                .output("y", ExactNumbers.tensor(dtype, PlainArithmetic.product(a, b, M, K, N), M, N))
                .within(Bounds.sums(dtype, K, 1))
                .shows(format(dtype))
                .check();
    }

    private static HardwareCheck vector() {
        int k = 257;
        int n = 131;
        ExactNumbers draw = new ExactNumbers(12);
        double[] a = draw.reals(DType.FLOAT32, k, -1, 1);
        double[] b = draw.reals(DType.FLOAT32, k * n, -1, 1);
        return new CheckModel("matmul-vector-fp32", "MatMul fp32, 1x%d · %dx%d".formatted(k, k, n))
                .input("a", ExactNumbers.tensor(DType.FLOAT32, a, 1, k))
                .constant("b", ExactNumbers.tensor(DType.FLOAT32, b, k, n))
                .node("MatMul", "a b", "y")
                .output("y", ExactNumbers.tensor(DType.FLOAT32, PlainArithmetic.product(a, b, 1, k, n), 1, n))
                .within(Bounds.sums(DType.FLOAT32, k, 1))
                .shows(CapabilityRegistry.FP32)
                .check();
    }

    /** Both factors are fed, so that neither can be laid out anew beforehand. */
    private static HardwareCheck batched() {
        int m = 17;
        int k = 33;
        int n = 19;
        ExactNumbers draw = new ExactNumbers(13);
        double[] y = new double[3 * m * n];
        double[] a = draw.reals(DType.FLOAT32, 3 * m * k, -1, 1);
        double[] b = draw.reals(DType.FLOAT32, 3 * k * n, -1, 1);
        for (int i = 0; i < 3; i++) {
            double[] part = PlainArithmetic.product(
                    java.util.Arrays.copyOfRange(a, i * m * k, (i + 1) * m * k),
                    java.util.Arrays.copyOfRange(b, i * k * n, (i + 1) * k * n),
                    m,
                    k,
                    n);
            System.arraycopy(part, 0, y, i * m * n, m * n);
        }
        return new CheckModel("matmul-batched-fp32", "MatMul fp32, 3 of %dx%d · %dx%d".formatted(m, k, k, n))
                .input("a", ExactNumbers.tensor(DType.FLOAT32, a, 3, m, k))
                .input("b", ExactNumbers.tensor(DType.FLOAT32, b, 3, k, n))
                .node("MatMul", "a b", "y")
                .output("y", ExactNumbers.tensor(DType.FLOAT32, y, 3, m, n))
                .within(Bounds.sums(DType.FLOAT32, k, 1))
                .shows(CapabilityRegistry.FP32)
                .check();
    }

    /** {@code y = a · bᵀ / 2 + 2c}. */
    private static HardwareCheck gemm(DType dtype) {
        ExactNumbers draw = new ExactNumbers(14);
        double[] a = draw.reals(dtype, M * K, -1, 1);
        double[] b = draw.reals(dtype, N * K, -1, 1);
        double[] c = draw.reals(dtype, N, -1, 1);
        double[] y =
                PlainArithmetic.times(PlainArithmetic.product(a, PlainArithmetic.transposed(b, N, K), M, K, N), 0.5);
        for (int i = 0; i < y.length; i++) {
            y[i] += 2 * c[i % N];
        }
        return new CheckModel(
                        "gemm-" + word(dtype), "Gemm %s, %dx%d · (%dx%d)ᵀ / 2 + 2c".formatted(word(dtype), M, K, N, K))
                .input("a", ExactNumbers.tensor(dtype, a, M, K))
                .constant("b", ExactNumbers.tensor(dtype, b, N, K))
                .constant("c", ExactNumbers.tensor(dtype, c, N))
                .node(
                        "Gemm",
                        "a b c",
                        "y",
                        Attributes.integer("transB", 1),
                        Attributes.real("alpha", 0.5),
                        Attributes.real("beta", 2))
                .output("y", ExactNumbers.tensor(dtype, y, M, N))
                .within(Bounds.sums(dtype, K + 1, 1))
                .shows(format(dtype))
                .check();
    }

    /** {@code softmax(q · kᵀ / 8) · v}: three nodes, whose roundings follow each other. */
    private static HardwareCheck attention(DType dtype) {
        int queries = 37;
        int keys = 41;
        int depth = 64;
        int values = 65;
        ExactNumbers draw = new ExactNumbers(15);
        double[] q = draw.reals(dtype, queries * depth, -1, 1);
        double[] k = draw.reals(dtype, depth * keys, -1, 1);
        double[] v = draw.reals(dtype, keys * values, -1, 1);
        double[] scores = PlainArithmetic.times(PlainArithmetic.product(q, k, queries, depth, keys), 0.125);
        double[] y = PlainArithmetic.product(PlainArithmetic.softmax(scores, keys), v, queries, keys, values);
        return new CheckModel(
                        "attention-" + word(dtype),
                        "MatMul, Mul, Softmax, MatMul %s, %d queries, %d keys".formatted(word(dtype), queries, keys))
                .input("q", ExactNumbers.tensor(dtype, q, queries, depth))
                .input("k", ExactNumbers.tensor(dtype, k, depth, keys))
                .input("v", ExactNumbers.tensor(dtype, v, keys, values))
                .constant("scale", ExactNumbers.tensor(dtype, new double[] {0.125}, 1))
                .node("MatMul", "q k", "products")
                .node("Mul", "products scale", "scores")
                .node("Softmax", "scores", "weights", Attributes.integer("axis", -1))
                .node("MatMul", "weights v", "y")
                .output("y", ExactNumbers.tensor(dtype, y, queries, values))
                .within(Bounds.sums(dtype, depth + keys, 4))
                .shows(format(dtype))
                .check();
    }
}
