package dev.bascule.nativerunner.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import ai.djl.training.ParameterStore;
import dev.bascule.fallback.driver.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model that DJL has loaded. Its block is called as it is: a Predictor would add a translator and a copy to every call.
 * Belongs to one thread.
 */
final class LoadedModel implements AutoCloseable {
    private final Model model;
    private final Block block;
    private final NDManager manager;
    private final ParameterStore parameters;

    private LoadedModel(Model model) {
        this.model = model;
        this.block = model.getBlock();
        this.manager = model.getNDManager();
        this.parameters = new ParameterStore(manager, false);
    }

    /**
     * @param device by name: DJL would otherwise look for a GPU by adding CUDA to some session options
     * @param arguments what DJL's engine of that name understands
     */
    static LoadedModel load(Path model, Device device, String engine, Map<String, ?> arguments)
            throws IOException, MalformedModelException {
        Path file = model.toAbsolutePath();
        Model loaded = Model.newInstance("bascule", device, engine);
        try {
            loaded.load(
                    Optional.ofNullable(file.getParent()).orElseThrow(),
                    file.getFileName().toString(),
                    arguments);
            return new LoadedModel(loaded);
        } catch (IOException | MalformedModelException | RuntimeException e) {
            loaded.close();
            throw e;
        }
    }

    NDManager manager() {
        return manager;
    }

    NDList run(NDList inputs) {
        return block.forward(parameters, inputs, false);
    }

    static RefusedException noSuchOutput(String wanted, List<String> names) {
        return new RefusedException(
                "NoSuchOutput", "the model has no tensor output '%s'; it has %s".formatted(wanted, names));
    }

    @Override
    public void close() {
        model.close();
    }
}
