package dev.bascule.models.outlook;

import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.BuiltFeeds;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a model's tensors take at batch 1. Immutable.
 *
 * @param estimate empty where it cannot be made
 * @param inputs what it was reckoned with, such as {@code x float32[1,3,240,320]}
 * @param reason why there is no estimate, or why it is a lower bound; blank where it is neither
 */
public record MemoryNeed(Optional<MemoryEstimate> estimate, String inputs, String reason) {
    /** Shapes matter and values do not. */
    private static final long SEED = 1;

    /** Of a model with generated inputs; a dimension that is open is guessed, and {@link #inputs} says as what. */
    public static MemoryNeed of(ModelInspection model, Map<String, Long> dims) {
        if (model.artifact().format() != ModelFormat.ONNX) {
            return new MemoryNeed(Optional.empty(), "", "only an ONNX graph is read for it");
        }
        try {
            BuiltFeeds built =
                    new FeedBuilder(model, dims, 1, SEED, PreparedTensors.NONE).build(Map.of(), Map.of(), Map.of());
            var step = built.feeds().step(0);
            MemoryEstimate estimate =
                    MemoryEstimate.of(OnnxModelFile.open(model.artifact().file()), step);
            String inputs = new TreeMap<>(step)
                    .entrySet().stream()
                            .map(input -> "%s %s%s"
                                    .formatted(
                                            input.getKey(),
                                            input.getValue().dtype().wireName(),
                                            input.getValue().shape()))
                            .collect(Collectors.joining(", "));
            return new MemoryNeed(Optional.of(estimate), inputs, estimate.reason());
        } catch (BasculeException e) {
            return new MemoryNeed(Optional.empty(), "", "its inputs cannot be made up: " + e.getMessage());
        }
    }
}
