package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;
import java.util.Optional;

/**
 * How a job is to be run.
 *
 * @param threads intra-op threads of a CPU engine
 * @param graphOptimization how far the engine may rewrite the graph; the reference runs without
 * @param strict whether the engine must refuse rather than place a node on the CPU
 * @param deviceType the device to ask for, where the backend lets one ask
 * @param evidence whether to open a second session, after the timed one, to read where each node was placed
 * @param build which of the engine's builds to load, such as {@code ort.all}; the backend's best one where empty
 * @param options device, precision and memory, for a native engine
 */
public record Settings(
        int threads,
        GraphOptimization graphOptimization,
        boolean strict,
        Optional<DeviceType> deviceType,
        boolean evidence,
        Optional<String> build,
        EngineOptions options) {

    /** With the usual options. */
    public Settings(
            int threads,
            GraphOptimization graphOptimization,
            boolean strict,
            Optional<DeviceType> deviceType,
            boolean evidence,
            Optional<String> build) {
        this(threads, graphOptimization, strict, deviceType, evidence, build, EngineOptions.DEFAULTS);
    }

    /** With the backend's best build. */
    public Settings(
            int threads,
            GraphOptimization graphOptimization,
            boolean strict,
            Optional<DeviceType> deviceType,
            boolean evidence) {
        this(threads, graphOptimization, strict, deviceType, evidence, Optional.empty());
    }

    /** One thread, optimised, lenient, evidence read. */
    public static Settings defaults() {
        return new Settings(1, GraphOptimization.ALL, false, Optional.empty(), true);
    }

    /** As the reference is run: graph optimisation off, no evidence session. */
    public Settings asReference() {
        return new Settings(threads, GraphOptimization.DISABLED, false, Optional.empty(), false);
    }

    public Settings withDeviceType(DeviceType type) {
        return new Settings(threads, graphOptimization, strict, Optional.of(type), evidence, build, options);
    }

    public Settings withEvidence(boolean wanted) {
        return new Settings(threads, graphOptimization, strict, deviceType, wanted, build, options);
    }

    public Settings withBuild(Optional<String> wanted) {
        return new Settings(threads, graphOptimization, strict, deviceType, evidence, wanted, options);
    }

    public Settings withGraphOptimization(GraphOptimization level) {
        return new Settings(threads, level, strict, deviceType, evidence, build, options);
    }

    public Settings withOptions(EngineOptions wanted) {
        return new Settings(threads, graphOptimization, strict, deviceType, evidence, build, wanted);
    }
}
