package dev.bascule.nativerunner.profile;

import dev.bascule.fallback.job.KernelReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * All kernels of the CPU, one after the other: the clock, arithmetic, then memory by rising working set on one thread and,
 * where there are more, the ends of the sweep on all. Belongs to one thread.
 *
 * @param nanos a clock in nanoseconds, from any beginning
 * @param threads how many at most
 * @param quick fewer sizes and samples
 * @param budget no new kernel is begun after so long
 * @param wanted the largest working set in bytes, where the heap allows it
 * @param cancelled whether to stop
 */
public record CpuKernels(LongSupplier nanos, int threads, boolean quick, Duration budget, long wanted, Stop cancelled) {
    /** Java's arrays end beyond it. */
    private static final long MOST = 8L << 30;

    /** Of the heap: the kernels hold half as much again as their working set, and what they are done with has yet to go. */
    private static final int PART_OF_HEAP = 3;

    /** Asked between kernels; what it throws ends the work. */
    @FunctionalInterface
    public interface Stop {
        boolean isAsked();
    }

    /** Hands over each reading as it comes. */
    public void run(Consumer<KernelReading> readings) throws InterruptedException {
        long end = nanos.getAsLong() + budget.toNanos();
        KernelTimer timer = new KernelTimer(nanos, quick ? 15 : 31);
        Sink sink = new Sink(timer, end, readings);
        sink.take(ArithmeticKernels.clock(), 1);
        sink.take(ArithmeticKernels.fma(1), 1);
        if (threads > 1) {
            sink.take(ArithmeticKernels.fma(threads), threads);
        }
        long largest = largest();
        List<Long> sizes = MemoryKernels.sizes(quick, largest);
        // First what shows the caches best.
        triads(sink, sizes, largest);
        long small = sizes.get(0);
        MemoryKernels memory = new MemoryKernels(largest);
        for (long size : sizes) {
            sink.take(memory.read(size, 1), 1);
            sink.take(memory.write(size, 1), 1);
            sink.take(memory.copy(size, 1), 1);
        }
        if (threads > 1) {
            for (long size : List.of(small * threads, largest)) {
                sink.take(memory.read(size, threads), threads);
                sink.take(memory.write(size, threads), threads);
                sink.take(memory.copy(size, threads), threads);
            }
        }
        // Once more: what ran beside the first time may be gone.
        sink.take(ArithmeticKernels.clock(), 1);
    }

    private void triads(Sink sink, List<Long> sizes, long largest) throws InterruptedException {
        MemoryKernels.Triad triad = new MemoryKernels.Triad(largest);
        for (long size : sizes) {
            sink.take(triad.kernel(size, 1), 1);
        }
        if (threads > 1) {
            sink.take(triad.kernel(largest, threads), threads);
        }
    }

    /** Bytes of the largest working set: as wanted, or half of it, and so on, as the heap allows. */
    public long largest() {
        return largest(wanted, Runtime.getRuntime().maxMemory());
    }

    static long largest(long wanted, long heap) {
        long size = wanted;
        while (size > Math.min(MOST, heap / PART_OF_HEAP)) {
            size /= 2;
        }
        return size;
    }

    /** Why the largest working set is smaller than wanted; empty where it is not. */
    public Optional<String> shortfall() {
        return largest() >= wanted
                ? Optional.empty()
                : Optional.of(
                        "%d MiB instead of %d MiB: the heap of this process is %d MiB, and %d MiB is the most at all"
                                .formatted(
                                        largest() >> 20,
                                        wanted >> 20,
                                        Runtime.getRuntime().maxMemory() >> 20,
                                        MOST >> 20));
    }

    private final class Sink {
        private final KernelTimer timer;
        private final long end;
        private final Consumer<KernelReading> readings;

        Sink(KernelTimer timer, long end, Consumer<KernelReading> readings) {
            this.timer = timer;
            this.end = end;
            this.readings = readings;
        }

        void take(Kernel kernel, int workers) throws InterruptedException {
            if (cancelled.isAsked()) {
                throw new InterruptedException("cancelled");
            }
            readings.accept(
                    nanos.getAsLong() < end
                            ? timer.time(kernel, workers)
                            : KernelReading.without(
                                    kernel.name(),
                                    kernel.size(),
                                    kernel.unit(),
                                    workers,
                                    "the time for kernels was over before it began"));
        }
    }
}
