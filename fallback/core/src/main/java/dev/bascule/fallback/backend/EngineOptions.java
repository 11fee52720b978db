package dev.bascule.fallback.backend;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What an engine may be told beyond threads and graph optimisation; what a backend cannot obey, it refuses.
 *
 * @param deviceIndex which of a backend's devices, from 0; empty for the first
 * @param precision what the backend is to compute in, where that may differ from the model's; empty for the model's own
 * @param arena whether memory is kept for the next inference rather than given back
 * @param memoryLimitBytes the most device memory that the engine may take; empty for no limit
 * @param executionMode in which order nodes run; empty for one after the other
 */
public record EngineOptions(
        OptionalInt deviceIndex,
        Optional<Precision> precision,
        boolean arena,
        OptionalLong memoryLimitBytes,
        Optional<ExecutionMode> executionMode) {
    /** First device, the model's precision, an arena, no limit, one node after the other. */
    public static final EngineOptions DEFAULTS =
            new EngineOptions(OptionalInt.empty(), Optional.empty(), true, OptionalLong.empty(), Optional.empty());

    public EngineOptions withDeviceIndex(int index) {
        return new EngineOptions(OptionalInt.of(index), precision, arena, memoryLimitBytes, executionMode);
    }

    public EngineOptions withPrecision(Precision wanted) {
        return new EngineOptions(deviceIndex, Optional.of(wanted), arena, memoryLimitBytes, executionMode);
    }

    public EngineOptions withArena(boolean wanted) {
        return new EngineOptions(deviceIndex, precision, wanted, memoryLimitBytes, executionMode);
    }

    public EngineOptions withMemoryLimit(long bytes) {
        return new EngineOptions(deviceIndex, precision, arena, OptionalLong.of(bytes), executionMode);
    }

    public EngineOptions withExecutionMode(ExecutionMode wanted) {
        return new EngineOptions(deviceIndex, precision, arena, memoryLimitBytes, Optional.of(wanted));
    }

    /** Whether nodes may run side by side. */
    public boolean runsInParallel() {
        return executionMode.filter(mode -> mode == ExecutionMode.PARALLEL).isPresent();
    }
}
