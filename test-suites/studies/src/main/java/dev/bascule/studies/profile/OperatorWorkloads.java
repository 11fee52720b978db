package dev.bascule.studies.profile;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.profile.ProfileFigure.Subject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * A maker of workloads. Floats are multiples of 1/64 up to 1, and weights these times a power of two, so that every format
 * holds them exactly and one reference serves them all. Floats go through several nodes in a row, which makes little of the
 * way to the device and back. Unsigned bytes use their whole range. Signed ones keep to 7 bits, as quantisers' "reduce range"
 * does: x86 without VNNI adds two of their products in 16 bits, which the whole range saturates (doctor tells of that). Stateless.
 */
final class OperatorWorkloads {
    private static final long SEED = 42;
    private static final int MATMULS = 4;
    private static final int CONVS = 2;
    private static final int STEPS = 64;
    private static final int REDUCED = 63;

    private OperatorWorkloads() {}

    /** Square matrix products: {@code y = x · W · W · W · W}, or for integers one product summed in 32 bits. */
    static OperatorWorkload matmul(DType dtype, int n) {
        SplittableRandom random = new SplittableRandom(SEED);
        Shape shape = Shape.of(n, n);
        boolean whole = dtype == DType.UINT8;
        int nodes = whole ? 1 : MATMULS;
        double[] x = fill(n * n, whole ? () -> random.nextInt(256) : () -> unit(random));
        double scale = scale(n);
        double[] w = fill(n * n, whole ? () -> random.nextInt(2 * REDUCED + 1) - REDUCED : () -> scale * unit(random));
        double[] y = x;
        for (int i = 0; i < nodes; i++) {
            y = WorkloadReference.product(y, w, n);
        }
        return workload(
                Subject.MODEL,
                "matmul",
                dtype,
                n,
                2.0 * n * n * n * nodes,
                graph(dtype, whole ? "MatMulInteger" : "MatMul", nodes, shape, w, shape),
                NumberFormats.tensor(dtype, shape, x),
                NumberFormats.tensor(result(dtype), shape, y),
                tolerance(dtype, n, nodes));
    }

    /** Convolutions of 3 × 3 over a square picture with as many channels out as in. */
    static OperatorWorkload conv(DType dtype, int channels, int edge) {
        SplittableRandom random = new SplittableRandom(SEED);
        boolean whole = dtype == DType.UINT8;
        int nodes = whole ? 1 : CONVS;
        Shape shape = Shape.of(1, channels, edge, edge);
        Shape weights = Shape.of(channels, channels, 3, 3);
        double[] x = fill(channels * edge * edge, whole ? () -> random.nextInt(256) : () -> unit(random));
        double scale = scale(9 * channels);
        double[] w = fill(
                channels * channels * 9,
                whole ? () -> random.nextInt(2 * REDUCED + 1) - REDUCED : () -> scale * unit(random));
        double[] y = x;
        for (int i = 0; i < nodes; i++) {
            y = WorkloadReference.convolution(y, w, channels, edge);
        }
        return workload(
                Subject.MODEL,
                "conv3x3",
                dtype,
                channels,
                2.0 * 9 * channels * channels * edge * edge * nodes,
                graph(dtype, whole ? "ConvInteger" : "Conv", nodes, shape, w, weights),
                NumberFormats.tensor(dtype, shape, x),
                NumberFormats.tensor(result(dtype), shape, y),
                tolerance(dtype, 9 * channels, nodes));
    }

    /** A workload of 32-bit floats, computed in TF32: its factors are exact in it, its sums of so many terms rounded to it. */
    static OperatorWorkload tf32(OperatorWorkload exact, int terms, int nodes) {
        return new OperatorWorkload(
                exact.subject(),
                exact.name(),
                exact.dtype(),
                Optional.of(Precision.TF32),
                exact.size(),
                exact.unit(),
                exact.work(),
                exact.model(),
                exact.input(),
                exact.expected(),
                tolerance("tf32", 0x1p-11, terms, nodes));
    }

    static OperatorWorkload matmulTf32(int n) {
        return tf32(matmul(DType.FLOAT32, n), n, MATMULS);
    }

    static OperatorWorkload convTf32(int channels, int edge) {
        return tf32(conv(DType.FLOAT32, channels, edge), 9 * channels, CONVS);
    }

    /** The smallest graph there is to call: one float plus one. */
    static OperatorWorkload launch() {
        Shape one = Shape.of(1);
        return new OperatorWorkload(
                Subject.LAUNCH,
                "call",
                DType.FLOAT32,
                Optional.empty(),
                1,
                Unit.CALL,
                1,
                graph(DType.FLOAT32, "Add", 1, one, new double[] {0.5}, one),
                Tensor.floats(one, 1),
                Tensor.floats(one, 1.5f),
                Tolerance.EXACT);
    }

