package dev.bascule.nativerunner.profile;

import dev.bascule.fallback.job.KernelReading.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Kernels that move memory. Each is the JVM's own vectorized loop (an intrinsic, or one that its compiler vectorizes), so
 * that they show the memory and not the loop. Bytes are counted as STREAM counts them (McCalpin, 1995): what the program
 * reads and writes; the line that a cache reads before it is written is not counted. Belongs to one thread.
 */
final class MemoryKernels {
    /** Keeps arrays of one length from lying at the same offset in a page, where loads wait for stores (4K aliasing). */
    private static final int SHIFT = 136;

    private static final int MODULUS = 1021;

    private final long[] first;
    private final long[] second;

    /** @param largest the largest working set in bytes */
    MemoryKernels(long largest) {
        int half = Math.toIntExact(largest / 16);
        first = new long[2 * half];
        second = new long[half + SHIFT];
    }

    /** What a kernel does with its arrays from one index up to another. */
    @FunctionalInterface
    interface Body {
        /** @return what it found, or 0 */
        long run(int from, int to);
    }

    /** Reads two arrays of half the working set each: the JVM's comparison of equal arrays. */
    Kernel read(long size, int threads) {
        return read(size, threads, (from, to) -> Arrays.mismatch(first, from, to, second, from + SHIFT, to + SHIFT));
    }

    Kernel read(long size, int threads, Body body) {
        int length = Math.toIntExact(size / 16);
        for (int i = 0; i < length; i++) {
            first[i] = i % MODULUS;
            second[i + SHIFT] = i % MODULUS;
        }
        long[] found = new long[threads];
        return new Ranged("read", size, length, threads, (thread, from, to) -> found[thread] = body.run(from, to)) {
            @Override
            public Optional<String> check() {
                for (long answer : found) {
                    if (answer != -1) {
                        return Optional.of("equal arrays were found to differ at " + answer);
                    }
                }
                // Whoever did not look at the last element finds no difference there.
                second[length - 1 + SHIFT]++;
                long last = body.run(0, length);
                second[length - 1 + SHIFT]--;
                return last == length - 1 ? Optional.empty() : Optional.of("a changed last element was not seen");
            }
        };
    }

    /** Writes one array. */
    Kernel write(long size, int threads) {
        return write(size, threads, (from, to) -> {
            Arrays.fill(first, from, to, 42);
            return 0;
        });
    }

    Kernel write(long size, int threads, Body body) {
        int length = Math.toIntExact(size / 8);
        Arrays.fill(first, 0, length, 7);
        return new Ranged("write", size, length, threads, (thread, from, to) -> body.run(from, to)) {
            @Override
            public Optional<String> check() {
                for (int i = 0; i < length; i++) {
                    if (first[i] != 42) {
                        return Optional.of("element %d of %d was not written".formatted(i, length));
                    }
                }
                return Optional.empty();
            }
        };
    }

    /** Copies half the working set to the other half. */
    Kernel copy(long size, int threads) {
        return copy(size, threads, (from, to) -> {
            System.arraycopy(first, from, second, from + SHIFT, to - from);
            return 0;
        });
    }

    Kernel copy(long size, int threads, Body body) {
        int length = Math.toIntExact(size / 16);
        for (int i = 0; i < length; i++) {
            first[i] = i % MODULUS;
        }
        Arrays.fill(second, -1);
        return new Ranged("copy", size, length, threads, (thread, from, to) -> body.run(from, to)) {
            @Override
            public Optional<String> check() {
                for (int i = 0; i < length; i++) {
                    if (second[i + SHIFT] != i % MODULUS) {
                        return Optional.of("element %d of %d was not copied".formatted(i, length));
                    }
                }
                return Optional.empty();
            }
        };
    }

    long[] firstArray() {
        return first;
    }

    long[] secondArray() {
        return second;
    }

    static int shift() {
        return SHIFT;
    }

    /** {@code a = b + 3 c}, over three arrays of a third of the working set each. */
    static final class Triad {
        private final double[] a;
        private final double[] b;
        private final double[] c;

        Triad(long largest) {
            int length = Math.toIntExact(largest / 24);
            a = new double[length];
            b = new double[length + SHIFT];
            c = new double[length + 2 * SHIFT];
            for (int i = 0; i < length; i++) {
                b[i + SHIFT] = i % MODULUS;
                c[i + 2 * SHIFT] = i % 7;
            }
        }

        Kernel kernel(long size, int threads) {
            return kernel(size, threads, (from, to) -> {
                triad(a, b, c, from, to);
                return 0;
            });
        }

        Kernel kernel(long size, int threads, Body body) {
            int length = Math.toIntExact(size / 24);
            Arrays.fill(a, -1);
            return new Ranged("triad", size, length, threads, (thread, from, to) -> body.run(from, to)) {
                @Override
                public Optional<String> check() {
                    for (int i = 0; i < length; i++) {
                        // Whole numbers: exact whatever the order of operations.
                        if (a[i] != i % MODULUS + 3 * (i % 7)) {
                            return Optional.of("element %d of %d is %s".formatted(i, length, a[i]));
                        }
                    }
                    return Optional.empty();
                }
            };
        }

        private static void triad(double[] a, double[] b, double[] c, int from, int to) {
            for (int i = from; i < to; i++) {
                a[i] = b[i + SHIFT] + 3 * c[i + 2 * SHIFT];
            }
        }
    }

    /** The sizes of a sweep in bytes, rising: powers of two, and halfway between unless quick. */
    static List<Long> sizes(boolean quick, long largest) {
        return java.util.stream.LongStream.iterate(8 << 10, size -> size <= largest, size -> size * 2)
                .flatMap(size -> quick || size * 3 / 2 > largest
                        ? java.util.stream.LongStream.of(size)
                        : java.util.stream.LongStream.of(size, size * 3 / 2))
                .boxed()
                .toList();
    }

    @FunctionalInterface
    private interface Share {
        void run(int thread, int from, int to);
    }

    /** A kernel whose threads each take a part of the range. */
    private abstract static class Ranged implements Kernel {
        private final String name;
        private final long size;
        private final int length;
        private final int threads;
        private final Share share;

        Ranged(String name, long size, int length, int threads, Share share) {
            this.name = name;
            this.size = size;
            this.length = length;
            this.threads = threads;
            this.share = share;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public Unit unit() {
            return Unit.BYTE;
        }

        @Override
        public double workPerPass() {
            return size;
        }

        @Override
        public void run(int thread, int passes) {
            int from = (int) ((long) length * thread / threads);
            int to = (int) ((long) length * (thread + 1) / threads);
            for (int pass = 0; pass < passes; pass++) {
                share.run(thread, from, to);
            }
        }
    }
}
