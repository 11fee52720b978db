package dev.bascule.nativerunner.profile;

import dev.bascule.fallback.job.KernelReading.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Kernels that compute and hardly touch memory. Stateless. */
final class ArithmeticKernels {
    /** Floats in the first-level cache of anything. */
    private static final int LENGTH = 2048;

    /** Multiply-adds on a float from its load to its store. */
    private static final int DEPTH = 16;

    /** From here on a float cannot be counted up by one. */
    private static final long MOST_COUNTED = 1 << 24;

    /** Steps of the chain in one pass. */
    private static final int CHAIN = 4096;

    private static final long START = 0x5DEECE66DL;
    private static final long STEP = 0xBL;

    private ArithmeticKernels() {}

    /** What a kernel does to an array of floats. */
    @FunctionalInterface
    interface Body {
        void run(float[] values, float factor, float added);
    }

    /** Fused multiply-adds on 32-bit floats, many independent ones at once; each thread has floats of its own. */
    static Kernel fma(int threads) {
        return fma(threads, ArithmeticKernels::multiplyAdd);
    }

    static Kernel fma(int threads, Body body) {
        float[][] values = new float[threads][LENGTH];
        float[] begin = new float[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            begin[i] = i;
        }
        long[] asked = new long[threads];
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        return new Kernel() {
            /** Fields, so that the compiler cannot know them: times 1 plus 1 it would leave the multiplication out. */
            private float factor = 1;

            private float added = 1;

            @Override
            public String name() {
                return "fma.float32";
            }

            @Override
            public long size() {
                return LENGTH * 4L;
            }

            @Override
            public Unit unit() {
                return Unit.FLOP;
            }

            @Override
            public double workPerPass() {
                return 2.0 * DEPTH * LENGTH * threads;
            }

            /** Each call counts on from where the last one ended: all that were ever made, the timed ones too, are checked. */
            @Override
            public void run(int thread, int passes) {
                if (asked[thread] == 0 || LENGTH + DEPTH * (asked[thread] + passes) > MOST_COUNTED) {
                    wrong.addAll(wrong(thread));
                    System.arraycopy(begin, 0, values[thread], 0, LENGTH);
                    asked[thread] = 0;
                }
                asked[thread] += passes;
                for (int pass = 0; pass < passes; pass++) {
                    body.run(values[thread], factor, added);
                }
            }

            private List<String> wrong(int thread) {
                for (int i = 0; i < LENGTH && asked[thread] > 0; i++) {
                    long expected = Math.min(MOST_COUNTED, i + DEPTH * asked[thread]);
                    if (values[thread][i] != expected) {
                        return List.of("%s instead of %d at %d of thread %d after %d passes"
                                .formatted(values[thread][i], expected, i, thread, asked[thread]));
                    }
                }
                return List.of();
            }

            @Override
            public Optional<String> check() {
                for (int thread = 0; thread < threads; thread++) {
                    wrong.addAll(wrong(thread));
                }
                return wrong.stream()
                        .findFirst()
                        .or(() -> Arrays.stream(asked).allMatch(passes -> passes > 0)
                                ? Optional.empty()
                                : Optional.of("a thread did nothing"));
            }
        };
    }

    private static void multiplyAdd(float[] values, float factor, float added) {
        for (int i = 0; i < values.length; i++) {
            float v = values[i];
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            v = Math.fma(v, factor, added);
            values[i] = v;
        }
    }

    /** A chain of steps in which each waits for the one before. */
    @FunctionalInterface
    interface Chain {
        long run(long start, long mask, long step, int steps);
    }

    /**
     * The core's clock as it is: a chain of exclusive-or and addition, each of which takes exactly one cycle on every core
     * in use (Agner Fog, Instruction tables; Arm's software optimization guides), however many the core could do at once.
     */
    static Kernel clock() {
        return clock(ArithmeticKernels::chain);
    }

    static Kernel clock(Chain chain) {
        return new Kernel() {
            private long value = START;
            private long steps;
            /** A field, so that the compiler cannot know it: with a constant 0 a step would be the addition alone. */
            private long mask;

            @Override
            public String name() {
                return "clock";
            }

            @Override
            public long size() {
                return 0;
            }

            @Override
            public Unit unit() {
                return Unit.CYCLE;
            }

            @Override
            public double workPerPass() {
                return 2.0 * CHAIN;
            }

            @Override
            public void run(int thread, int passes) {
                for (int pass = 0; pass < passes; pass++) {
                    value = chain.run(value, mask, STEP, CHAIN);
                }
                steps += (long) passes * CHAIN;
            }

            @Override
            public Optional<String> check() {
                // With no bit in the mask each step adds one and the same, modulo 2^64: all steps ever asked for are
                // counted.
                return value == START + STEP * steps
                        ? Optional.empty()
                        : Optional.of("the chain ended elsewhere: steps were left out");
            }
        };
    }

    private static long chain(long start, long mask, long step, int steps) {
        long x = start;
        for (int i = 0; i < steps; i++) {
            x = (x ^ mask) + step;
        }
        return x;
    }
}
