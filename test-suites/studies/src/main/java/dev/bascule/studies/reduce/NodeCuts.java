package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fewer outputs, fewer optional inputs, fewer attributes. Stateless. */
final class NodeCuts {
    private NodeCuts() {}

    static List<Candidate> of(Specimen specimen) {
        List<Candidate> candidates = new ArrayList<>();
        outputs(specimen, candidates);
        for (int index = 0; index < specimen.nodes(); index++) {
            attributes(specimen, index, candidates);
            inputs(specimen, index, candidates);
        }
        return candidates;
    }

    private static void outputs(Specimen specimen, List<Candidate> candidates) {
        List<String> outputs = specimen.outputs();
        if (outputs.size() > 1) {
            for (String output : outputs) {
                Set<String> kept = new HashSet<>(outputs);
                kept.remove(output);
                candidates.add(
                        new Candidate("without output '%s'".formatted(output), Parts.withOutputs(specimen, kept)));
            }
        }
    }

    private static void attributes(Specimen specimen, int index, List<Candidate> candidates) {
        NodeProto node = specimen.model().getGraph().getNode(index);
        for (int at = 0; at < node.getAttributeCount(); at++) {
            AttributeProto attribute = node.getAttribute(at);
            int here = at;
            candidates.add(new Candidate(
                    "%s: %s as by default".formatted(node.getOpType(), attribute.getName()),
                    Parts.withNode(
                            specimen,
                            index,
                            old -> old.toBuilder().removeAttribute(here).build())));
        }
    }

    /** From the second on: no operator has an optional first. */
    private static void inputs(Specimen specimen, int index, List<Candidate> candidates) {
        NodeProto node = specimen.model().getGraph().getNode(index);
        for (int at = node.getInputCount() - 1; at > 0; at--) {
            if (node.getInput(at).isEmpty()) {
                continue;
            }
            int here = at;
            candidates.add(new Candidate(
                    "%s: without input %d ('%s')".formatted(node.getOpType(), at, node.getInput(at)),
                    Parts.withNode(specimen, index, old -> without(old, here))));
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
