package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fewer outputs, fewer optional inputs, fewer attributes. Stateless. */
final class NodeCuts {
    private NodeCuts() {}

    static List<SmallerModel> of(ReproModel repro) {
        List<SmallerModel> candidates = new ArrayList<>();
        outputs(repro, candidates);
        for (int index = 0; index < repro.nodes(); index++) {
            attributes(repro, index, candidates);
            inputs(repro, index, candidates);
        }
        return candidates;
    }

    private static void outputs(ReproModel repro, List<SmallerModel> candidates) {
        List<String> outputs = repro.outputs();
        if (outputs.size() > 1) {
            for (String output : outputs) {
                Set<String> kept = new HashSet<>(outputs);
                kept.remove(output);
                candidates.add(new SmallerModel(
                        "without output '%s'".formatted(output), ReproTensors.withOutputs(repro, kept)));
            }
        }
    }

    private static void attributes(ReproModel repro, int index, List<SmallerModel> candidates) {
        NodeProto node = repro.model().getGraph().getNode(index);
        for (int at = 0; at < node.getAttributeCount(); at++) {
            AttributeProto attribute = node.getAttribute(at);
            int here = at;
            candidates.add(new SmallerModel(
                    "%s: %s as by default".formatted(node.getOpType(), attribute.getName()),
                    ReproTensors.withNode(
                            repro,
                            index,
                            old -> old.toBuilder().removeAttribute(here).build())));
        }
    }

    /** From the second on: no operator has an optional first. */
    private static void inputs(ReproModel repro, int index, List<SmallerModel> candidates) {
        NodeProto node = repro.model().getGraph().getNode(index);
        for (int at = node.getInputCount() - 1; at > 0; at--) {
            if (node.getInput(at).isEmpty()) {
                continue;
            }
            int here = at;
            candidates.add(new SmallerModel(
                    "%s: without input %d ('%s')".formatted(node.getOpType(), at, node.getInput(at)),
                    ReproTensors.withNode(repro, index, old -> without(old, here))));
        }
    }

    private static NodeProto without(NodeProto node, int input) {
        List<String> inputs = new ArrayList<>(node.getInputList());
        inputs.set(input, "");
        while (!inputs.isEmpty() && inputs.get(inputs.size() - 1).isEmpty()) {
            inputs.remove(inputs.size() - 1);
        }
        return node.toBuilder().clearInput().addAllInput(inputs).build();
    }
}
