package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.workload.Multiplications;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Layers by what computes them: the operator, and whether it convolves in groups, as depthwise ones do, for which engines have other kernels.
 * Immutable.
 *
 * @param all in the order of their first layers
 */
public record LayerKinds(List<Kind> all) {
    public LayerKinds {
        all = List.copyOf(all);
    }

    /**
     * One.
     *
     * @param name as {@code Conv}, or {@code grouped Conv}
     * @param shares of its layers in its work, by their weights, in the graph's order; they add up to 1
     * @param byMultiplications whether work is multiplications of an inference; else elements of weights, as shapes are not all known
     */
    public record Kind(String name, Map<String, Double> shares, boolean byMultiplications) {
        public Kind {
            shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
        }

        /** Writes all of it in this precision, and leaves all others. */
        public Method in(LayerPrecision precision) {
            return new KindMethod(this, precision);
        }
    }

    /**
     * Of a model.
     *
     * @param inputs what it is fed, whose shapes say how much is multiplied
     */
    public static LayerKinds of(ModelProto model, Map<String, Tensor> inputs) {
        GraphProto graph = Prepared.of(model).getGraph();
        Map<String, Long> multiplications = Multiplications.byOutput(graph, inputs);
        Map<String, List<Weight>> kinds = new LinkedHashMap<>();
        for (Weight weight : Weights.of(graph).all()) {
            kinds.computeIfAbsent(name(weight.node()), any -> new ArrayList<>()).add(weight);
        }
        List<Kind> all = new ArrayList<>();
        kinds.forEach((name, layers) -> {
            Map<String, Long> work = new LinkedHashMap<>();
            layers.forEach(
                    layer -> work(layer, graph, multiplications).ifPresent(count -> work.put(layer.name(), count)));
            boolean known = work.size() == layers.size();
            if (!known) {
                layers.forEach(layer -> work.put(layer.name(), (long) layer.values().length));
            }
            double sum = work.values().stream().mapToDouble(Long::doubleValue).sum();
            Map<String, Double> shares = new LinkedHashMap<>();
            layers.forEach(layer -> shares.put(layer.name(), work.getOrDefault(layer.name(), 0L) / sum));
            all.add(new Kind(name, shares, known));
        });
        return new LayerKinds(all);
    }

    private static String name(NodeProto node) {
        return (Nodes.integer(node, "group", 1) > 1 ? "grouped " : "") + node.getOpType();
    }

    /** Of all nodes that take it; empty where one is not known, or all is nothing. */
    private static OptionalLong work(Weight weight, GraphProto graph, Map<String, Long> multiplications) {
        long sum = 0;
        for (NodeProto node : graph.getNodeList()) {
            if (Weights.isProduct(node)
                    && Nodes.input(node, 1).filter(weight.name()::equals).isPresent()) {
                long count = multiplications.getOrDefault(node.getOutput(0), 0L);
                if (count == 0) {
                    return OptionalLong.empty();
                }
                sum += count;
            }
        }
        return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
    }
}
