package dev.bascule.studies.conformance;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
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

/** Cases for scripted runners: {@code sum} of the inputs. */
public final class Cases {
    private Cases() {}

    public static ConformanceCase adding(String name) {
        return adding(name, Tensor.floats(Shape.of(2), 11, 22));
    }

    public static ConformanceCase adding(String name, Tensor expected) {
        Map<String, Value> inputs = Map.of(
                "a", Value.of(Tensor.floats(Shape.of(2), 1, 2)), "b", Value.of(Tensor.floats(Shape.of(2), 10, 20)));
        return new ConformanceCase(
                CaseId.of("suite", "Add", name, Map.of()),
                Path.of("cases", name),
                new ModelInfo(name, "0".repeat(64), 1, Family.OTHER, "conformance", Map.of(), Map.of("Add", 1), 0),
                new Program.Model(ByteBuffer.wrap(new byte[] {1})),
                List.of(new DataSet(inputs, Map.of("sum", Value.of(expected)))),
                (output, dtype) -> Tolerance.onnxBackendTest(dtype));
    }

    public static List<ConformanceCase> adding(List<String> names) {
        return names.stream().map(Cases::adding).toList();
    }
}
