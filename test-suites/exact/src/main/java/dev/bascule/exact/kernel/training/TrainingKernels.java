package dev.bascule.exact.kernel.training;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Steps of optimizers. Stateless. */
public final class TrainingKernels {
    private static final String DOMAIN = "ai.onnx.preview.training.";

    private TrainingKernels() {}

    public static Map<String, Kernel> all() {
        return Map.of(
                DOMAIN + "Adam", Optimizers::adam,
                DOMAIN + "Adagrad", Optimizers::adagrad,
                DOMAIN + "Momentum", Optimizers::momentum);
    }
}
