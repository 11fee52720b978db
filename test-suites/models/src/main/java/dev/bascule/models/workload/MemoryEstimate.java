package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a model's tensors take while it runs, by its graph alone: the weights, and the greatest sum of activations that are
 * alive at once when nodes run in the model's order and each buffer is given back after its last use. An elementwise node
 * whose first input is not used again writes over it, as ONNX Runtime's planner lets it. Immutable.
 *
 * <p>Covered: initializers (in external files or not), constants, inputs, outputs, values between nodes, of known shape. Not
 * covered: the engine itself and its graph, copies of weights in other layouts (packed, im2col), kernels' scratch memory,
 * what an arena takes ahead, device memory of a driver's own. For these {@link
 * #atMost} gives a bound that was measured on ONNX Runtime's CPU; other engines have none.
 *
 * <p>Values that nodes inside the bodies of If, Loop and Scan make are not followed: they count as unknown, and the estimate
 * as a lower bound.
 *
 * @param weightBytes initializers and constants by dtype, in external files or not
 * @param activationBytes the greatest sum of inputs and values alive at once
 * @param unknownValues values without a known shape, which count as nothing
 * @param reason why these are unknown; blank where all are known
 */
public record MemoryEstimate(Map<DType, Long> weightBytes, long activationBytes, int unknownValues, String reason) {

    /** What a process grows by at least, of the total: fusions leave values out that the graph has. */
    static final double LEAST_SHARE = 0.5;
    /** What a process's size differs by from one start to the next, whatever the model, in bytes. */
    static final long SLACK = 48L << 20;

    /** While a model is opened its weights are there as they are in the file, as read from it, and packed. */
    private static final int WEIGHT_COPIES = 3;

    private static final int ACTIVATION_COPIES = 4;

    public MemoryEstimate {
        weightBytes = Collections.unmodifiableMap(new TreeMap<>(weightBytes));
    }

    /** The estimate for a model that is fed these tensors. */
    public static MemoryEstimate of(OnnxModelFile model, Map<String, Tensor> inputs) {
        return of(model.proto().getGraph(), inputs);
    }

    static MemoryEstimate of(GraphProto graph, Map<String, Tensor> inputs) {
        ShapeInference.Inferred inferred = ShapeInference.of(graph, inputs);
        int inside = inside(graph);
        String why = ShapeInference.summary(inferred.unknown());
        return new MemoryEstimate(
                weights(graph),
                new Liveness(graph, inferred.shapes(), inputs.keySet()).peak(),
                inferred.unknown().size() + inside,
                inside == 0
                        ? why
                        : why
                                + (why.isEmpty() ? "" : "; ")
                                + "%d are inside the bodies of If, Loop or Scan".formatted(inside));
    }

    /** Values that nodes in the bodies of others make. */
    private static int inside(GraphProto graph) {
        return graph.getNodeList().stream()
                .flatMap(node -> node.getAttributeList().stream())
                .filter(AttributeProto::hasG)
                .map(AttributeProto::getG)
                .mapToInt(body -> inside(body)
                        + body.getNodeList().stream()
                                .filter(node -> !node.getOpType().equals("Constant"))
                                .mapToInt(NodeProto::getOutputCount)
                                .sum())
                .sum();
    }

    public long weights() {
        return weightBytes.values().stream().mapToLong(Long::longValue).sum();
    }

    public long total() {
        return weights() + activationBytes;
    }

    /**
     * What a process that opens and runs the model on ONNX Runtime's CPU was never seen to grow beyond, in bytes: each weight
     * three times while it is opened; activations twice, for the arena keeps what the first inference took when it plans the
     * second as one block, and each of them once more in the layout that kernels want; and what a process's size differs by
     * anyway. Means nothing where {@link #isLowerBound}.
     */
    public long atMost() {
        return WEIGHT_COPIES * weights() + ACTIVATION_COPIES * activationBytes + SLACK;
    }

    /** Whether values are missing in it. */
    public boolean isLowerBound() {
        return unknownValues > 0;
    }

    private static Map<DType, Long> weights(GraphProto graph) {
        Map<DType, Long> sums = new HashMap<>();
        graph.getInitializerList().forEach(tensor -> add(sums, tensor));
        graph.getSparseInitializerList().forEach(sparse -> add(sums, sparse.getValues()));
        for (NodeProto node : graph.getNodeList()) {
            node.getAttributeList().forEach(attribute -> {
                if (node.getOpType().equals("Constant") && attribute.hasT()) {
                    add(sums, attribute.getT());
                }
                if (attribute.hasG()) {
                    weights(attribute.getG()).forEach((dtype, bytes) -> sums.merge(dtype, bytes, Long::sum));
                }
            });
        }
        return sums;
    }

    /** By its dimensions: data in another file count as well. */
    private static void add(Map<DType, Long> sums, TensorProto tensor) {
        DType.ofOnnx(tensor.getDataType())
                .ifPresent(dtype -> sums.merge(
                        dtype, dtype.bytes(tensor.getDimsList().stream().reduce(1L, Math::multiplyExact)), Long::sum));
    }

    /** Which values are alive when. */
    private static final class Liveness {
        private final GraphProto graph;
        private final Map<String, KnownShape> shapes;
        private final Map<String, Integer> lastUse = new HashMap<>();
        private final Set<String> kept = new HashSet<>();
        private final Set<String> alive;

        Liveness(GraphProto graph, Map<String, KnownShape> shapes, Set<String> inputs) {
            this.graph = graph;
            this.shapes = shapes;
            // The caller holds what it feeds; what it fetches lives to the end.
            kept.addAll(inputs);
            graph.getOutputList().stream().map(ValueInfoProto::getName).forEach(kept::add);
            this.alive = new HashSet<>(inputs);
            List<NodeProto> nodes = graph.getNodeList();
            for (int i = 0; i < nodes.size(); i++) {
                int here = i;
                taken(nodes.get(i)).forEach(name -> lastUse.put(name, here));
            }
        }

        long peak() {
            long now = alive.stream().mapToLong(this::bytes).sum();
            long peak = now;
            List<NodeProto> nodes = graph.getNodeList();
            for (int i = 0; i < nodes.size(); i++) {
                NodeProto node = nodes.get(i);
                if (node.getOpType().equals("Constant")) {
                    continue;
                }
                long reused = reused(node, i);
                for (String output : node.getOutputList()) {
                    if (alive.add(output)) {
                        now += bytes(output);
                    }
                }
                peak = Math.max(peak, now - reused);
                for (String name : List.copyOf(alive)) {
                    if (!kept.contains(name) && lastUse.getOrDefault(name, -1) <= i) {
                        alive.remove(name);
                        now -= bytes(name);
                    }
                }
            }
            return peak;
        }

        /** Bytes of the first input where the output is written over it. */
        private long reused(NodeProto node, int index) {
            if (!ShapeRules.isElementwise(node.getOpType()) || node.getInputCount() == 0) {
                return 0;
            }
            String first = node.getInput(0);
            boolean dies = alive.contains(first) && !kept.contains(first) && lastUse.getOrDefault(first, -1) == index;
            return dies && bytes(first) == bytes(node.getOutput(0)) ? bytes(first) : 0;
        }

        private long bytes(String value) {
            KnownShape shape = shapes.get(value);
            return shape == null ? 0 : shape.bytes();
        }

        private static Set<String> taken(NodeProto node) {
            Set<String> names = new HashSet<>(node.getInputList());
            node.getAttributeList().stream()
                    .filter(one -> one.hasG())
                    .forEach(one -> one.getG().getNodeList().forEach(inner -> names.addAll(taken(inner))));
            return names;
        }
    }
}
