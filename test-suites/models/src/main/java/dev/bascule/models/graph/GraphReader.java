package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.evidence.GraphFacts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads of a model what a record of placements is held against. Used for one model and thrown away. */
public final class GraphReader {
    /** Nodes of the longest body of one of ONNX's own functions, and graphs within it, with room to spare. */
    private static final int LONGEST_BODY = 64;

    private static final int MOST_BODIES = 4;

    private final Map<String, Integer> operators = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private boolean unnamed;
    private boolean expands;
    private int subgraphs;
    private int most;

    private GraphReader() {}

    /** Of a file; empty where it is no ONNX model. */
    public static Optional<GraphFacts> read(Path file) {
        try {
            return Optional.of(facts(OnnxModelFile.open(file).proto()));
        } catch (BasculeException e) {
            return Optional.empty();
        }
    }

    /** Of a model's bytes; empty where they are none. */
    public static Optional<GraphFacts> read(ByteBuffer onnx) {
        try {
            return Optional.of(facts(ModelProto.parseFrom(onnx.duplicate())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static GraphFacts facts(ModelProto model) {
        return new GraphReader().walk(model);
    }

    private GraphFacts walk(ModelProto model) {
        expands = model.getFunctionsCount() > 0;
        graph(model.getGraph());
        model.getFunctionsList().forEach(function -> function.getNodeList().forEach(this::node));
        names.remove("");
        GraphFloor.Floor floor = GraphFloor.of(model);
        return new GraphFacts(operators, names, unnamed, expands, subgraphs, most, floor.least(), floor.work());
    }

    private void graph(GraphProto graph) {
        graph.getInputList().forEach(value -> names.add(value.getName()));
        graph.getOutputList().forEach(value -> names.add(value.getName()));
        graph.getInitializerList().forEach(tensor -> names.add(tensor.getName()));
        graph.getNodeList().forEach(this::node);
    }

    private void node(NodeProto node) {
        operators.merge(node.getOpType(), 1, Integer::sum);
        names.add(node.getName());
        names.addAll(node.getOutputList());
        unnamed |= node.getName().isEmpty();
        expands |= Functions.mayBecomeAnything(node);
        most += 1 + node.getInputCount() + node.getOutputCount();
        if (Functions.has(node)) {
            most += LONGEST_BODY;
            subgraphs += MOST_BODIES;
        }
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                body(attribute.getG());
            }
            attribute.getGraphsList().forEach(this::body);
        }
    }

    private void body(GraphProto graph) {
        subgraphs++;
        graph(graph);
    }
}
