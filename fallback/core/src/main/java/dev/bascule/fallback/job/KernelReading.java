package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;
import java.util.Optional;

/**
 * What one kernel did. Either there are samples, and the kernel's result was right, or there is a reason.
 *
 * @param kernel its name: {@code read}, {@code triad}, {@code fma.float32}, {@code gemm.float32}, {@code dispatch} ...
 * @param size bytes of the working set, or the edge of a matrix
 * @param unit what the work is counted in
 * @param work units of work in each sample
 * @param threads that worked at once
 * @param samples milliseconds; none where the kernel did not run or was wrong
 * @param reason why there are no samples
 */
public record KernelReading(
        String kernel, long size, Unit unit, double work, int threads, Samples samples, Optional<String> reason) {

    /** What work is counted in. */
    public enum Unit {
        /** Bytes that the kernel asks for, read and written; what the caches add to that is not counted. */
        BYTE,
        /** Floating-point or integer operations; a multiply-add is two. */
        FLOP,
        /** Calls, or kernels launched. */
        CALL,
        /** Clock cycles of one core. */
        CYCLE
    }

    public KernelReading {
        if (samples.isEmpty() == reason.isEmpty()) {
            throw new IllegalArgumentException("a reading has samples or a reason: " + kernel);
        }
    }

    public static KernelReading measured(
            String kernel, long size, Unit unit, double work, int threads, Samples samples) {
        return new KernelReading(kernel, size, unit, work, threads, samples, Optional.empty());
    }

    public static KernelReading without(String kernel, long size, Unit unit, int threads, String reason) {
        return new KernelReading(kernel, size, unit, 0, threads, Samples.NONE, Optional.of(reason));
    }
}
