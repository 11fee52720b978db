package dev.bascule.training.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.List;
import java.util.Optional;

/**
 * A node of a graph that is being built. Immutable.
 *
 * @param inputs empty where an optional one is left out
 * @param outputs empty where an optional one is left out
 */
public record GraphNode(NodeProto proto, List<Optional<Symbol>> inputs, List<Optional<Symbol>> outputs) {
    public GraphNode {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    public String operator() {
        return proto.getOpType();
    }

    /** An input that the operator must have. */
    public Symbol input(int index) {
        return inputs.get(index).orElseThrow();
    }

    /** Whether an input is there. */
    public boolean has(int index) {
        return index < inputs.size() && inputs.get(index).isPresent();
    }

    /** An output that the operator must have. */
    public Symbol output(int index) {
        return outputs.get(index).orElseThrow();
    }

    public Optional<AttributeProto> attribute(String name) {
        return proto.getAttributeList().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst();
    }

    public long integer(String name, long otherwise) {
        return attribute(name).map(AttributeProto::getI).orElse(otherwise);
    }

    public double real(String name, double otherwise) {
        return attribute(name).map(each -> (double) each.getF()).orElse(otherwise);
    }

    public Optional<List<Long>> integers(String name) {
        return attribute(name).map(AttributeProto::getIntsList);
    }

    public String text(String name, String otherwise) {
        return attribute(name).map(each -> each.getS().toStringUtf8()).orElse(otherwise);
    }
}
