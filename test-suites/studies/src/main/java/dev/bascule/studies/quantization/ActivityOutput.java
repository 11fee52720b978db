package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the output of a model fed frame by frame that says how likely something is there. Stateless. */
public final class ActivityOutput {
    private static final Set<String> PROBABILITY = Set.of("Sigmoid", "HardSigmoid");
    private static final Set<String> PASSED =
            Set.of("Identity", "Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "ReduceMean", "DequantizeLinear");
    private static final int MOST_STEPS = 32;

    private ActivityOutput() {}

    /**
     * The one output besides those that are fed back, where it comes out of a sigmoid: by its mean, in another shape, or out of each
     * branch of an If. Empty of several, and of anything else.
     *
     * @param carried outputs that are fed back
     */
    public static Optional<String> of(GraphProto graph, Collection<String> carried) {
        List<String> told = graph.getOutputList().stream()
                .map(output -> output.getName())
                .filter(output -> !carried.contains(output))
                .toList();
        return told.size() == 1 && isProbability(List.of(graph), told.get(0), MOST_STEPS)
                ? Optional.of(told.get(0))
                : Optional.empty();
    }

    /** @param scope a graph, before it those inside of which it stands, whose values it sees */
    private static boolean isProbability(List<GraphProto> scope, String value, int steps) {
        Optional<NodeProto> maker = scope.stream()
                .flatMap(graph -> graph.getNodeList().stream())
                .filter(node -> node.getOutputList().contains(value))
                .findFirst();
        if (maker.isEmpty() || steps == 0) {
            return false;
        }
        NodeProto node = maker.orElseThrow();
        if (PROBABILITY.contains(node.getOpType())) {
            return true;
        }
        if (node.getOpType().equals("If")) {
            int at = node.getOutputList().indexOf(value);
            List<GraphProto> branches = node.getAttributeList().stream()
                    .filter(AttributeProto::hasG)
                    .map(AttributeProto::getG)
                    .toList();
            return !branches.isEmpty()
                    && branches.stream()
                            .allMatch(branch -> at < branch.getOutputCount()
                                    && isProbability(
                                            within(scope, branch),
                                            branch.getOutput(at).getName(),
                                            steps - 1));
        }
        return PASSED.contains(node.getOpType())
                && node.getInputCount() > 0
                && isProbability(scope, node.getInput(0), steps - 1);
    }

    private static List<GraphProto> within(List<GraphProto> scope, GraphProto branch) {
        List<GraphProto> inner = new ArrayList<>(scope);
        inner.add(branch);
        return inner;
    }
}
