package dev.bascule.suites.models;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.evidence.GraphFacts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads of a model what a record of placements is held against. Used for one model and thrown away. */
public final class GraphReader {
    /** Never merged with one another, whatever else they are fused with. */
    private static final Set<String> ANCHORS = Set.of("Conv", "ConvTranspose", "LSTM", "GRU", "RNN", "MaxPool");

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
        return new GraphFacts(operators, names, unnamed, expands, subgraphs, most, anchors(model.getGraph()));
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

    /** Distinct anchors of the main graph that depend on an input, and on which an output depends. */
    private static int anchors(GraphProto graph) {
        Set<String> constant = new HashSet<>();
        graph.getInitializerList().forEach(tensor -> constant.add(tensor.getName()));
        Set<String> fed = new HashSet<>();
        graph.getInputList().stream()
                .map(value -> value.getName())
                .filter(name -> !constant.contains(name))
                .forEach(fed::add);
        List<NodeProto> candidates = new ArrayList<>();
        for (NodeProto node : graph.getNodeList()) {
            if (node.getInputList().stream().anyMatch(fed::contains)) {
                fed.addAll(node.getOutputList());
                candidates.add(node);
            }
        }
        Set<String> wanted = new HashSet<>();
        graph.getOutputList().forEach(value -> wanted.add(value.getName()));
        Set<ByteString> distinct = new HashSet<>();
        for (int i = graph.getNodeCount() - 1; i >= 0; i--) {
            NodeProto node = graph.getNode(i);
            // What the body of a loop or branch reads from outside is not among a node's inputs.
            boolean holdsBody = node.getAttributeList().stream().anyMatch(AttributeProto::hasG);
            if (holdsBody) {
                return 0;
            }
            if (node.getOutputList().stream().anyMatch(wanted::contains)) {
                wanted.addAll(node.getInputList());
                if (ANCHORS.contains(node.getOpType()) && candidates.contains(node)) {
                    distinct.add(node.toBuilder()
                            .clearName()
                            .clearOutput()
                            .clearDocString()
                            .build()
                            .toByteString());
                }
            }
        }
        return distinct.size();
    }
}
