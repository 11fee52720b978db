package dev.bascule.models.inputs;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType.TensorType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Inspections of models that need not exist. */
final class Models {
    private Models() {}

    static ModelInspection with(List<Port> inputs, List<Port> outputs) {
        return new ModelInspection(
                new ModelArtifact("0".repeat(64), 1, Path.of("m.onnx")),
                new ModelInspection.Header(8, "test", Map.of("ai.onnx", 17L), List.of()),
                inputs,
                outputs,
                Map.of("input_ids", 512L),
                List.of(),
                List.of(),
                Map.of(),
                new ModelInspection.Weights(0, List.of()));
    }

    static ModelInspection with(Port... inputs) {
        return with(List.of(inputs), List.of(port("y", DType.FLOAT32, 1)));
    }

    /** A dimension is a number, a name, or "?" for one without a name. */
    static Port port(String name, DType dtype, Object... dims) {
        return new Port(
                name,
                new TensorType(
                        dtype, Optional.of(Arrays.stream(dims).map(Models::dim).toList())));
    }

    private static Dim dim(Object dim) {
        if (dim instanceof Number size) {
            return new Dim.Fixed(size.longValue());
        }
        return dim.equals("?") ? new Dim.Unknown() : new Dim.Named(dim.toString());
    }
}
