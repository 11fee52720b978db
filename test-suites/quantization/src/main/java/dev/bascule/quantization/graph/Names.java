package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import java.util.HashSet;
import java.util.Set;

/** Names that a graph does not have yet. Not thread-safe. */
public final class Names {
    private final Set<String> taken = new HashSet<>();

    public Names(GraphProto graph) {
        graph.getInputList().forEach(each -> taken.add(each.getName()));
        graph.getOutputList().forEach(each -> taken.add(each.getName()));
        graph.getInitializerList().forEach(each -> taken.add(each.getName()));
        graph.getNodeList().forEach(node -> {
            taken.add(node.getName());
            taken.addAll(node.getInputList());
            taken.addAll(node.getOutputList());
        });
        taken.addAll(Nodes.usedInside(graph.getNodeList()));
    }

    /** This one, with a number behind it where it is taken. */
    public String fresh(String wish) {
        String name = wish;
        for (int i = 2; !taken.add(name); i++) {
            name = wish + "_" + i;
        }
        return name;
    }
}
