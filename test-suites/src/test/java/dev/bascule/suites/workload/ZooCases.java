package dev.bascule.suites.workload;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.inputs.FeedBuilder;
import dev.bascule.suites.inputs.PreparedTensors;
import dev.bascule.suites.models.OnnxModelFile;
import dev.bascule.suites.zoo.ZooModel;
import dev.bascule.suites.zoo.ZooStore;
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
