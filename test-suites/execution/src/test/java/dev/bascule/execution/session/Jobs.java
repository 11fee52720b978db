package dev.bascule.execution.session;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Jobs for scripted runners. */
final class Jobs {
    private Jobs() {}

    static final Map<String, Tensor> INPUTS =
            Map.of("x", Tensor.floats(Shape.of(2), 1, 2), "y", Tensor.floats(Shape.of(2), 10, 20));
    static final Map<String, Tensor> RIGHT = Map.of("sum", Tensor.floats(Shape.of(2), 11, 22));

    /** {@code sum = x + y}. */
    static Job sum(Backend backend) {
        return new Job(
                "job",
                backend,
                new ModelArtifact("0".repeat(64), 1, Path.of("sum.onnx")),
                Feeds.of(INPUTS),
                List.of("sum"),
                SessionSettings.defaults());
    }
}
