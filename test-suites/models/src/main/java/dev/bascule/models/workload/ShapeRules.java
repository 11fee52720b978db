package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The shapes of operators' outputs, by ONNX's own definitions (https://onnx.ai/onnx/operators/). An operator that is not
 * here has no known shape. Stateless.
 */
final class ShapeRules {
    /** Operators whose output may take over the buffer of their first input. */
    private static final Set<String> ELEMENTWISE = Set.of(
            "Abs",
            "BatchNormalization",
            "Ceil",
            "Clip",
            "Cos",
            "Dropout",
            "Elu",
            "Erf",
            "Exp",
            "Floor",
            "Gelu",
            "HardSigmoid",
            "HardSwish",
            "Identity",
            "LeakyRelu",
            "Log",
            "LogSoftmax",
            "Mish",
            "Neg",
            "Not",
            "PRelu",
            "Reciprocal",
            "Relu",
            "Round",
            "Selu",
            "Sigmoid",
            "Sign",
            "Sin",
            "Softmax",
            "Softplus",
            "Softsign",
            "Sqrt",
            "Tanh");

    private static final Set<String> SAME_SHAPE = Set.of(
            "CumSum",
            "GroupNormalization",
            "InstanceNormalization",
            "LayerNormalization",
            "LpNormalization",
            "LRN",
            "RMSNormalization",
            "Trilu");

    private static final Set<String> BROADCAST =
            Set.of("Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Sum", "Mean", "Mod");
    private static final Set<String> COMPARISON =
            Set.of("Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", "And", "Or", "Xor");

    private ShapeRules() {}

    static boolean isElementwise(String operator) {
        return ELEMENTWISE.contains(operator) || BROADCAST.contains(operator);
    }

    /** The outputs' shapes in order, as many as the operator surely has. */
    static List<KnownShape> outputs(NodeView node) throws UnknownShapeException {
        String type = node.type();
        if (ELEMENTWISE.contains(type) || SAME_SHAPE.contains(type)) {
            return List.of(node.input(0));
        }
        if (BROADCAST.contains(type)) {
            return List.of(new KnownShape(node.input(0).dtype(), broadcast(node, 0)));
        }
        if (COMPARISON.contains(type)) {
            return List.of(new KnownShape(DType.BOOL, broadcast(node, 0)));
        }
        if (type.startsWith("Reduce")) {
            return List.of(reduced(node));
        }
        return switch (type) {
            case "Where" -> List.of(new KnownShape(node.input(1).dtype(), broadcast(node, 0)));
            case "Cast" -> List.of(node.input(0).as(node.dtype("to", DType.FLOAT32)));
            case "Constant", "ConstantOfShape" -> List.of(constant(node));
            case "Shape" -> List.of(KnownShape.of(DType.INT64, node.input(0).rank()));
            case "Conv",
                    "ConvInteger",
                    "ConvTranspose",
                    "MaxPool",
                    "AveragePool",
                    "LpPool",
                    "GlobalAveragePool",
                    "GlobalMaxPool" -> WindowShapes.outputs(node);
            case "MatMul" -> List.of(product(node, node.input(0).dtype()));
            case "MatMulInteger" -> List.of(product(node, DType.INT32));
            case "Gemm" -> List.of(gemm(node));
            case "DynamicQuantizeLinear" ->
                List.of(node.input(0).as(DType.UINT8), KnownShape.of(DType.FLOAT32), KnownShape.of(DType.UINT8));
            case "QuantizeLinear" ->
                List.of(node.input(0).as(node.has(2) ? node.input(2).dtype() : DType.UINT8));
            case "DequantizeLinear" -> List.of(node.input(0).as(node.input(1).dtype()));
            case "ArgMax", "ArgMin" -> List.of(arg(node));
            case "LSTM", "GRU", "RNN" -> recurrent(node);
            default -> MovingShapes.outputs(node);
        };
    }

    private static KnownShape constant(NodeView node) throws UnknownShapeException {
        Optional<TensorProto> value = node.attribute("value").map(one -> one.getT());
        if (node.type().equals("ConstantOfShape")) {
            DType dtype =
                    value.flatMap(tensor -> DType.ofOnnx(tensor.getDataType())).orElse(DType.FLOAT32);
            return new KnownShape(dtype, node.values(0));
        }
        if (value.isPresent()) {
            return new KnownShape(
                    DType.ofOnnx(value.get().getDataType())
                            .orElseThrow(() -> new UnknownShapeException("the type of a constant")),
                    value.get().getDimsList());
        }
        Optional<List<Long>> integers = node.integers("value_ints");
        if (integers.isPresent()) {
            return KnownShape.of(DType.INT64, integers.get().size());
        }
        return node.attribute("value_int").isPresent() ? KnownShape.of(DType.INT64) : KnownShape.of(DType.FLOAT32);
    }

    /** The common shape of the inputs from one on, by multidirectional broadcasting. */
    private static List<Long> broadcast(NodeView node, int from) throws UnknownShapeException {
        List<Long> common = new ArrayList<>(node.input(from).dims());
        for (int i = from + 1; i < node.proto().getInputCount(); i++) {
            common = new ArrayList<>(broadcast(common, node.input(i).dims()));
        }
        return common;
    }

    static List<Long> broadcast(List<Long> a, List<Long> b) {
        int rank = Math.max(a.size(), b.size());
        List<Long> both = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            long x = axis < rank - a.size() ? 1 : a.get(axis - (rank - a.size()));
            long y = axis < rank - b.size() ? 1 : b.get(axis - (rank - b.size()));
            both.add(x == 1 ? y : x);
        }
        return both;
    }

    private static KnownShape product(NodeView node, DType dtype) throws UnknownShapeException {
        List<Long> a = node.input(0).dims();
        List<Long> b = node.input(1).dims();
        if (a.isEmpty() || b.isEmpty()) {
            throw new UnknownShapeException("a product with a scalar");
        }
        // A vector is a row on the left and a column on the right, whose axis is not in the result.
        List<Long> rows = a.size() == 1 ? List.of() : a.subList(a.size() - 2, a.size() - 1);
        List<Long> columns = b.size() == 1 ? List.of() : b.subList(b.size() - 1, b.size());
        List<Long> dims = new ArrayList<>(broadcast(
                a.subList(0, Math.max(0, a.size() - 2)), b.subList(0, Math.max(0, b.size() - 2))));
        dims.addAll(rows);
        dims.addAll(columns);
        return new KnownShape(dtype, dims);
    }

    private static KnownShape gemm(NodeView node) throws UnknownShapeException {
        KnownShape a = node.input(0);
        KnownShape b = node.input(1);
        return KnownShape.of(
                a.dtype(),
                a.dim(node.integer("transA", 0) == 0 ? 0 : 1),
                b.dim(node.integer("transB", 0) == 0 ? 1 : 0));
    }

    private static KnownShape reduced(NodeView node) throws UnknownShapeException {
        KnownShape in = node.input(0);
        Optional<List<Long>> axes = node.integersOrInput("axes", 1);
        boolean keep = node.integer("keepdims", 1) != 0;
        boolean noop = axes.isEmpty() && node.integer("noop_with_empty_axes", 0) != 0;
        List<Long> dims = new ArrayList<>();
        for (int axis = 0; axis < in.rank(); axis++) {
            long here = axis;
            long other = here - in.rank();
            boolean gone = !noop
                    && axes.map(list -> list.contains(here) || list.contains(other))
                            .orElse(true);
            if (!gone || keep) {
                dims.add(gone ? 1L : in.dim(axis));
            }
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape arg(NodeView node) throws UnknownShapeException {
        KnownShape in = node.input(0);
        int axis = (int) node.integer("axis", 0);
        List<Long> dims = new ArrayList<>(in.dims());
        int place = axis < 0 ? axis + in.rank() : axis;
        if (node.integer("keepdims", 1) != 0) {
            dims.set(place, 1L);
        } else {
            dims.remove(place);
        }
        return new KnownShape(DType.INT64, dims);
    }

    /** {@code [length, directions, batch, hidden]}, then the last states. */
    private static List<KnownShape> recurrent(NodeView node) throws UnknownShapeException {
        KnownShape in = node.input(0);
        long directions = node.input(1).dim(0);
        long hidden = node.input(2).dim(2);
        if (node.integer("layout", 0) != 0) {
            throw new UnknownShapeException("a recurrent network with the batch first");
        }
        KnownShape last = KnownShape.of(in.dtype(), directions, in.dim(1), hidden);
        List<KnownShape> all = new ArrayList<>(
                List.of(KnownShape.of(in.dtype(), in.dim(0), directions, in.dim(1), hidden), last, last));
        return Collections.unmodifiableList(all);
    }
}
