package dev.bascule.models.outlook;

import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OperatorUse;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What would be in files that there are not. */
final class Models {
    private Models() {}

    static ModelInspection relu(long opset, String domain, DType dtype) {
        return of(ModelFormat.ONNX, Map.of("ai.onnx", opset), domain, dtype);
    }

    static ModelInspection torchScript() {
        return of(ModelFormat.TORCHSCRIPT, Map.of(), "ai.onnx", DType.FLOAT32);
    }

    private static ModelInspection of(ModelFormat format, Map<String, Long> opsets, String domain, DType dtype) {
        ValueType type = new ValueType.TensorType(dtype, Optional.of(List.<Dim>of()));
        return new ModelInspection(
                new ModelArtifact("a".repeat(64), 100, Path.of("relu"), format),
                new ModelInspection.Header(8, "", opsets, List.of()),
                List.of(new Port("x", type)),
                List.of(new Port("y", type)),
                Map.of(),
                List.of(new OperatorUse(domain, "Relu", 1)),
                List.of(),
                Map.of(),
                new ModelInspection.Weights(0, List.of()));
    }
}
