package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a model ends. The loss takes logits and has a softmax of its own, so a softmax at the end is left out, also where nodes follow that only pass its
 * numbers on; other activations stay, which is told. Immutable.
 *
 * @param nodes those that are trained
 * @param softmax what was left out
 * @param note what is to be told
 */
record Ending(List<NodeProto> nodes, Optional<NodeProto> softmax, Optional<String> note) {
    private static final Set<String> PASSING =
            Set.of("Identity", "Dropout", "Flatten", "Reshape", "Squeeze", "Unsqueeze", "Cast");

    /** Those between whose bounds no logits grow, or that are zero for many; what a log-softmax gives the loss takes as its logits. */
    private static final Set<String> BOUNDING = Set.of("Sigmoid", "HardSigmoid", "Tanh", "Clip", "Softsign", "Relu");

    Ending {
        nodes = List.copyOf(nodes);
    }

    /**
     * @param nodes in their order, all needed
     * @param output of the last of them
     */
    static Ending of(List<NodeProto> nodes, String output) {
        String value = output;
        for (int i = nodes.size() - 1; i >= 0; i--) {
            NodeProto node = nodes.get(i);
            if (!node.getOutputList().contains(value)) {
                continue;
            }
            if (node.getOpType().equals("Softmax")) {
                return without(nodes, i);
            }
            if (BOUNDING.contains(node.getOpType())) {
                return new Ending(
                        nodes,
                        Optional.empty(),
                        Optional.of("%s '%s' at the end stays: the loss takes what it gives as logits"
                                .formatted(node.getOpType(), node.getName())));
            }
            if (!PASSING.contains(node.getOpType())) {
                break;
            }
            value = node.getInput(0);
        }
        return new Ending(nodes, Optional.empty(), Optional.empty());
    }

    private static Ending without(List<NodeProto> nodes, int at) {
        NodeProto softmax = nodes.get(at);
        if (nodes.stream()
                        .filter(node -> node.getInputList().contains(softmax.getOutput(0)))
                        .count()
                > 1) {
            return new Ending(
                    nodes,
                    Optional.empty(),
                    Optional.of(
                            "Softmax '%s' at the end stays, for other nodes read it: the loss takes what it gives as logits"
                                    .formatted(softmax.getName())));
        }
        List<NodeProto> kept = new ArrayList<>(nodes);
        kept.set(at, softmax.toBuilder().setOpType("Identity").clearAttribute().build());
        return new Ending(
                kept,
                Optional.of(softmax),
                Optional.of("Softmax '%s' at the end is left out: the loss has its own".formatted(softmax.getName())));
    }

    /**
     * Refuses a softmax that was left out and is not over the classes, which the loss's own is.
     *
     * @param taken what the softmax is taken of
     */
    void check(Shape taken, long classes, long opset) {
        NodeProto node = softmax.orElseThrow(() -> new IllegalStateException("no softmax was left out"));
        int rank = taken.rank();
        boolean together = opset < 13;
        long named = node.getAttributeList().stream()
                .filter(each -> each.getName().equals("axis"))
                .map(AttributeProto::getI)
                .findFirst()
                .orElse(together ? 1L : -1L);
        int axis = Math.toIntExact(named < 0 ? named + rank : named);
        if (axis < 0 || axis > rank) {
            throw Untrainable.because(node, "is over axis %d of %s".formatted(named, taken));
        }
        long over = taken.dims().subList(axis, together ? rank : Math.min(axis + 1, rank)).stream()
                .reduce(1L, (a, b) -> a * b);
        if (axis == 0 || over != classes) {
            throw Untrainable.because(
                    node, "at the end is over axis %d of %s, and is to be over the classes".formatted(axis, taken));
        }
    }
}
