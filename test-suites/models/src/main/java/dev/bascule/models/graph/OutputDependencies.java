package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The nodes of a model that its outputs follow: walked back from the outputs, past none whose result is multiplied by
 * constant zeros, subtracted from itself, asked for its shape alone, or never asked for. A sound rule one way only: what a
 * data-dependent mask hides counts as followed. Immutable once made.
 */
final class OutputDependencies {
    private final Set<NodeProto> followed = Collections.newSetFromMap(new IdentityHashMap<>());

    private OutputDependencies() {}

    static OutputDependencies in(ModelProto model) {
        OutputDependencies dependencies = new OutputDependencies();
        dependencies.graph(model.getGraph(), new ZeroConstants());
        // Who calls a function, and with what, is not looked into.
        for (FunctionProto function : model.getFunctionsList()) {
            dependencies.all(function.getNodeList());
        }
        return dependencies;
    }

    boolean has(NodeProto node) {
        return followed.contains(node);
    }

    private void all(List<NodeProto> nodes) {
        for (NodeProto node : nodes) {
            followed.add(node);
            bodies(node).forEach(body -> all(body.getNodeList()));
        }
    }

    /** @return names of the outer graphs that what is followed here asks for */
    private Set<String> graph(GraphProto graph, ZeroConstants outer) {
        ZeroConstants zeros = outer.in(graph);
        Map<String, NodeProto> makers = new HashMap<>();
        graph.getNodeList()
                .forEach(node -> node.getOutputList().stream()
                        .filter(name -> !name.isEmpty())
                        .forEach(name -> makers.put(name, node)));
        List<String> open = new ArrayList<>(
                graph.getOutputList().stream().map(ValueInfoProto::getName).toList());
        Set<String> asked = new HashSet<>(open);
        Set<String> outside = new HashSet<>();
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            NodeProto maker = makers.get(name);
            if (maker == null) {
                outside.add(name);
            } else if (followed.add(maker)) {
                wanted(maker, zeros).stream().filter(asked::add).forEach(open::add);
            }
        }
        graph.getInputList().forEach(input -> outside.remove(input.getName()));
        return outside;
    }

    /** The names that decide what a node gives. */
    private Collection<String> wanted(NodeProto node, ZeroConstants zeros) {
        Set<String> wanted = new HashSet<>();
        List<String> inputs = node.getInputList();
        IntStream.range(0, inputs.size())
                .filter(index -> !inputs.get(index).isEmpty() && decides(node, index, zeros))
                .forEach(index -> wanted.add(inputs.get(index)));
        bodies(node).forEach(body -> wanted.addAll(graph(body, zeros)));
        return wanted;
    }

    private static boolean decides(NodeProto node, int index, ZeroConstants zeros) {
        return switch (node.getOpType()) {
            case "Shape", "Size" -> false;
            case "Mul", "And" -> !zeros.has(node.getInput(1 - index));
            case "MatMul", "Gemm" -> index > 1 || !zeros.has(node.getInput(1 - index));
            case "Conv", "ConvTranspose" -> index != 0 || !zeros.has(node.getInput(1));
            case "Div" -> index != 1 || !zeros.has(node.getInput(0));
            case "Pow" -> index != 0 || !zeros.has(node.getInput(1));
            case "Sub", "Xor" -> !node.getInput(0).equals(node.getInput(1));
            case "Where" -> index != 1 || !zeros.has(node.getInput(0));
            default -> true;
        };
    }

    private static List<GraphProto> bodies(NodeProto node) {
        List<GraphProto> bodies = new ArrayList<>();
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                bodies.add(attribute.getG());
            }
            bodies.addAll(attribute.getGraphsList());
        }
        return bodies;
    }
}
