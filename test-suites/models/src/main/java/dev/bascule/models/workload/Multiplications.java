package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Multiplications with an addition each, of convolutions, products and recurrent layers, by a graph alone. Elementwise work is not
 * counted. Immutable.
 *
 * @param count of those that are known
 * @param unknown nodes that multiply and whose shapes are not known, bodies of If, Loop and Scan among them
 * @param reason which these are; blank where all are known
 */
public record Multiplications(long count, int unknown, String reason) {
    /** Shapes that make more are no model's. */
    private static final long MOST = Long.MAX_VALUE / 4;

    private static final Set<String> CONVOLUTIONS = Set.of("Conv", "ConvInteger", "QLinearConv", "FusedConv");
    private static final Set<String> PRODUCTS = Set.of("MatMul", "MatMulInteger");
    private static final Set<String> RECURRENT = Set.of("LSTM", "GRU", "RNN");
    /** They multiply, and no rule here knows what they give. */
    private static final Set<String> OTHERS =
            Set.of("Attention", "MultiHeadAttention", "GroupQueryAttention", "QLinearMatMul", "Einsum", "FusedMatMul");

    /** Of a model that is fed these tensors. */
    public static Multiplications of(OnnxModelFile model, Map<String, Tensor> inputs) {
        return of(model.proto().getGraph(), inputs);
    }

    static Multiplications of(GraphProto graph, Map<String, Tensor> inputs) {
        Map<String, KnownShape> shapes = ShapeInference.of(graph, inputs).shapes();
        long count = 0;
        Map<String, Integer> unknown = new TreeMap<>();
        for (NodeProto node : graph.getNodeList()) {
            if (multiplies(node)) {
                long before = count;
                Optional<Long> many = counted(node, shapes).filter(each -> each < MOST - before);
                if (many.isPresent()) {
                    count += many.get();
                } else {
                    unknown.merge(node.getOpType(), 1, Integer::sum);
                }
            }
            node.getAttributeList().stream()
                    .filter(AttributeProto::hasG)
                    .forEach(attribute -> inside(attribute.getG(), unknown));
        }
        return new Multiplications(
                count,
                unknown.values().stream().mapToInt(Integer::intValue).sum(),
                unknown.isEmpty() ? "" : "not counted: " + unknown);
    }

    /**
     * Of each node by its first output, as far as it is known; bodies of nodes are not looked at.
     *
     * @param inputs what the graph is fed
     */
    public static Map<String, Long> byOutput(GraphProto graph, Map<String, Tensor> inputs) {
        Map<String, KnownShape> shapes = ShapeInference.of(graph, inputs).shapes();
        Map<String, Long> known = new HashMap<>();
        graph.getNodeList().stream()
                .filter(node -> node.getOutputCount() > 0 && multiplies(node))
                .forEach(node -> counted(node, shapes)
                        .filter(each -> each < MOST)
                        .ifPresent(each -> known.put(node.getOutput(0), each)));
        return known;
    }

    private static void inside(GraphProto body, Map<String, Integer> unknown) {
        for (NodeProto node : body.getNodeList()) {
            if (multiplies(node)) {
                unknown.merge(node.getOpType() + " in a body", 1, Integer::sum);
            }
            node.getAttributeList().stream()
                    .filter(AttributeProto::hasG)
                    .forEach(attribute -> inside(attribute.getG(), unknown));
        }
    }

    private static boolean multiplies(NodeProto node) {
        String type = node.getOpType();
        return CONVOLUTIONS.contains(type)
                || PRODUCTS.contains(type)
                || RECURRENT.contains(type)
                || OTHERS.contains(type)
                || Set.of("ConvTranspose", "Gemm", "MatMulNBits").contains(type);
    }

    /** Shapes that cannot be are not counted. */
    private static Optional<Long> counted(NodeProto node, Map<String, KnownShape> shapes) {
        try {
            return count(node, shapes);
        } catch (ArithmeticException | IndexOutOfBoundsException impossible) {
            return Optional.empty();
        }
    }

    private static Optional<Long> count(NodeProto node, Map<String, KnownShape> shapes) {
        String type = node.getOpType();
        Optional<KnownShape> in = shape(node, 0, shapes);
        Optional<KnownShape> weight = shape(node, type.equals("QLinearConv") ? 3 : 1, shapes);
        Optional<KnownShape> out =
                node.getOutputCount() == 0 ? Optional.empty() : Optional.ofNullable(shapes.get(node.getOutput(0)));
        if (type.equals("MatMulNBits")) {
            return in.map(x -> Math.multiplyExact(x.elements(), integer(node, "N")));
        }
        if (in.isEmpty() || weight.isEmpty()) {
            return Optional.empty();
        }
        KnownShape x = in.get();
        KnownShape w = weight.get();
        if (CONVOLUTIONS.contains(type)) {
            return out.map(y -> Math.multiplyExact(y.elements(), w.elements() / Math.max(1, w.dim(0))));
        }
        if (PRODUCTS.contains(type)) {
            return out.map(y -> Math.multiplyExact(y.elements(), x.dim(-1)));
        }
        if (RECURRENT.contains(type)) {
            return shape(node, 2, shapes)
                    .filter(recurrence -> x.rank() == 3)
                    .map(recurrence -> Math.multiplyExact(x.dim(0) * x.dim(1), w.elements() + recurrence.elements()));
        }
        return switch (type) {
            case "ConvTranspose" -> Optional.of(Math.multiplyExact(x.elements(), w.elements() / Math.max(1, w.dim(0))));
            case "Gemm" -> out.map(y -> Math.multiplyExact(y.elements(), x.dim(integer(node, "transA") == 0 ? 1 : 0)));
            default -> Optional.empty();
        };
    }

    private static Optional<KnownShape> shape(NodeProto node, int index, Map<String, KnownShape> shapes) {
        return index < node.getInputCount() ? Optional.ofNullable(shapes.get(node.getInput(index))) : Optional.empty();
    }

    private static long integer(NodeProto node, String key) {
        return ElementTypes.attribute(node, key).map(AttributeProto::getI).orElse(0L);
    }
}
