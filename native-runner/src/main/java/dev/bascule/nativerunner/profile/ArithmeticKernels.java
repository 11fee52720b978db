package dev.bascule.nativerunner.profile;

import dev.bascule.fallback.runner.KernelReading.Unit;
import java.util.Optional;

/** Kernels that compute and hardly touch memory. Stateless. */
final class ArithmeticKernels {
    /** Floats in the first-level cache of anything. */
    private static final int LENGTH = 2048;

    /** Multiply-adds on a float from its load to its store. */
    private static final int DEPTH = 16;

    private static final float FACTOR = 0.5f;
    private static final float ADDED = 1;
    /** Steps of the chain in one pass; even. */
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
        return new Kernel() {
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

            @Override
            public void run(int thread, int passes) {
                for (int pass = 0; pass < passes; pass++) {
                    body.run(values[thread], FACTOR, ADDED);
                }
            }

            @Override
            public Optional<String> check() {
                float[] probe = new float[LENGTH];
                for (int i = 0; i < LENGTH; i++) {
                    probe[i] = i;
                }
                body.run(probe, FACTOR, ADDED);
                for (int i = 0; i < LENGTH; i++) {
                    double expected = i;
                    for (int step = 0; step < DEPTH; step++) {
                        // A float's half plus one is exact as a double, and rounded once as the fused operation does.
                        expected = (float) (expected * FACTOR + ADDED);
                    }
                    if (probe[i] != expected) {
                        return Optional.of("%s instead of %s at %d".formatted(probe[i], expected, i));
                    }
                }
                return Optional.empty();
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
            /** A field, so that the compiler cannot know it: with a constant -1 a step might become fewer instructions. */
            private long mask = -1;

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
            }

            @Override
            public Optional<String> check() {
                // With all bits in the mask, ~x + d taken twice is x again; taken once it is d - 1 - x.
                boolean right = value == START && chain.run(START, mask, STEP, 3) == STEP - 1 - START;
                return right ? Optional.empty() : Optional.of("the chain ended elsewhere: steps were left out");
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
