package dev.bascule.fallback.job;

import dev.bascule.fallback.backend.DeviceType;
import java.time.Duration;

/**
 * A request to run the runner's own kernels, which say what the bare device can do.
 *
 * @param id unique in the run
 * @param device whose kernels: those of the CPU or of the GPU
 * @param threads how many threads at most may work at once
 * @param quick whether fewer sizes and samples will do
 * @param budget no new kernel is begun after so long
 * @param largestBytes the largest working set of the CPU's memory wanted; a runner that cannot have it takes less, and says why
 *     among its facts
 */
public record KernelRequest(
        String id, DeviceType device, int threads, boolean quick, Duration budget, long largestBytes) {
    /** The fact that says why a runner's largest working set is smaller than wanted. */
    public static final String LARGEST_FACT = "largestWorkingSet";

    public KernelRequest {
        if (device == DeviceType.NPU) {
            throw new IllegalArgumentException("no runner has kernels of its own for an NPU");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("somebody has to do the work");
        }
        if (largestBytes < 1) {
            throw new IllegalArgumentException("a working set has some bytes");
        }
    }
}
