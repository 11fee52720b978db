package dev.bascule.nativerunner.profile;

import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.LongSupplier;

/**
 * Times kernels: as many passes to a sample as make it longer than {@link #SAMPLE_NANOS}, some 30,000 steps of the clock and
 * yet shorter than a system lets one thread wait for another; warm
 * first, for the compiler needs to have seen the loop. A result is checked outside of the timed region, and a kernel that
 * is wrong has no samples. Belongs to one thread.
 */
final class KernelTimer {
    private static final long SAMPLE_NANOS = 1_000_000;
    private static final long WARM_NANOS = 20_000_000;
    private static final int MOST_PASSES = 1 << 24;
    /** Compiled code does more a nanosecond on one core of anything, and interpreted code hardly a hundredth of that. */
    private static final double COMPILED = 0.5;

    /** Where the compiler's thread does not get its turn, as on a machine with other work, it is waited for so long. */
    private static final long COMPILER_NANOS = 5_000_000_000L;

    private static final double QUICKENED = 0.6;
    private static final int MOST_TIMES = 4;
    /** A slow kernel gets fewer samples: so long for them, but never fewer than an interval of the median needs. */
    private static final long KERNEL_NANOS = 2_000_000_000L;

    private static final int FEWEST = 7;

    private final LongSupplier nanos;
    private final int samples;

    /** @param samples how many to take of each kernel */
    KernelTimer(LongSupplier nanos, int samples) {
        this.nanos = nanos;
        this.samples = samples;
    }

    /** Times one kernel on so many threads. */
    KernelReading time(Kernel kernel, int threads) throws InterruptedException {
        int passes = calibrate(kernel, threads);
        double[] millis = samples(kernel, threads, passes);
        for (int again = 0; again < MOST_TIMES && quickened(millis); again++) {
            passes = calibrate(kernel, threads);
            millis = samples(kernel, threads, passes);
        }
        Optional<String> wrong = kernel.check();
        return wrong.isPresent()
                ? KernelReading.without(
                        kernel.name(), kernel.size(), kernel.unit(), threads, "its result is wrong: " + wrong.get())
                : KernelReading.measured(
                        kernel.name(),
                        kernel.size(),
                        kernel.unit(),
                        kernel.workPerPass() * passes,
                        threads,
                        Samples.ofMillis(millis));
    }

    private double[] samples(Kernel kernel, int threads, int passes) throws InterruptedException {
        double[] millis = new double[samples];
        long taken = 0;
        for (int i = 0; i < samples; i++) {
            if (i >= FEWEST && taken > KERNEL_NANOS) {
                return Arrays.copyOf(millis, i);
            }
            long took = once(kernel, threads, passes);
            taken += took;
            millis[i] = took / 1e6;
        }
        return millis;
    }

    /** Whether it became much faster while it was timed: better code came only then. */
    static boolean quickened(double... millis) {
        int third = millis.length / 3;
        return third > 0 && middle(millis, millis.length - third, millis.length) < QUICKENED * middle(millis, 0, third);
    }

    private static double middle(double[] millis, int from, int to) {
        return Samples.ofMillis(Arrays.copyOfRange(millis, from, to)).median();
    }

    /** Doubles the passes until a sample is long enough, and warms on the way. */
    private int calibrate(Kernel kernel, int threads) throws InterruptedException {
        long begin = nanos.getAsLong();
        int passes = 1;
        while (true) {
            long took = once(kernel, threads, passes);
            long warming = nanos.getAsLong() - begin;
            boolean compiled = kernel.workPerPass() * passes / took >= COMPILED || warming >= COMPILER_NANOS;
            boolean warm = warming >= WARM_NANOS && compiled;
            if (took >= SAMPLE_NANOS && warm || passes >= MOST_PASSES && compiled) {
                return passes;
            }
            if (took < SAMPLE_NANOS && passes < MOST_PASSES) {
                passes *= 2;
            }
        }
    }

    /** Nanoseconds from the common start to the end of the last thread. */
    private long once(Kernel kernel, int threads, int passes) throws InterruptedException {
        if (threads == 1) {
            long start = nanos.getAsLong();
            kernel.run(0, passes);
            return nanos.getAsLong() - start;
        }
        CyclicBarrier start = new CyclicBarrier(threads);
        long[] began = new long[threads];
        long[] ended = new long[threads];
        List<Thread> crew = new ArrayList<>();
        for (int each = 0; each < threads; each++) {
            int thread = each;
            Thread worker = new Thread(
                    () -> {
                        meet(start);
                        began[thread] = nanos.getAsLong();
                        kernel.run(thread, passes);
                        ended[thread] = nanos.getAsLong();
                    },
                    "bascule-kernel-" + thread);
            worker.setDaemon(true);
            worker.start();
            crew.add(worker);
        }
        for (Thread worker : crew) {
            worker.join();
        }
        long first = began[0];
        long last = ended[0];
        for (int thread = 1; thread < threads; thread++) {
            first = Math.min(first, began[thread]);
            last = Math.max(last, ended[thread]);
        }
        return last - first;
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BrokenBarrierException e) {
            // Another thread was interrupted: this sample is as good as none, and the job is at its end.
            Thread.currentThread().interrupt();
        }
    }
}
