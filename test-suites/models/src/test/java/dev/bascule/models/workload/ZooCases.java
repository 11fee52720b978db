package dev.bascule.models.workload;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.models.zoo.ZooStore;
import java.nio.file.Path;
import java.util.Map;

/** Models of the zoo with generated inputs. */
final class ZooCases {
    private ZooCases() {}

    static OnnxModelFile open(Path folder, ZooModel model) {
        return OnnxModelFile.open(
                new ZooStore(new CacheFolder(folder)).model(model).file());
    }

    static Map<String, Tensor> inputs(OnnxModelFile model, long batch) {
        return new FeedBuilder(model.inspect(), Map.of(), batch, 7, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of())
                .feeds()
                .step(0);
    }
}
