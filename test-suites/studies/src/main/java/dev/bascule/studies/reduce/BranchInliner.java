package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An inliner of the branch that an If takes in the place of the If, so that one can look into it. Stateless. */
final class BranchInliner {
    private BranchInliner() {}

    /** The model without its Ifs, each replaced by the branch that is taken on these inputs; empty where it has none. */
    static Optional<ModelProto> inlined(ReproModel repro, ReproExaminer examiner) {
        ModelProto model = repro.model();
        boolean any = false;
        // A branch may hold an If of its own.
        for (int round = 0; round < 16; round++) {
            GraphView graph = new GraphView(model);
            Optional<NodeProto> found = model.getGraph().getNodeList().stream()
                    .filter(node ->
                            node.getOpType().equals("If") && node.getDomain().isEmpty())
                    .findFirst();
            if (found.isEmpty()) {
                break;
            }
            ReferenceValues values = new ReferenceValues(new ReproModel(model, repro.inputs()), graph, examiner);
            model = inline(model, found.get(), values);
            any = true;
        }
        return any ? Optional.of(model) : Optional.empty();
    }

    private static ModelProto inline(ModelProto model, NodeProto branching, ReferenceValues values) {
        boolean then = Elements.of(values.of(branching.getInput(0))).at(0) != 0;
        GraphProto branch = branching.getAttributeList().stream()
                .filter(attribute -> attribute.getName().equals(then ? "then_branch" : "else_branch"))
                .map(AttributeProto::getG)
                .findFirst()
                .orElseThrow();
        Set<String> made = new HashSet<>();
        branch.getNodeList().forEach(inner -> made.addAll(inner.getOutputList()));
        branch.getInitializerList().forEach(tensor -> made.add(tensor.getName()));
        Map<String, String> names = new HashMap<>();
        for (int index = 0; index < branching.getOutputCount(); index++) {
            if (made.contains(branch.getOutput(index).getName())) {
                names.put(branch.getOutput(index).getName(), branching.getOutput(index));
            }
        }
        GraphProto.Builder graph = model.getGraph().toBuilder().clearNode();
        branch.getInitializerList()
                .forEach(tensor -> graph.addInitializer(
                        tensor.toBuilder().setName(names.getOrDefault(tensor.getName(), tensor.getName()))));
        for (NodeProto node : model.getGraph().getNodeList()) {
            if (node != branching) {
                graph.addNode(node);
                continue;
            }
            for (NodeProto inner : branch.getNodeList()) {
                graph.addNode(renamed(inner, names));
            }
            // What a branch hands through from outside.
            for (int index = 0; index < branch.getOutputCount(); index++) {
                String name = branch.getOutput(index).getName();
                if (!made.contains(name)) {
                    graph.addNode(NodeProto.newBuilder()
                            .setOpType("Identity")
                            .addInput(name)
                            .addOutput(branching.getOutput(index)));
                }
            }
        }
        return model.toBuilder()
                .setIrVersion(Math.max(model.getIrVersion(), SubGraphs.OWN_INITIALIZERS))
                .setGraph(graph)
                .build();
    }

    /** With other names for its own values; names are unique over a graph and those inside, so all others stay. */
    private static NodeProto renamed(NodeProto node, Map<String, String> names) {
        NodeProto.Builder copy = node.toBuilder();
        for (int index = 0; index < node.getInputCount(); index++) {
            copy.setInput(index, names.getOrDefault(node.getInput(index), node.getInput(index)));
        }
        for (int index = 0; index < node.getOutputCount(); index++) {
            copy.setOutput(index, names.getOrDefault(node.getOutput(index), node.getOutput(index)));
        }
        return copy.build();
    }
}
