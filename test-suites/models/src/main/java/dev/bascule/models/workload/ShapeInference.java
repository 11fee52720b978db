package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.onnx.Protos;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * The shapes of a graph's values for given inputs: by the operators' rules, with the contents of small integer tensors
 * followed as far as shapes are made of them, else by what the model itself declares. Used for one graph and thrown away.
 */
final class ShapeInference {
    /** Shapes, axes and indices are small; weights of integers are not followed. */
    private static final int SMALL = 64;

    private final Map<String, KnownShape> shapes = new HashMap<>();
    private final Map<String, List<Long>> numbers = new HashMap<>();
    private final Map<String, List<Double>> fractions = new HashMap<>();
    private final Map<String, ValueInfoProto> declared = new HashMap<>();
    private final Map<String, Long> named = new HashMap<>();
    private final Map<String, String> unknown = new LinkedHashMap<>();

    private ShapeInference() {}

    /**
     * What is known.
     *
     * @param shapes by value
     * @param unknown values without a shape, and why
     */
    record Inferred(Map<String, KnownShape> shapes, Map<String, String> unknown) {}

    static Inferred of(GraphProto graph, Map<String, Tensor> inputs) {
        ShapeInference inference = begun(graph, inputs);
        graph.getNodeList().forEach(inference::node);
        return new Inferred(inference.shapes, inference.unknown);
    }

    /** One that has looked at no node yet. */
    static ShapeInference begun(GraphProto graph, Map<String, Tensor> inputs) {
        ShapeInference inference = new ShapeInference();
        inference.begin(graph, inputs);
        return inference;
    }

    /** A node with what is known so far. */
    NodeView view(NodeProto node) {
        return new NodeView(node, shapes, numbers, fractions);
    }

    Optional<KnownShape> shape(String value) {
        return Optional.ofNullable(shapes.get(value));
    }

    /** The content of a small tensor of whole numbers, as far as it is followed. */
    Optional<List<Long>> numbers(String value) {
        return Optional.ofNullable(numbers.get(value));
    }

    /** A value whose content is not followed. */
    void know(String value, KnownShape shape) {
        shapes.put(value, shape);
    }

    /** A constant. */
    void know(String value, Tensor tensor) {
        constant(value, Protos.tensor(value, tensor));
    }

    private void begin(GraphProto graph, Map<String, Tensor> inputs) {
        graph.getInitializerList().forEach(tensor -> constant(tensor.getName(), tensor));
        inputs.forEach((name, tensor) ->
                shapes.put(name, new KnownShape(tensor.dtype(), tensor.shape().dims())));
        graph.getInputList().forEach(this::bind);
        graph.getValueInfoList().forEach(info -> declared.put(info.getName(), info));
        graph.getOutputList().forEach(info -> declared.put(info.getName(), info));
    }

    /** A dimension's name stands for the same size everywhere in a model. */
    private void bind(ValueInfoProto info) {
        KnownShape shape = shapes.get(info.getName());
        List<TensorShapeProto.Dimension> dims =
                info.getType().getTensorType().getShape().getDimList();
        for (int axis = 0; shape != null && axis < dims.size() && axis < shape.rank(); axis++) {
            if (Dim.Named.isName(dims.get(axis).getDimParam())) {
                named.put(dims.get(axis).getDimParam(), shape.dim(axis));
            }
        }
    }

    private void constant(String name, TensorProto tensor) {
        DType.ofOnnx(tensor.getDataType())
                .ifPresent(dtype -> shapes.put(name, new KnownShape(dtype, tensor.getDimsList())));
        content(tensor).ifPresent(values -> numbers.put(name, values));
        small(tensor, Set.of(DType.FLOAT32)).ifPresent(values -> fractions.put(name, values));
    }

    private static Optional<List<Long>> content(TensorProto tensor) {
        return small(tensor, Set.of(DType.INT64, DType.INT32))
                .map(values -> values.stream().map(Double::longValue).toList());
    }

    private static Optional<List<Double>> small(TensorProto tensor, Set<DType> dtypes) {
        DType dtype = DType.ofOnnx(tensor.getDataType()).orElse(DType.STRING);
        long elements = tensor.getDimsList().stream().reduce(1L, (a, b) -> a * b);
        if (!dtypes.contains(dtype) || elements > SMALL) {
            return Optional.empty();
        }
        try {
            Elements.Reader reader = Elements.of(TensorProtos.decode(tensor));
            return Optional.of(LongStream.range(0, elements)
                    .mapToObj(i -> reader.at((int) i))
                    .toList());
        } catch (BasculeException elsewhere) {
            return Optional.empty();
        }
    }