    /**
     * So many bytes to the device, and so many back, negated there: an identity may be left out by an engine, and what was
     * never on the device was not transferred.
     */
    static OperatorWorkload transfer(int bytes) {
        int length = bytes / 4;
        float[] x = new float[length];
        float[] y = new float[length];
        for (int i = 0; i < length; i++) {
            x[i] = i % 1021;
            y[i] = -x[i];
        }
        Shape shape = Shape.of(length);
        return new OperatorWorkload(
                Subject.TRANSFER,
                "round trip",
                DType.FLOAT32,
                Optional.empty(),
                bytes,
                Unit.BYTE,
                2.0 * bytes,
                graph(DType.FLOAT32, "Neg", 1, shape, new double[0], shape),
                Tensor.floats(shape, x),
                Tensor.floats(shape, y),
                Tolerance.EXACT);
    }

    private static OperatorWorkload workload(
            Subject subject,
            String name,
            DType dtype,
            long size,
            double flops,
            byte[] model,
            Tensor input,
            Tensor expected,
            Tolerance tolerance) {
        return new OperatorWorkload(
                subject,
                name,
                dtype,
                dtype == DType.FLOAT32 ? Optional.of(Precision.FLOAT32) : Optional.empty(),
                size,
                Unit.FLOP,
                flops,
                model,
                input,
                expected,
                tolerance);
    }

    /**
     * Rounding in the format itself, of sums of so many terms (Higham and Mary, SIAM J. Sci. Comput. 41, 2019: errors grow
     * with the root of the terms), a node after another; integers are exact.
     */
    private static Tolerance tolerance(DType dtype, int terms, int nodes) {
        double unit = switch (dtype) {
            case FLOAT16 -> 0x1p-11;
            case BFLOAT16 -> 0x1p-8;
            case FLOAT32 -> 0x1p-24;
            default -> 0;
        };
        return unit == 0 ? Tolerance.EXACT : tolerance(dtype.wireName(), unit, terms, nodes);
    }

    private static Tolerance tolerance(String format, double unit, int terms, int nodes) {
        return new Tolerance(
                2 * unit * Math.sqrt(terms) * (1 + Math.sqrt(nodes)),
                "%s: u=%.3g × 2√%d terms × (1+√%d nodes)".formatted(format, unit, terms, nodes));
    }

    private static DType result(DType dtype) {
        return dtype == DType.UINT8 ? DType.INT32 : dtype;
    }

    private static double unit(SplittableRandom random) {
        return (random.nextInt(2 * STEPS + 1) - STEPS) / (double) STEPS;
    }

    /** The power of two that keeps the spread of a sum of so many products: a third is the variance of the factors. */
    private static double scale(int terms) {
        return Math.scalb(1.0, (int) Math.round(Math.log(Math.sqrt(3.0 / terms)) / Math.log(2)));
    }

    private static double[] fill(int length, DoubleSupplier next) {
        double[] values = new double[length];
        Arrays.setAll(values, i -> next.getAsDouble());
        return values;
    }

    private static byte[] graph(DType dtype, String operator, int nodes, Shape shape, double[] weights, Shape wShape) {
        GraphProto.Builder graph = GraphProto.newBuilder().setName(operator);
        AttributeProto[] attributes = operator.startsWith("Conv")
                ? new AttributeProto[] {Attributes.ints("pads", 1, 1, 1, 1)}
                : new AttributeProto[0];
        for (int i = 0; i < nodes; i++) {
            String read = i == 0 ? "x" : "h" + i;
            graph.addNode(Protos.node(
                    operator,
                    operator + i,
                    weights.length > 0 ? List.of(read, "W") : List.of(read),
                    List.of(i == nodes - 1 ? "y" : "h" + (i + 1)),
                    attributes));
        }
        if (weights.length > 0) {
            DType held = dtype == DType.UINT8 ? DType.INT8 : dtype;
            graph.addInitializer(Protos.tensor("W", NumberFormats.tensor(held, wShape, weights)));
        }
        graph.addInput(Protos.typed("x", dtype, shape.dims()))
                .addOutput(Protos.typed("y", result(dtype), shape.dims()));
        // Only opset 22 has convolutions of bfloat16.
        return Protos.model(dtype == DType.BFLOAT16 ? 22 : 17, graph).toByteArray();
    }
}
