package dev.bascule.fallback.driver;

import dev.bascule.fallback.backend.BackendProvider;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOption;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A native backend as code: it is probed, opens models, executes them and is closed. A jar adds one by naming a class with a
 * public constructor without parameters in {@code META-INF/services/dev.bascule.fallback.backend.BackendProvider}.
 *
 * <p>A driver lives twice. On the host only {@link #backend} and {@link #survey} are called: they load no native library.
 * All else is called in a child JVM of this backend alone, so that a library that kills its process costs one attempt.
 * Implementations are thread-safe; the sessions that they open are not.
 */
public interface BackendDriver extends BackendProvider, AutoCloseable {

    /**
     * The format of the models that it opens. A backend has one driver for each format that it takes, in a child of its own:
     * two engines never share a process.
     */
    default ModelFormat format() {
        return ModelFormat.ONNX;
    }

    /** Looks, by files alone, whether a child is worth starting, and with what. Takes milliseconds. */
    default Survey survey(HostEnvironment host) {
        return new Survey.Ready(ChildLaunchSpec.STANDARD);
    }

    /**
     * Loads what is needed and looks for devices, as far as can be told without a model: tiers up to {@link Tier#DEVICE}.
     * May end the process.
     */
    Detection probe();

    /** The library that executes, as it names itself; empty where it does not load. */
    Optional<Engine> engine();

    /**
     * The options that it reads: each of them it obeys, or refuses in its own words where it cannot. A session for which any
     * other is wanted is refused before the driver is asked, so that no option is dropped unsaid.
     */
    default Set<EngineOption> options() {
        return Set.of();
    }

    /**
     * Which of its devices a session that was opened with these options has, as the device's own driver tells in this process:
     * facts by the names of {@link dev.bascule.fallback.evidence.DeviceFacts}. Asked after the session ran, outside of what is
     * timed. A driver that cannot ask answers with nothing, and its sessions are not told apart by device.
     */
    default Map<String, String> deviceFacts(EngineOptions wanted) {
        return Map.of();
    }

    /**
     * Opens a model.
     *
     * @throws RefusedException in the engine's words: not here, no model, unknown operator, no memory
     */
    DriverSession open(OpenRequest request) throws RefusedException;

    /**
     * Opens a model from its bytes, for sequences, optionals and strings as well as tensors.
     *
     * @throws RefusedException as {@link #open}, and where the driver does not take such values
     */
    default ValueSession openValues(ValueRequest request) throws RefusedException {
        throw new RefusedException(
                "UnsupportedError",
                "the backend %s takes models with tensors only"
                        .formatted(backend().id()));
    }

    /**
     * Where each node of a model runs, by the engine's own record. Nothing is timed meanwhile. A driver without such a
     * record answers with nothing, and its runs are never called proven.
     *
     * @param inputs of one inference
     * @param scratch a folder for short-lived files
     */
    default List<NodePlacement> placements(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        return List.of();
    }

    /**
     * {@link #placements}, and what each kernel took where {@link SessionSettings#kernelRuns} asks for it. A driver whose engine
     * does not time kernels answers without.
     */
    default NodeRecord nodes(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        return new NodeRecord(placements(request, inputs, scratch), List.of());
    }

    /**
     * Whether {@link #placements} names every node that runs, so that an answer without any means that the engine computed the whole
     * graph when it created the session. A driver that cannot tell says no.
     */
    default boolean recordsEveryNode() {
        return false;
    }

    /** Lets go of what {@link #probe} and {@link #open} have loaded; may be called twice. */
    @Override
    void close();
}
