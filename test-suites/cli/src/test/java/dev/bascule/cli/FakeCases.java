package dev.bascule.cli;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Conformance cases that no engine will see. */
final class FakeCases {
    private FakeCases() {}

    static CaseId id(String name) {
        return CaseId.of("node", "onnx", name, Map.of());
    }

    static List<ConformanceCase> of(int cases) {
        return IntStream.range(0, cases)
                .mapToObj(i -> named("test_%03d".formatted(i)))
                .toList();
    }

    static ConformanceCase named(String name) {
        return expecting(name, Value.of(Tensor.floats(Shape.of(2), 1, 2)));
    }

    static ConformanceCase expecting(String name, Value output) {
        return new ConformanceCase(
                id(name),
                Path.of("node", name),
                model(name),
                new Program.Model(ByteBuffer.wrap(name.getBytes(java.nio.charset.StandardCharsets.UTF_8))),
                List.of(new DataSet(Map.of("x", Value.of(Tensor.floats(Shape.of(2), 3, 4))), Map.of("y", output))),
                (each, dtype) -> Tolerance.of(dtype, 1));
    }

    /** One for {@code webnn} alone. */
    static ConformanceCase graph(String name) {
        ConformanceCase one = named(name);
        return new ConformanceCase(
                one.id(),
                one.source(),
                one.model(),
                new Program.Graph(Json.MAPPER.createObjectNode(), Map.of()),
                one.sets(),
                one.tolerance());
    }

    static ModelInfo model(String name) {
        return new ModelInfo(
                name, "ab".repeat(32), 100, Family.OTHER, "unknown", Map.of("ai.onnx", 17L), Map.of("Add", 1), 0);
    }

    /** A judge that wants the very bits. */
    static boolean equal(ConformanceCase one, List<Map<String, Value>> outputs) {
        return one.sets().stream().map(DataSet::expected).toList().equals(outputs);
    }
}
