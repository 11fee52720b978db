package dev.bascule.nativerunner.engine;

import dev.bascule.fallback.backend.Engine;

/** Opens models. Implementations are thread-safe; the sessions that they open are not. */
public interface InferenceEngine {

    /** The engine as it names itself. */
    Engine identity();

    /**
     * Opens a model on a backend.
     *
     * @throws RefusedException in the engine's words: no such backend, no model, unknown operator, no memory
     */
    EngineSession open(OpenRequest request) throws RefusedException;
}
