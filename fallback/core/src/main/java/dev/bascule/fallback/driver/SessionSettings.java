package dev.bascule.fallback.driver;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;
import java.util.Optional;

/**
 * How a session is to be made: what a job is given, what a message carries, and what a driver reads. Immutable.
 *
 * @param threads intra-op threads of a CPU engine
 * @param graphOptimization how far the engine may rewrite the graph; the reference runs without
 * @param strict whether the engine must refuse rather than place a node on the CPU
 * @param deviceType the device to ask for, where the backend lets one ask
 * @param evidence whether to open a second session, after the timed one, to read where each node was placed
 * @param build which of the engine's builds to load, such as {@code ort.all}; the backend's best one where empty
 * @param options device, precision and memory, for a native engine
 * @param carryLocation where outputs stay that feed the next step and that nobody reads; the CPU where empty
 */
public record SessionSettings(
        int threads,
        GraphOptimization graphOptimization,
        boolean strict,
        Optional<DeviceType> deviceType,
        boolean evidence,
        Optional<String> build,
        EngineOptions options,
        Optional<CarryLocation> carryLocation) {
    private static final SessionSettings DEFAULTS = new SessionSettings(
            1, GraphOptimization.ALL, false, Optional.empty(), true, Optional.empty(), EngineOptions.DEFAULTS);

    /** One that says nothing of what is carried. */
    public SessionSettings(
            int threads,
            GraphOptimization graphOptimization,
            boolean strict,
            Optional<DeviceType> deviceType,
            boolean evidence,
            Optional<String> build,
            EngineOptions options) {
        this(threads, graphOptimization, strict, deviceType, evidence, build, options, Optional.empty());
    }

    /** One thread, optimised, lenient, evidence read. */
    public static SessionSettings defaults() {
        return DEFAULTS;
    }

    /** As the reference is run: graph optimisation off, no evidence session. */
    public SessionSettings asReference() {
        return DEFAULTS.withThreads(threads)
                .withGraphOptimization(GraphOptimization.DISABLED)
                .withEvidence(false);
    }

    public SessionSettings withThreads(int number) {
        return new SessionSettings(
                number, graphOptimization, strict, deviceType, evidence, build, options, carryLocation);
    }

    public SessionSettings withGraphOptimization(GraphOptimization level) {
        return new SessionSettings(threads, level, strict, deviceType, evidence, build, options, carryLocation);
    }

    public SessionSettings withDeviceType(DeviceType type) {
        return new SessionSettings(
                threads, graphOptimization, strict, Optional.of(type), evidence, build, options, carryLocation);
    }

    public SessionSettings withEvidence(boolean wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, wanted, build, options, carryLocation);
    }

    public SessionSettings withBuild(Optional<String> wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, evidence, wanted, options, carryLocation);
    }

    public SessionSettings withOptions(EngineOptions wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, evidence, build, wanted, carryLocation);
    }

    public SessionSettings withCarryLocation(CarryLocation wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, evidence, build, options, Optional.of(wanted));
    }
}
