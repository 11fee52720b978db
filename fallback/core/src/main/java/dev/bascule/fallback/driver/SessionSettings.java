package dev.bascule.fallback.driver;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;
import java.util.Optional;
import java.util.OptionalInt;

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
 * @param kernelRuns how many inferences of the second session the kernels are timed in, after some that warm it up; none
 *     are timed where it is empty, or where the engine keeps no such record
 */
public record SessionSettings(
        int threads,
        GraphOptimization graphOptimization,
        boolean strict,
        Optional<DeviceType> deviceType,
        boolean evidence,
        Optional<String> build,
        EngineOptions options,
        Optional<CarryLocation> carryLocation,
        OptionalInt kernelRuns) {
    /** The profile of each is read whole. */
    private static final int MOST_KERNEL_RUNS = 100;

    private static final SessionSettings DEFAULTS = new SessionSettings(
            1, GraphOptimization.ALL, false, Optional.empty(), true, Optional.empty(), EngineOptions.DEFAULTS);

    public SessionSettings {
        if (kernelRuns.isPresent() && (kernelRuns.getAsInt() < 1 || kernelRuns.getAsInt() > MOST_KERNEL_RUNS)) {
            throw new IllegalArgumentException("kernels are timed in 1 to %d inferences, not in %d"
                    .formatted(MOST_KERNEL_RUNS, kernelRuns.getAsInt()));
        }
    }

    /** One that times no kernels. */
    public SessionSettings(
            int threads,
            GraphOptimization graphOptimization,
            boolean strict,
            Optional<DeviceType> deviceType,
            boolean evidence,
            Optional<String> build,
            EngineOptions options,
            Optional<CarryLocation> carryLocation) {
        this(
                threads,
                graphOptimization,
                strict,
                deviceType,
                evidence,
                build,
                options,
                carryLocation,
                OptionalInt.empty());
    }

    /** One that says nothing of what is carried either. */
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
                number, graphOptimization, strict, deviceType, evidence, build, options, carryLocation, kernelRuns);
    }

    public SessionSettings withGraphOptimization(GraphOptimization level) {
        return new SessionSettings(
                threads, level, strict, deviceType, evidence, build, options, carryLocation, kernelRuns);
    }

    public SessionSettings withDeviceType(DeviceType type) {
        return new SessionSettings(
                threads,
                graphOptimization,
                strict,
                Optional.of(type),
                evidence,
                build,
                options,
                carryLocation,
                kernelRuns);
    }

    public SessionSettings withEvidence(boolean wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, wanted, build, options, carryLocation, kernelRuns);
    }

    public SessionSettings withBuild(Optional<String> wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, evidence, wanted, options, carryLocation, kernelRuns);
    }

    public SessionSettings withOptions(EngineOptions wanted) {
        return new SessionSettings(
                threads, graphOptimization, strict, deviceType, evidence, build, wanted, carryLocation, kernelRuns);
    }

    public SessionSettings withCarryLocation(CarryLocation wanted) {
        return new SessionSettings(
                threads,
                graphOptimization,
                strict,
                deviceType,
                evidence,
                build,
                options,
                Optional.of(wanted),
                kernelRuns);
    }

    /** With kernels timed in so many inferences, for which there must be a second session. */
    public SessionSettings withKernelRuns(int inferences) {
        return new SessionSettings(
                threads,
                graphOptimization,
                strict,
                deviceType,
                true,
                build,
                options,
                carryLocation,
                OptionalInt.of(inferences));
    }
}
