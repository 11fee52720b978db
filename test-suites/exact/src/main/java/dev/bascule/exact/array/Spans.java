package dev.bascule.exact.array;

import java.util.stream.IntStream;

/** Loops over many items, in threads where that saves time. Stateless. */
public final class Spans {
    private static final int PARALLEL_FROM = 1 << 15;
    private static final int CHUNK = 1 << 13;

    private Spans() {}

    /** A part of a loop: it writes nothing that another part reads. */
    @FunctionalInterface
    public interface Part {
        void run(int from, int to);
    }

    /** Of a loop whose body is small; it stands where the elements are one each. */
    public static void over(int items, Part part) {
        over(items, 1, part);
    }

    /** @param weight how many elements an item has */
    public static void over(int items, int weight, Part part) {
        int chunk = Math.max(1, CHUNK / Math.max(1, weight));
        if ((long) items * weight < PARALLEL_FROM || items <= chunk) {
            part.run(0, items);
            return;
        }
        IntStream.range(0, (items + chunk - 1) / chunk)
                .parallel()
                .forEach(which -> part.run(which * chunk, Math.min(items, (which + 1) * chunk)));
    }
}
