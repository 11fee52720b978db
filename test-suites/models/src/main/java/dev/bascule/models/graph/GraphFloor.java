package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.evidence.HeavyWork;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How small an engine that executes operators one by one can make a model's main graph: what an input feeds, an output needs
 * and nothing else computes already stays, and merges by known fusions only. Used once and thrown away.
 *
 * <p>Each doubt makes the floor lower. A value is fed where it depends on an input's values, not on its shape alone. Whatever
 * has a body, or is a function of the model's own, feeds nothing and needs nothing.
 */
final class GraphFloor {
    private static final Map<String, HeavyWork> HEAVY = Map.ofEntries(
            Map.entry("Conv", HeavyWork.CONVOLUTION),
            Map.entry("ConvTranspose", HeavyWork.CONVOLUTION),
            Map.entry("ConvInteger", HeavyWork.CONVOLUTION),
            Map.entry("QLinearConv", HeavyWork.CONVOLUTION),
            Map.entry("MaxPool", HeavyWork.POOLING),
            Map.entry("LSTM", HeavyWork.RECURRENCE),
            Map.entry("GRU", HeavyWork.RECURRENCE),
            Map.entry("RNN", HeavyWork.RECURRENCE),
            Map.entry("MatMul", HeavyWork.PRODUCT),
            Map.entry("Gemm", HeavyWork.PRODUCT),
            Map.entry("MatMulInteger", HeavyWork.PRODUCT),
            Map.entry("QLinearMatMul", HeavyWork.PRODUCT),
            Map.entry("MatMulNBits", HeavyWork.PRODUCT));

    /** Nodes that one fused node takes in. Attention is the largest: about twenty, a dozen of which count here. */
    private static final int MOST_IN_ONE = 32;

    /** Their outputs follow from shapes, which may be known beforehand. */
    private static final Set<String> OF_SHAPES = Set.of("Shape", "Size", "ConstantOfShape", "EyeLike");

    /** Dropped, moved, merged with their neighbors or put into weights. */
    private static final Set<String> VANISHING = Set.of(
            "Identity",
            "Dropout",
            "Cast",
            "CastLike",
            "Reshape",
            "Flatten",
            "Squeeze",
            "Unsqueeze",
            "Transpose",
            "Expand",
            "Slice",
            "Concat",
            "Split",
            "Gather",
            "Pad",
            "Tile",
            "Where",
            "Not",
            "BatchNormalization",
            "QuantizeLinear",
            "DequantizeLinear",
            "DynamicQuantizeLinear");

    /** With a constant they go into weights, or do nothing. */
    private static final Set<String> ARITHMETIC =
            Set.of("Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Sum", "Mean", "And", "Or", "Xor", "Clip");

    private static final Set<String> LOOPS = Set.of("Loop", "Scan");

    private final Set<String> functions = new HashSet<>();
    private final Set<String> fed = new HashSet<>();
    private final ValueNumbers numbers = new ValueNumbers();

    /**
     * @param least nodes that the graph has at least
     * @param work what is done in it, each computation once
     */
    record Floor(int least, Map<HeavyWork, Integer> work) {}

    private GraphFloor() {}

    static Floor of(ModelProto model) {
        GraphFloor floor = new GraphFloor();
        model.getFunctionsList().stream().map(FunctionProto::getName).forEach(floor.functions::add);
        return floor.walk(model.getGraph());
    }

    private Floor walk(GraphProto graph) {
        graph.getInputList().stream().map(ValueInfoProto::getName).forEach(fed::add);
        graph.getSparseInitializerList()
                .forEach(sparse -> fed.remove(sparse.getValues().getName()));
        graph.getInitializerList().forEach(tensor -> {
            fed.remove(tensor.getName());
            numbers.constant(tensor, tensor.getName());
        });
        int[] numberOf = new int[graph.getNodeCount()];
        boolean[] stays = new boolean[graph.getNodeCount()];
        for (int i = 0; i < numberOf.length; i++) {
            NodeProto node = graph.getNode(i);
            boolean isFed = isFed(node);
            stays[i] = isFed && !vanishes(node);
            numberOf[i] = numbers.of(node, isFed, !hasBody(node));
            if (isFed) {
                fed.addAll(node.getOutputList());
            }
        }
        Set<String> wanted = new HashSet<>();
        graph.getOutputList().stream().map(ValueInfoProto::getName).forEach(wanted::add);
        Set<Integer> counted = new HashSet<>();
        Map<HeavyWork, Integer> work = new EnumMap<>(HeavyWork.class);
        for (int i = numberOf.length - 1; i >= 0; i--) {
            NodeProto node = graph.getNode(i);
            if (node.getOutputList().stream().noneMatch(wanted::contains)) {
                continue;
            }
            if (needsItsInputs(node)) {
                wanted.addAll(node.getInputList());
            }
            HeavyWork heavy = HEAVY.get(node.getOpType());
            if (stays[i] && counted.add(numberOf[i]) && heavy != null) {
                work.merge(heavy, 1, Integer::sum);
            }
        }
        int merged = (counted.size() + MOST_IN_ONE - 1) / MOST_IN_ONE;
        return new Floor(Math.max(HeavyWork.nodesOf(work), merged), work);
    }

    private boolean isFed(NodeProto node) {
        return !hasBody(node)
                && !functions.contains(node.getOpType())
                && !OF_SHAPES.contains(node.getOpType())
                && node.getInputList().stream().anyMatch(fed::contains);
    }

    private boolean vanishes(NodeProto node) {
        return VANISHING.contains(node.getOpType())
                || (ARITHMETIC.contains(node.getOpType())
                        && (node.getInputCount() < 2 || !fed.containsAll(node.getInputList())));
    }

    /** A branch that is known beforehand takes its condition's place. */
    private boolean needsItsInputs(NodeProto node) {
        return !functions.contains(node.getOpType()) && (!hasBody(node) || LOOPS.contains(node.getOpType()));
    }

    private static boolean hasBody(NodeProto node) {
        return node.getAttributeList().stream()
                .anyMatch((AttributeProto attribute) -> attribute.hasG() || attribute.getGraphsCount() > 0);
    }
}
