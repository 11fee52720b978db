package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A node by its values, told apart by identity: two nodes that say the same are two. Immutable. */
final class Node {
    private final String type;
    private final boolean link;
    private final List<String> inputs;
    private final List<String> outputs;
    private final List<AttributeProto> attributes;

    /** @param scope what the names of a local function's values begin with, for each call has its own */
    Node(NodeProto proto, String scope) {
        this(
                proto.getOpType(),
                false,
                scoped(proto.getInputList(), scope),
                scoped(proto.getOutputList(), scope),
                proto.getAttributeList());
    }

    private Node(
            String type, boolean link, List<String> inputs, List<String> outputs, List<AttributeProto> attributes) {
        this.type = type;
        this.link = link;
        this.inputs = List.copyOf(inputs);
        this.outputs = List.copyOf(outputs);
        this.attributes = List.copyOf(attributes);
    }

    /** A value that goes into a body or out of it under another name. */
    static Node link(String from, String to) {
        return new Node("", true, List.of(from), List.of(to), List.of());
    }

    static String scoped(String name, String scope) {
        return name.isEmpty() ? name : scope + name;
    }

    private static List<String> scoped(List<String> names, String scope) {
        return names.stream().map(name -> scoped(name, scope)).toList();
    }

    /** Such as {@code Conv}; blank of a {@link #link}. */
    String type() {
        return type;
    }

    boolean isLink() {
        return link;
    }

    /** As many as the node has, with blanks where an optional one is left out. */
    List<String> inputs() {
        return inputs;
    }

    Optional<String> input(int index) {
        return index < inputs.size() && !inputs.get(index).isEmpty()
                ? Optional.of(inputs.get(index))
                : Optional.empty();
    }

    /** Those that are there. */
    List<String> outputs() {
        return outputs.stream().filter(name -> !name.isEmpty()).toList();
    }

    /** The first output; blank where it is left out. */
    String output() {
        return outputs.isEmpty() ? "" : outputs.get(0);
    }

    Optional<AttributeProto> attribute(String key) {
        return attributes.stream().filter(one -> one.getName().equals(key)).findFirst();
    }

    long integer(String key, long otherwise) {
        return attribute(key).map(AttributeProto::getI).orElse(otherwise);
    }

    String text(String key) {
        return attribute(key).map(one -> one.getS().toStringUtf8()).orElse("");
    }

    List<Long> integers(String key) {
        return attribute(key).map(AttributeProto::getIntsList).orElse(List.of());
    }

    @Override
    public String toString() {
        return type + inputs.stream().collect(Collectors.joining(", ", "(", ")"));
    }
}
