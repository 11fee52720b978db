package dev.bascule.exact.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Ranges;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Runs single nodes of one model, its own functions and the graphs within nodes included. Immutable and thread-safe. */
final class NodeRunner {
    private final Map<String, FunctionProto> functions;
    private final Map<String, Long> opsets;
    private final BooleanSupplier stopped;

    private NodeRunner(
            Map<String, FunctionProto> functions, List<OperatorSetIdProto> imports, BooleanSupplier stopped) {
        this.functions = functions;
        this.stopped = stopped;
        opsets = new HashMap<>();
        imports.forEach(one -> opsets.put(domain(one.getDomain()), one.getVersion()));
    }

    /** @param stopped asked between nodes: whether it has taken long enough */
    static NodeRunner of(ModelProto model, BooleanSupplier stopped) {
        Map<String, FunctionProto> functions = new HashMap<>();
        model.getFunctionsList()
                .forEach(function ->
                        functions.put(key(function.getDomain(), function.getName(), function.getOverload()), function));
        return new NodeRunner(functions, model.getOpsetImportList(), stopped);
    }

    private static String domain(String domain) {
        return domain.equals("ai.onnx") ? "" : domain;
    }

    private static String key(String domain, String name, String overload) {
        return domain(domain) + ":" + name + ":" + overload;
    }

    Optional<FunctionProto> function(NodeProto node) {
        return Optional.ofNullable(functions.get(key(node.getDomain(), node.getOpType(), node.getOverload())));
    }

    /** Whether there is something that computes it. */
    boolean knows(NodeProto node) {
        return function(node).isPresent()
                || Kernels.of(node.getDomain(), node.getOpType()).isPresent();
    }

    /**
     * Gives the node's outputs to the scope.
     *
     * @throws StoppedException where it has taken long enough
     */
    void run(NodeProto node, Scope scope, Rounding rounding) {
        goOn();
        List<Optional<Operand>> inputs = new ArrayList<>();
        for (String name : node.getInputList()) {
            inputs.add(
                    name.isEmpty()
                            ? Optional.empty()
                            : Optional.of(scope.find(name)
                                    .orElseThrow(() -> new IllegalArgumentException(
                                            "nothing gives '%s', which %s takes".formatted(name, node.getOpType())))));
        }
        List<Operand> outputs = function(node)
                .map(function -> call(function, node, inputs, rounding))
                .orElseGet(() -> kernel(node)
                        .run(new Call(
                                node,
                                opsets.getOrDefault(domain(node.getDomain()), 1L),
                                inputs,
                                rounding,
                                (graph, given) -> graph(graph, given, scope, rounding))));
        for (int i = 0; i < Math.min(outputs.size(), node.getOutputCount()); i++) {
            if (!node.getOutput(i).isEmpty()) {
                scope.put(node.getOutput(i), Ranges.held(outputs.get(i)));
            }
        }
    }

    private void goOn() {
        if (stopped.getAsBoolean()) {
            throw new StoppedException();
        }
    }

    private static Kernel kernel(NodeProto node) {
        return Kernels.of(node.getDomain(), node.getOpType())
                .orElseThrow(() -> new UnsupportedOperatorException(
                        "the exact reference has no %s".formatted(OperatorNames.of(node))));
    }

    private List<Operand> graph(GraphProto graph, List<Operand> inputs, Scope around, Rounding rounding) {
        // A body may have no nodes, and its loop no end.
        goOn();
        Scope scope = around.inner();
        for (TensorProto constant : graph.getInitializerList()) {
            scope.put(constant.getName(), ArrayTensors.of(constant));
        }
        List<String> names =
                graph.getInputList().stream().map(ValueInfoProto::getName).toList();
        return body(
                graph.getNodeList(),
                names,
                graph.getOutputList().stream().map(ValueInfoProto::getName).toList(),
                inputs,
                scope,
                rounding);
    }

    private List<Operand> call(
            FunctionProto function, NodeProto node, List<Optional<Operand>> inputs, Rounding rounding) {
        Scope scope = Scope.over(name -> Optional.empty());
        Set<String> absent = new HashSet<>();
        for (int i = 0; i < function.getInputCount(); i++) {
            String name = function.getInput(i);
            Optional<Operand> given = i < inputs.size() ? inputs.get(i) : Optional.empty();
            given.ifPresentOrElse(value -> scope.put(name, value), () -> absent.add(name));
        }
        List<NodeProto> nodes = FunctionBody.of(function, node.getAttributeList(), absent);
        NodeRunner inner = new NodeRunner(functions, function.getOpsetImportList(), stopped);
        return inner.body(nodes, List.of(), function.getOutputList(), List.of(), scope, rounding);
    }

    private List<Operand> body(
            List<NodeProto> nodes,
            List<String> inputs,
            List<String> outputs,
            List<Operand> given,
            Scope scope,
            Rounding rounding) {
        for (int i = 0; i < Math.min(inputs.size(), given.size()); i++) {
            scope.put(inputs.get(i), given.get(i));
        }
        nodes.forEach(node -> run(node, scope, rounding));
        return outputs.stream()
                .map(name -> scope.find(name)
                        .orElseThrow(() -> new IllegalArgumentException("nothing gives '%s'".formatted(name))))
                .toList();
    }

    /** The graphs that a node has as attributes. */
    static List<GraphProto> graphs(NodeProto node) {
        List<GraphProto> graphs = new ArrayList<>();
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                graphs.add(attribute.getG());
            }
            graphs.addAll(attribute.getGraphsList());
        }
        return graphs;
    }
}
