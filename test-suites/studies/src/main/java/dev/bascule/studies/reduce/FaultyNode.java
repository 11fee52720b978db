package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The first wrong node, as it stands in the model that was to be reduced.
 *
 * @param index its place in the graph, from 0
 * @param of how many nodes
 * @param name its own name, else that of its first output
 * @param operator its type
 * @param domain {@code ai.onnx} for the default one
 * @param opset version of the domain's operator set
 * @param inputs name, dtype and shape of each
 * @param outputs likewise, by the reference
 * @param attributes in words, by name
 * @param note what else is to be known; may be blank
 * @param worst the worst element of the node fed by the reference, where it runs
 */
public record FaultyNode(
        int index,
        int of,
        String name,
        String operator,
        String domain,
        long opset,
        List<String> inputs,
        List<String> outputs,
        Map<String, String> attributes,
        String note,
        Optional<ReproFinding.WrongOutput> worst) {
    public FaultyNode {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    }

    static FaultyNode of(FaultCandidate candidate, GraphView graph, ReferenceValues values) {
        NodeProto node = graph.node(candidate.node());
        Map<String, String> attributes = new TreeMap<>();
        node.getAttributeList().forEach(attribute -> attributes.put(attribute.getName(), text(attribute)));
        return new FaultyNode(
                candidate.node(),
                graph.size(),
                node.getName().isEmpty() ? graph.made(candidate.node()).get(0) : node.getName(),
                node.getOpType(),
                node.getDomain().isEmpty() ? ModelInspection.DEFAULT_DOMAIN : node.getDomain(),
                opset(graph.model(), node.getDomain()),
                described(node.getInputList(), graph, values),
                described(node.getOutputList(), graph, values),
                attributes,
                candidate.note(),
                candidate.finding().wrong());
    }

    /** The one node of a model that has no other; empty where it has. */
    static Optional<FaultyNode> only(ReproModel repro, ReproFinding.Failing finding, ReproExaminer examiner) {
        if (repro.nodes() != 1) {
            return Optional.empty();
        }
        GraphView graph = new GraphView(repro.model());
        ReferenceValues values = new ReferenceValues(repro, graph, examiner).with(finding.expected());
        try {
            return Optional.of(
                    of(new FaultCandidate(0, Set.of(0), repro, finding, "it is the model's only node"), graph, values));
        } catch (BasculeException unknown) {
            if (unknown.code() != ErrorCode.REFERENCE_UNAVAILABLE) {
                throw unknown;
            }
            return Optional.empty();
        }
    }

    private static List<String> described(List<String> names, GraphView graph, ReferenceValues values) {
        List<String> words = new ArrayList<>();
        for (String name : names) {
            boolean read = graph.isTensor(name)
                    && (!graph.consumers(name).isEmpty() || graph.outputs().contains(name));
            words.add(name.isEmpty() ? "(left out)" : read ? "%s %s".formatted(name, values.of(name)) : name);
        }
        return words;
    }

    private static long opset(ModelProto model, String domain) {
        return model.getOpsetImportList().stream()
                .filter(set -> set.getDomain().equals(domain)
                        || domain.isEmpty() && set.getDomain().equals(ModelInspection.DEFAULT_DOMAIN))
                .mapToLong(set -> set.getVersion())
                .findFirst()
                .orElse(0);
    }

    /** For JSON. */
    public Map<String, Object> document() {
        return Map.of(
                "operator", operator,
                "domain", domain,
                "opset", opset,
                "name", name,
                "index", index,
                "inputs", inputs,
                "outputs", outputs,
                "attributes", attributes,
                "note", note);
    }

    public static String text(AttributeProto attribute) {
        return switch (attribute.getType()) {
            case INT -> Long.toString(attribute.getI());
            case INTS -> attribute.getIntsList().toString();
            case FLOAT -> Float.toString(attribute.getF());
            case FLOATS -> attribute.getFloatsList().toString();
            case STRING -> attribute.getS().toStringUtf8();
            case STRINGS ->
                attribute.getStringsList().stream()
                        .map(text -> text.toStringUtf8())
                        .toList()
                        .toString();
            case TENSOR, TENSORS, SPARSE_TENSOR, SPARSE_TENSORS -> "a tensor";
            case GRAPH, GRAPHS -> "a graph";
            case TYPE_PROTO, TYPE_PROTOS -> "a type";
            case UNDEFINED -> "undefined";
        };
    }
}
