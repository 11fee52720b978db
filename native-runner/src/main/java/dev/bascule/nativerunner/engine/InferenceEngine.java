package dev.bascule.nativerunner.engine;

import dev.bascule.fallback.backend.Engine;
import java.util.Map;

/** Opens models. Implementations are thread-safe; the sessions that they open are not. */
public interface InferenceEngine {

    /** The engine as it names itself. */
    Engine identity();

    /** What is known of the device and driver behind a backend; empty where nothing is. */
    Map<String, String> adapter(String backend);

    /**
     * Opens a model on a backend.
     *
     * @throws RefusedException in the engine's words: no such backend, no model, unknown operator, no memory
     */
    EngineSession open(OpenRequest request) throws RefusedException;

    /**
     * Opens a model from its bytes, for sequences, optionals and strings as well as tensors.
     *
     * @throws RefusedException as {@link #open}
     */
    ValueSession openValues(ValueRequest request) throws RefusedException;
}
