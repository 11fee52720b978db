package dev.bascule.studies.conformance.webnn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads one case of a file. What is not data becomes the graph's description: {@code inputs} and {@code outputs} with their
 * descriptors, {@code operators} as they stand. Used for one case and thrown away.
 */
final class GraphCase {
    /** The operator set of WebNN's graph builder. It has no versions. */
    private static final String DOMAIN = "webnn";

    private final ObjectNode description = Json.MAPPER.createObjectNode();
    private final Map<String, Tensor> constants = new LinkedHashMap<>();
    private final Map<String, Value> inputs = new LinkedHashMap<>();
    private final Map<String, Value> expected = new LinkedHashMap<>();
    private final List<OperatorCall> calls = new ArrayList<>();
    private final Operands operands = new Operands();

    private GraphCase() {}

    static ConformanceCase read(CaseId id, Path source, JsonNode test) {
        JsonNode graph = test.path("graph");
        if (!graph.isObject()) {
            throw new BadCase(
                    "graph",
                    "it is missing",
                    "write {name, graph: {inputs, operators, expectedOutputs}} for each case");
        }
        GraphCase parts = new GraphCase();
        parts.inputs(graph.path("inputs"));
        parts.outputs(graph.path("expectedOutputs"));
        parts.operators(graph.path("operators"));
        return new ConformanceCase(
                id,
                source,
                parts.model(id.name(), graph),
                new Program.Graph(parts.description, parts.constants),
                List.of(new DataSet(parts.inputs, parts.expected)),
                new GraphTolerance(parts.calls, parts.operands));
    }

    private void inputs(JsonNode given) {
        ObjectNode described = description.putObject("inputs");
        if (!given.isObject()) {
            throw new BadCase("graph.inputs", "it is missing", "an operand by name, each {data, descriptor, constant}");
        }
        given.properties().forEach(input -> {
            Tensor tensor = TensorData.read("graph.inputs." + input.getKey(), input.getValue());
            operands.put(input.getKey(), tensor.dtype(), tensor.shape());
            if (input.getValue().path("constant").asBoolean()) {
                constants.put(input.getKey(), tensor);
            } else {
                inputs.put(input.getKey(), Value.of(tensor));
                describe(described.putObject(input.getKey()), tensor.dtype(), tensor.shape());
            }
        });
    }

    private void outputs(JsonNode given) {
        if (!given.isObject() || given.isEmpty()) {
            throw new BadCase("graph.expectedOutputs", "it is missing", "an output by name, each {data, descriptor}");
        }
        ObjectNode described = description.putObject("outputs");
        given.properties().forEach(output -> {
            Tensor tensor = TensorData.read("graph.expectedOutputs." + output.getKey(), output.getValue());
            operands.put(output.getKey(), tensor.dtype(), tensor.shape());
            expected.put(output.getKey(), Value.of(tensor));
            describe(described.putObject(output.getKey()), tensor.dtype(), tensor.shape());
        });
    }

    private static void describe(ObjectNode descriptor, DType dtype, Shape shape) {
        descriptor.put("dataType", dtype.wireName());
        var dims = descriptor.putArray("shape");
        shape.dims().forEach(dims::add);
    }

    private void operators(JsonNode given) {
        if (!given.isArray() || given.isEmpty()) {
            throw new BadCase("graph.operators", "there is none", "a list of {name, arguments, outputs}");
        }
        for (int i = 0; i < given.size(); i++) {
            OperatorCall call = OperatorCall.read("graph.operators[" + i + "]", given.get(i));
            operands.follow(call);
            calls.add(call);
        }
        description.set("operators", given);
        for (String output : expected.keySet()) {
            if (calls.stream().noneMatch(call -> call.outputs().contains(output))) {
                throw new BadCase(
                        "graph.expectedOutputs." + output,
                        "no operator makes it",
                        "name it in the outputs of an operator, or take it out");
            }
        }
    }

    private ModelInfo model(String name, JsonNode graph) {
        ObjectNode canonical = description.deepCopy();
        ObjectNode data = canonical.putObject("constants");
        constants
                .keySet()
                .forEach(constant -> data.set(constant, graph.path("inputs").get(constant)));
        byte[] text = canonical.toString().getBytes(StandardCharsets.UTF_8);
        Map<String, Integer> operators = new TreeMap<>();
        calls.forEach(call -> operators.merge(call.name(), 1, Integer::sum));
        return new ModelInfo(
                name,
                Sha256.of(text),
                text.length,
                Family.OTHER,
                ModelInfo.CONFORMANCE,
                Map.of(DOMAIN, 1L),
                operators,
                constants.values().stream()
                        .mapToLong(tensor -> tensor.shape().elements())
                        .sum(),
                signatures());
    }

    private List<OperatorSignature> signatures() {
        record Use(String operator, Optional<DType> dtype) {}
        Map<Use, Long> uses = calls.stream()
                .collect(Collectors.groupingBy(
                        call -> new Use(call.name(), operands.worksOn(call)), Collectors.counting()));
        return uses.entrySet().stream()
                .map(use -> new OperatorSignature(
                        DOMAIN, use.getKey().operator(), 1, use.getKey().dtype(), Math.toIntExact(use.getValue())))
                .toList();
    }
}
