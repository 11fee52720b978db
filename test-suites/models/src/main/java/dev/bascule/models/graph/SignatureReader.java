package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a model's operators with their opset and dtype, and how many of each the outputs follow. Types come from what the
 * model declares, and forward through its nodes by {@link ElementRules}. Used for one model and thrown away.
 */
final class SignatureReader {
    /** Nodes of an operator, and those that the outputs follow. */
    private record Nodes(int all, int influencing) {
        Nodes plus(Nodes more) {
            return new Nodes(all + more.all, influencing + more.influencing);
        }
    }

    private final Map<OperatorSignature, Nodes> counts = new TreeMap<>();
    private final Map<String, Long> opsets;
    private final OutputDependencies dependencies;

    private SignatureReader(List<OperatorSetIdProto> imports, OutputDependencies dependencies) {
        this.dependencies = dependencies;
        this.opsets = new HashMap<>();
        imports.forEach(entry -> opsets.put(ModelInspector.domain(entry.getDomain()), entry.getVersion()));
    }

    /** Sorted; one entry for each domain, operator and dtype. */
    static List<OperatorSignature> of(ModelProto model) {
        OutputDependencies dependencies = OutputDependencies.in(model);
        SignatureReader whole = new SignatureReader(model.getOpsetImportList(), dependencies);
        whole.graph(model.getGraph(), Map.of(), List.of());
        for (FunctionProto function : model.getFunctionsList()) {
            // A function is generic: what flows through it depends on who calls it.
            SignatureReader body = new SignatureReader(
                    function.getOpsetImportCount() > 0 ? function.getOpsetImportList() : model.getOpsetImportList(),
                    dependencies);
            Map<String, DType> types = new HashMap<>();
            function.getNodeList().forEach(node -> body.node(node, types));
            body.counts.forEach((signature, count) -> whole.counts.merge(signature, count, Nodes::plus));
        }
        return whole.counts.entrySet().stream()
                .map(entry -> counted(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static OperatorSignature counted(OperatorSignature one, Nodes nodes) {
        return new OperatorSignature(
                one.domain(), one.operator(), one.opset(), one.dtype(), nodes.all(), nodes.influencing());
    }

    /** Walks a graph and tells the element types of its outputs. */
    private List<Optional<DType>> graph(GraphProto graph, Map<String, DType> outer, List<Optional<DType>> given) {
        Map<String, DType> types = new HashMap<>(outer);
        for (int index = 0; index < graph.getInputCount(); index++) {
            // A name of its own hides the outer graph's, also where nothing is known of it.
            String name = graph.getInput(index).getName();
            types.remove(name);
            if (given.size() == graph.getInputCount()) {
                given.get(index).ifPresent(type -> types.put(name, type));
            }
        }
        graph.getInputList().forEach(info -> declare(info, types));
        graph.getValueInfoList().forEach(info -> declare(info, types));
        graph.getOutputList().forEach(info -> declare(info, types));
        graph.getInitializerList()
                .forEach(tensor ->
                        DType.ofOnnx(tensor.getDataType()).ifPresent(type -> types.put(tensor.getName(), type)));
        graph.getSparseInitializerList()
                .forEach(sparse -> DType.ofOnnx(sparse.getValues().getDataType())
                        .ifPresent(type -> types.put(sparse.getValues().getName(), type)));
        graph.getNodeList().forEach(node -> node(node, types));
        return graph.getOutputList().stream()
                .map(output -> Optional.ofNullable(types.get(output.getName())))
                .toList();
    }

    private static void declare(ValueInfoProto info, Map<String, DType> types) {
        Ports.element(info.getType()).ifPresent(type -> types.put(info.getName(), type));
    }

    private void node(NodeProto node, Map<String, DType> types) {
        List<Optional<DType>> inputs = node.getInputList().stream()
                .map(name -> Optional.ofNullable(types.get(name)))
                .toList();
        List<Optional<DType>> body = bodies(node, types, inputs);
        List<Optional<DType>> outputs = body.isEmpty() ? ElementRules.outputs(node, inputs) : body;
        for (int index = 0; index < Math.min(outputs.size(), node.getOutputCount()); index++) {
            String name = node.getOutput(index);
            outputs.get(index).filter(type -> !name.isEmpty()).ifPresent(type -> types.putIfAbsent(name, type));
        }
        String domain = ModelInspector.domain(node.getDomain());
        counts.merge(
                new OperatorSignature(
                        domain, node.getOpType(), opsets.getOrDefault(domain, 1L), dtype(node, inputs, types), 1),
                new Nodes(1, dependencies.has(node) ? 1 : 0),
                Nodes::plus);
    }

    private static Optional<DType> dtype(NodeProto node, List<Optional<DType>> inputs, Map<String, DType> types) {
        if (ElementRules.isOneType(node)) {
            Optional<DType> any = inputs.stream().flatMap(Optional::stream).findFirst();
            if (any.isPresent()) {
                return any;
            }
        }
        for (int index = ElementRules.dataInput(node); index < node.getInputCount(); index++) {
            // An input left out has an empty name; one whose type is unknown must not be taken for the next one.
            if (!node.getInput(index).isEmpty()) {
                return inputs.get(index);
            }
        }
        return node.getOutputList().stream()
                .filter(name -> !name.isEmpty())
                .findFirst()
                .map(types::get);
    }

    /** Walks a node's sub-graphs; the element types of what the node gives, where the sub-graphs decide that. */
    private List<Optional<DType>> bodies(NodeProto node, Map<String, DType> types, List<Optional<DType>> inputs) {
        List<List<Optional<DType>>> outputs = new ArrayList<>();
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                outputs.add(graph(attribute.getG(), types, given(node, inputs)));
            }
            attribute.getGraphsList().forEach(graph -> graph(graph, types, List.of()));
        }
        if (outputs.isEmpty()) {
            return List.of();
        }
        List<Optional<DType>> first = outputs.get(0);
        return switch (node.getOpType()) {
            // The first output of a loop's body is its condition, which the loop keeps.
            case "Loop" -> first.subList(Math.min(1, first.size()), first.size());
            case "If", "Scan", "SequenceMap" -> first;
            default -> List.of();
        };
    }

    private static List<Optional<DType>> given(NodeProto node, List<Optional<DType>> inputs) {
        return switch (node.getOpType()) {
            case "Loop" -> {
                List<Optional<DType>> given =
                        new ArrayList<>(List.of(Optional.of(DType.INT64), Optional.of(DType.BOOL)));
                given.addAll(inputs.subList(Math.min(2, inputs.size()), inputs.size()));
                yield given;
            }
            case "Scan", "SequenceMap" -> inputs;
            default -> List.of();
        };
    }
}
