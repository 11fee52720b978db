package dev.bascule.studies.reduce;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Real models with inputs from a seed. */
public final class Samples {
    private Samples() {}

    public static ReproModel zoo(String name, Path folder) {
        return of(new ZooStore(new CacheFolder(folder))
                .model(Zoo.model(name).orElseThrow())
                .file());
    }

    static ReproModel corpus(String path) {
        return of(Corpora.path("models/" + path));
    }

    private static ReproModel of(Path file) {
        OnnxModelFile model = OnnxModelFile.open(file);
        Map<String, Tensor> inputs =
                new LinkedHashMap<>(new FeedBuilder(model.inspect(), dims(model), 1, 7, PreparedTensors.NONE)
                        .build(Map.of(), Map.of(), Map.of())
                        .feeds()
                        .step(0));
        inputs.computeIfPresent("sr", (name, old) -> Tensor.longs(old.shape(), 16_000));
        return new ReproModel(model.proto(), inputs);
    }

    /** The speech detector takes frames of this length, and does not say so. */
    private static Map<String, Long> dims(OnnxModelFile model) {
        return model.inspect().input("state").isPresent() ? Map.of("sequence", 576L) : Map.of();
    }
}
