package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers for computations: two with the same number may be the same one, done once. Large constants are told apart by their
 * names, small ones by their content, and all that is computed of small ones is taken for one. Used once and thrown away.
 */
final class ValueNumbers {
    /** Gone where they change nothing; what follows is then the same as without. */
    private static final Set<String> TRANSPARENT = Set.of(
            "Identity",
            "Dropout",
            "Cast",
            "CastLike",
            "Reshape",
            "Flatten",
            "Squeeze",
            "Unsqueeze",
            "Transpose",
            "Expand");

    private static final int SMALL_BYTES = 512;
    private static final String COMPUTED = "computed of small constants";

    private final Map<List<Object>, Integer> known = new HashMap<>();
    private final Map<String, Integer> ofValues = new HashMap<>();
    private final Set<String> small = new HashSet<>(Set.of(""));

    void constant(TensorProto tensor, String name) {
        if (tensor.getSerializedSize() <= SMALL_BYTES) {
            small.add(name);
            ofValues.put(
                    name,
                    number(tensor.toBuilder()
                            .clearName()
                            .clearDocString()
                            .build()
                            .toByteString()));
        }
    }

    /**
     * Of a node, whose outputs are numbered with it.
     *
     * @param fed whether it depends on an input's values
     * @param alike whether it may be held for another with the same inputs and attributes
     */
    int of(NodeProto node, boolean fed, boolean alike) {
        if (node.getOpType().equals("Constant")) {
            node.getAttributeList().stream()
                    .filter(AttributeProto::hasT)
                    .forEach(value -> constant(value.getT(), node.getOutput(0)));
        }
        if (!alike || (node.getSerializedSize() > SMALL_BYTES && node.getInputCount() == 0)) {
            return number("once", node.getOutputList());
        }
        boolean ofSmall = !fed && small.containsAll(node.getInputList());
        int number = ofSmall
                ? number(COMPUTED)
                : number(
                        node.getOpType(),
                        node.getDomain(),
                        node.getAttributeList(),
                        node.getInputList().stream().map(this::ofValue).toList());
        for (int i = 0; i < node.getOutputCount(); i++) {
            String output = node.getOutput(i);
            if (ofSmall) {
                small.add(output);
            }
            boolean through = i == 0 && TRANSPARENT.contains(node.getOpType()) && node.getInputCount() > 0;
            ofValues.putIfAbsent(
                    output, ofSmall ? number : through ? ofValue(node.getInput(0)) : number("output", number, i));
        }
        return number;
    }

    private int ofValue(String name) {
        return ofValues.computeIfAbsent(name, any -> number("named", any));
    }

    private int number(Object... parts) {
        return known.computeIfAbsent(List.of(parts), any -> known.size());
    }
}
