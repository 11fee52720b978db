package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What nodes say of themselves. Stateless. */
public final class Nodes {
    private Nodes() {}

    public static boolean isOnnx(NodeProto node) {
        return node.getDomain().isEmpty() || node.getDomain().equals("ai.onnx");
    }

    /** Whether it is one of these operators of ONNX. */
    public static boolean is(NodeProto node, Set<String> operators) {
        return isOnnx(node) && operators.contains(node.getOpType());
    }

    /** Its name, or its first output where it has none. */
    public static String name(NodeProto node) {
        return !node.getName().isEmpty() || node.getOutputCount() == 0 ? node.getName() : node.getOutput(0);
    }

    public static Optional<AttributeProto> attribute(NodeProto node, String name) {
        return node.getAttributeList().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst();
    }

    public static long integer(NodeProto node, String name, long otherwise) {
        return attribute(node, name).map(AttributeProto::getI).orElse(otherwise);
    }

    public static double real(NodeProto node, String name, double otherwise) {
        return attribute(node, name).map(each -> (double) each.getF()).orElse(otherwise);
    }

    public static List<Long> integers(NodeProto node, String name) {
        return attribute(node, name).map(AttributeProto::getIntsList).orElse(List.of());
    }

    /** The input, empty where it is left out. */
    public static Optional<String> input(NodeProto node, int index) {
        return index < node.getInputCount() && !node.getInput(index).isEmpty()
                ? Optional.of(node.getInput(index))
                : Optional.empty();
    }

    /** Whether it has graphs inside, as If has. */
    public static boolean hasGraphs(NodeProto node) {
        return node.getAttributeList().stream().anyMatch(each -> each.hasG() || each.getGraphsCount() > 0);
    }

    /** These nodes and those of the graphs inside of them. */
    public static Stream<NodeProto> withInside(List<NodeProto> nodes) {
        return nodes.stream()
                .flatMap(node ->
                        Stream.concat(Stream.of(node), graphs(node).flatMap(graph -> withInside(graph.getNodeList()))));
    }

    /** The graphs inside of it, as If has; not those inside of them. */
    public static Stream<GraphProto> graphs(NodeProto node) {
        return node.getAttributeList().stream()
                .flatMap(each -> Stream.concat(
                        each.hasG() ? Stream.of(each.getG()) : Stream.empty(), each.getGraphsList().stream()));
    }

    /** Names that the graphs inside of these nodes use, whether their own or those around. */
    public static Set<String> usedInside(List<NodeProto> nodes) {
        Set<String> used = new TreeSet<>();
        nodes.forEach(node -> node.getAttributeList().forEach(each -> {
            if (each.hasG()) {
                used(each.getG(), used);
            }
            each.getGraphsList().forEach(graph -> used(graph, used));
        }));
        return used;
    }

    private static void used(GraphProto graph, Set<String> used) {
        graph.getNodeList().forEach(node -> used.addAll(node.getInputList()));
        graph.getOutputList().forEach(output -> used.add(output.getName()));
        used.addAll(usedInside(graph.getNodeList()));
    }
}
