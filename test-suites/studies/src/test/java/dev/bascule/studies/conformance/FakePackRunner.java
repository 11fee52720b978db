package dev.bascule.studies.conformance;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Cases that no engine will see. */
final class FakePackRunner {
    private FakePackRunner() {}

    static ConformanceCase named(String name) {
        return expecting(
                name, (output, dtype) -> Tolerance.of(dtype, 1), Map.of("y", Value.of(Tensor.floats(Shape.of(1), 1))));
    }

    static ConformanceCase expecting(String name, ToleranceRule rule, Map<String, Value> expected) {
        return new ConformanceCase(
                CaseId.of("node", "onnx", name, Map.of()),
                Path.of("node", name),
                new ModelInfo(
                        name, "ab".repeat(32), 9, Family.OTHER, "unknown", Map.of("ai.onnx", 17L), Map.of("Add", 1), 0),
                new Program.Model(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8))),
                List.of(new DataSet(Map.of(), expected)),
                rule);
    }
}
