package dev.bascule.training.step;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.Buffer;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is carried from step to step, as it is gathered. Not thread-safe. */
final class Carried {
    private final GraphBuilder graph;
    private final Map<String, Tensor> state = new LinkedHashMap<>();
    private final Map<String, String> carry = new LinkedHashMap<>();

    Carried(GraphBuilder graph) {
        this.graph = graph;
    }

    /** An input of its own that begins with zeros. */
    Symbol zeros(String name, Shape shape) {
        return begin(name, Tensor.floats(shape, new float[Math.toIntExact(shape.elements())]));
    }

    /** An input of its own. */
    Symbol begin(String name, Tensor initial) {
        state.put(name, initial);
        return graph.input(name, initial.dtype(), initial.shape());
    }

    /** Of an input that is there by now. */
    void known(String name, Tensor initial) {
        state.put(name, initial);
    }

    void next(String name, Symbol value) {
        graph.output(name + TrainingGraph.NEXT, value);
        carry.put(name, name + TrainingGraph.NEXT);
    }

    /** Of buffers those that the step makes something of. */
    void buffers() {
        for (Buffer each : graph.buffers()) {
            each.next().ifPresent(next -> {
                known(each.name(), each.initial());
                next(each.name(), next);
            });
        }
    }

    /** The graph, with the state of those inputs that it has: an output may need none of a buffer. */
    TrainingGraph graph(List<Parameter> parameters) {
        ModelProto model = graph.model();
        state.keySet()
                .retainAll(model.getGraph().getInputList().stream()
                        .map(ValueInfoProto::getName)
                        .toList());
        return new TrainingGraph(model, parameters, state, carry);
    }
}
