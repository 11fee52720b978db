package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Arrays of images as planes: the spatial dimensions of each image's channels, one plane after the other. Stateless. */
final class Planes {
    /** Cells of windows that are looked up at a time. */
    private static final int CELLS = 1 << 20;
    /** Elements read below which threads cost more than they save. */
    private static final long PARALLEL_FROM = 1 << 16;

    private Planes() {}

    /** Spatial sizes. */
    static int[] spatial(Array images) {
        if (images.rank() < 2) {
            throw new IllegalArgumentException("images of a batch and channels have no shape of " + images);
        }
        return Arrays.copyOfRange(images.dims(), 2, images.rank());
    }

    static int count(Array images) {
        return Dims.size(images.dims(), 0, 2);
    }

    /** Batch and channels of the images before other spatial sizes. */
    static int[] shape(Array images, int... spatial) {
        int[] shape = Arrays.copyOf(images.dims(), 2 + spatial.length);
        System.arraycopy(spatial, 0, shape, 2, spatial.length);
        return shape;
    }

    /** What is made of the cells of one window. */
    @FunctionalInterface
    interface Reduction {

        /**
         * A number for the window.
         *
         * @param plane index of the plane's first element
         * @param sources indices within the plane, -1 on padding
         * @param from the window's first in them
         * @param to the one after its last
         */
        double of(int plane, int[] sources, int from, int to);
    }

    /** Which of the cells of one window is taken. */
    @FunctionalInterface
    interface Choice {

        /** An index in the array, or -1; otherwise as {@link Reduction#of}. */
        int of(int plane, int[] sources, int from, int to);
    }

    static double[] reduced(int planes, Windows windows, Reduction reduction) {
        double[] reduced = new double[Dims.size(planes, windows.count())];
        each(planes, windows, (plane, at, sources, from, to) -> reduced[at] = reduction.of(plane, sources, from, to));
        return reduced;
    }

    static int[] chosen(int planes, Windows windows, Choice choice) {
        int[] chosen = new int[Dims.size(planes, windows.count())];
        each(planes, windows, (plane, at, sources, from, to) -> chosen[at] = choice.of(plane, sources, from, to));
        return chosen;
    }

    @FunctionalInterface
    private interface Visit {
        void of(int plane, int at, int[] sources, int from, int to);
    }

    private static void each(int planes, Windows windows, Visit visit) {
        int size = Dims.size(windows.in());
        int cells = windows.cells();
        int count = windows.count();
        int step = Math.max(1, CELLS / cells);
        for (int first = 0; first < count; first += step) {
            int start = first;
            int end = Math.min(count, first + step);
            int[] sources = windows.sources(start, end);
            threaded(planes, (long) sources.length * planes, plane -> {
                for (int window = start; window < end; window++) {
                    int from = (window - start) * cells;
                    visit.of(plane * size, plane * count + window, sources, from, from + cells);
                }
            });
        }
    }

    /** Does independent tasks; in threads where they are much work. */
    static void threaded(int tasks, long work, IntConsumer task) {
        IntStream all = IntStream.range(0, tasks);
        (work >= PARALLEL_FROM ? all.parallel() : all).forEach(task);
    }
}
