package dev.bascule.training.step;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.graph.Buffer;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A graph whose products of matrices and convolutions are computed in 16-bit floats, everything else in 32: their inputs are cast before and their outputs
 * after, as PyTorch's autocast does. Parameters stay in 32 bits, and so do their gradients, which come back through the casts. Stateless.
 */
final class HalfProducts {
    private static final Set<String> PRODUCTS = Set.of("Conv", "ConvTranspose", "Gemm", "MatMul");

    private HalfProducts() {}

    static GraphBuilder of(String name, GraphBuilder from) {
        GraphBuilder graph = new GraphBuilder(name);
        Map<String, Parameter> parameters =
                from.parameters().stream().collect(Collectors.toMap(Parameter::name, Function.identity()));
        Map<String, Buffer> buffers =
                from.buffers().stream().collect(Collectors.toMap(Buffer::name, Function.identity()));
        from.inputs().forEach((input, symbol) -> {
            Parameter parameter = parameters.get(input);
            Buffer buffer = buffers.get(input);
            if (parameter != null) {
                graph.parameter(input, parameter.initial(), parameter.decays());
            } else if (buffer != null) {
                graph.buffer(input, buffer.initial());
            } else {
                graph.input(input, symbol.dtype(), symbol.shape());
            }
        });
        from.constants().forEach(graph::constant);
        Map<String, Symbol> halves = new HashMap<>();
        from.nodes().forEach(node -> {
            if (PRODUCTS.contains(node.operator()) && node.output(0).dtype() == DType.FLOAT32) {
                product(graph, node, halves);
            } else {
                graph.add(node.proto());
            }
        });
        from.buffers()
                .forEach(each -> each.next()
                        .ifPresent(next -> graph.next(graph.symbol(each.name()), graph.symbol(next.name()))));
        return graph;
    }

    private static void product(GraphBuilder graph, GraphNode node, Map<String, Symbol> halves) {
        NodeProto.Builder half = node.proto().toBuilder().clearInput().clearOutput();
        for (Optional<Symbol> input : node.inputs()) {
            half.addInput(input.map(each -> halves.computeIfAbsent(each.name(), key -> half(graph, key))
                            .name())
                    .orElse(""));
        }
        String output = node.output(0).name();
        graph.add(half.addOutput(output + ".half").build());
        graph.add(Protos.node(
                "Cast",
                output + ".single",
                List.of(output + ".half"),
                List.of(output),
                Attributes.integer("to", DType.FLOAT32.onnx())));
    }

    private static Symbol half(GraphBuilder graph, String name) {
        return new Operators(graph).cast(graph.symbol(name), DType.FLOAT16);
    }
}
