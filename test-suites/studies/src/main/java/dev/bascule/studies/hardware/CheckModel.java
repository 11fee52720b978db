package dev.bascule.studies.hardware;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Puts a check's model together, node by node, with what it is fed and what must come out. Belongs to one thread. */
final class CheckModel {
    static final String SUITE = "test-hardware";

    private static final long USUAL_OPSET = 17;

    private final String id;
    private final String title;
    private final GraphProto.Builder graph;
    private final Map<String, Value> inputs = new LinkedHashMap<>();
    private final Map<String, Value> expected = new LinkedHashMap<>();
    private final Map<String, Integer> operators = new TreeMap<>();
    private final Set<CapabilityId<Boolean>> shows = new LinkedHashSet<>();
    private long opset = USUAL_OPSET;
    private Tolerance tolerance = Tolerance.EXACT;
    private String leave = "";

    CheckModel(String id, String title) {
        this.id = id;
        this.title = title;
        this.graph = GraphProto.newBuilder().setName(id);
    }

    CheckModel opset(long version) {
        opset = version;
        return this;
    }

    /** What the model is fed. */
    CheckModel input(String name, Tensor tensor) {
        graph.addInput(Protos.typed(name, tensor));
        inputs.put(name, Value.of(tensor));
        return this;
    }

    /** What is part of the model. */
    CheckModel constant(String name, Tensor tensor) {
        graph.addInitializer(Protos.tensor(name, tensor));
        return this;
    }

    /**
     * @param inputs divided by blanks; {@code _} is one that is left out
     */
    CheckModel node(String operator, String inputs, String output, AttributeProto... attributes) {
        List<String> read = Stream.of(inputs.split(" "))
                .map(name -> name.equals("_") ? "" : name)
                .toList();
        graph.addNode(Protos.node(operator, operator + "_" + output, read, List.of(output), attributes));
        operators.merge(operator, 1, Integer::sum);
        return this;
    }

    CheckModel output(String name, Tensor tensor) {
        graph.addOutput(Protos.typed(name, tensor));
        expected.put(name, Value.of(tensor));
        return this;
    }

    CheckModel within(Tolerance allowed) {
        tolerance = allowed;
        return this;
    }

    CheckModel shows(CapabilityId<Boolean> capability) {
        shows.add(capability);
        return this;
    }

    /** What the standard of some backends leaves open. */
    CheckModel leaves(String words) {
        leave = words;
        return this;
    }

    HardwareCheck check() {
        operators.keySet().stream()
                .filter(operator -> operators.size() == 1)
                .forEach(
                        operator -> shows.add(dev.bascule.fallback.hardware.CapabilityRegistry.operator("", operator)));
        return new HardwareCheck(
                id,
                title,
                ConformanceCase.made(
                        SUITE, "check", id, opset, graph, operators, new DataSet(inputs, expected), tolerance),
                shows,
                leave);
    }
}