    /** Infers what a node gives, whose inputs were looked at before. */
    void node(NodeProto node) {
        NodeView view = view(node);
        try {
            List<KnownShape> outputs = ShapeRules.outputs(view);
            for (int i = 0; i < node.getOutputCount(); i++) {
                if (i < outputs.size()) {
                    // More than can be counted is nothing that a sum may be made of.
                    outputs.get(i).bytes();
                    put(node.getOutput(i), outputs.get(i));
                } else {
                    fallBack(node.getOutput(i), "a further output of " + node.getOpType());
                }
            }
        } catch (UnknownShapeException | RuntimeException e) {
            String why = Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
            node.getOutputList().forEach(name -> fallBack(name, why));
        }
        try {
            List<Long> content = content(view);
            if (!content.isEmpty() && content.size() <= SMALL) {
                numbers.put(node.getOutput(0), content);
            }
            if (node.getOpType().equals("Constant")) {
                view.attribute("value")
                        .flatMap(one -> small(one.getT(), Set.of(DType.FLOAT32)))
                        .ifPresent(values -> fractions.put(node.getOutput(0), values));
            }
        } catch (UnknownShapeException | RuntimeException notFollowed) {
            // Most values are no shapes: nothing is lost.
        }
    }

    private void put(String name, KnownShape shape) {
        if (!name.isEmpty()) {
            shapes.put(name, shape);
        }
    }

    private void fallBack(String name, String why) {
        if (name.isEmpty()) {
            return;
        }
        Optional<KnownShape> own = Optional.ofNullable(declared.get(name)).flatMap(this::declared);
        own.ifPresentOrElse(shape -> shapes.put(name, shape), () -> unknown.put(name, why));
    }

    private Optional<KnownShape> declared(ValueInfoProto info) {
        TypeProto.Tensor type = info.getType().getTensorType();
        Optional<DType> dtype = DType.ofOnnx(type.getElemType());
        if (!info.getType().hasTensorType() || !type.hasShape() || dtype.isEmpty()) {
            return Optional.empty();
        }
        List<Long> dims = new ArrayList<>();
        for (TensorShapeProto.Dimension dim : type.getShape().getDimList()) {
            Long size = dim.hasDimValue() ? Long.valueOf(dim.getDimValue()) : named.get(dim.getDimParam());
            if (size == null) {
                return Optional.empty();
            }
            dims.add(size);
        }
        return Optional.of(new KnownShape(dtype.get(), dims));
    }

    /** The content of an integer output, where it follows from known ones; empty where it is not followed. */
    private static List<Long> content(NodeView node) throws UnknownShapeException {
        return switch (node.type()) {
            case "Constant" -> {
                Optional<List<Long>> integers = node.integers("value_ints");
                yield integers.isPresent()
                        ? integers.get()
                        : node.attribute("value_int")
                                .map(one -> List.of(one.getI()))
                                .or(() -> node.attribute("value").flatMap(one -> content(one.getT())))
                                .orElse(List.of());
            }
            case "Shape" -> {
                List<Long> dims = node.input(0).dims();
                long start = node.integer("start", 0);
                long end = node.integer("end", dims.size());
                yield dims.subList(
                        (int) (start < 0 ? start + dims.size() : start), (int) (end < 0 ? end + dims.size() : end));
            }
            case "Identity", "Squeeze", "Unsqueeze", "Reshape", "Cast" -> node.values(0);
            case "Gather" -> {
                List<Long> from = node.values(0);
                List<Long> picked = new ArrayList<>();
                for (long index : node.values(1)) {
                    picked.add(from.get((int) (index < 0 ? index + from.size() : index)));
                }
                yield picked;
            }
            case "Concat" -> {
                List<Long> all = new ArrayList<>();
                for (int i = 0; i < node.proto().getInputCount(); i++) {
                    all.addAll(node.values(i));
                }
                yield all;
            }
            case "Slice" -> {
                List<Long> from = node.values(0);
                long start = node.values(1).get(0);
                long step = node.has(4) ? node.values(4).get(0) : 1;
                long count = MovingShapes.sliceSize(
                        from.size(), start, node.values(2).get(0), step);
                List<Long> part = new ArrayList<>();
                long first = start < 0 ? start + from.size() : start;
                for (long i = 0; i < count; i++) {
                    part.add(from.get((int) (first + i * step)));
                }
                yield part;
            }
            case "Add", "Sub", "Mul", "Div" -> arithmetic(node);
            case "ConstantOfShape" -> {
                long fill = node.attribute("value")
                        .flatMap(one -> content(one.getT()))
                        .map(list -> list.get(0))
                        .orElseThrow(() -> new UnknownShapeException("a fill that is no integer"));
                yield new ArrayList<>(java.util.Collections.nCopies(
                        (int) node.values(0).stream()
                                .reduce(1L, (a, b) -> a * b)
                                .longValue(),
                        fill));
            }
            default -> List.of();
        };
    }

    private static List<Long> arithmetic(NodeView node) throws UnknownShapeException {
        List<Long> a = node.values(0);
        List<Long> b = node.values(1);
        List<Long> result = new ArrayList<>();
        for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
            long x = a.get(a.size() == 1 ? 0 : i);
            long y = b.get(b.size() == 1 ? 0 : i);
            result.add(
                    switch (node.type()) {
                        case "Add" -> x + y;
                        case "Sub" -> x - y;
                        case "Mul" -> x * y;
                        default -> x / y;
                    });
        }
        return result;
    }

    /** The unknown ones in one line: the first reasons, and how many values each has. */
    static String summary(Map<String, String> unknown) {
        Map<String, Integer> reasons = new TreeMap<>();
        unknown.values().forEach(why -> reasons.merge(why, 1, Integer::sum));
        return String.join("; ", reasons.keySet().stream().limit(3).toList());
    }
}
