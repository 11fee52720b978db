package dev.bascule.exact.kernel.reduce;

/** The first few of many by an order, the largest first; of equal ones the first. A heap. Belongs to one thread. */
final class Ranking {
    private final Order order;
    /** Of those kept the one that goes first is on top: each is not better than the two below it. */
    private final int[] heap;

    private int start;
    private int[] offsets = new int[0];

    /** @param count of those that are kept */
    Ranking(Order order, int count) {
        this.order = order;
        this.heap = new int[count];
    }

    /** Their places among the offsets, of which there are at least as many. */
    int[] of(int from, int... among) {
        start = from;
        offsets = among;
        int count = heap.length;
        for (int i = 0; i < count; i++) {
            heap[i] = i;
        }
        for (int i = count / 2 - 1; i >= 0; i--) {
            sink(i, count);
        }
        for (int place = count; place < among.length && count > 0; place++) {
            if (isBetter(place, heap[0])) {
                heap[0] = place;
                sink(0, count);
            }
        }
        for (int left = count - 1; left > 0; left--) {
            int worst = heap[0];
            heap[0] = heap[left];
            heap[left] = worst;
            sink(0, left);
        }
        return heap;
    }

    private void sink(int from, int count) {
        int at = from;
        while (2 * at + 1 < count) {
            int below = 2 * at + 1;
            if (below + 1 < count && isBetter(heap[below], heap[below + 1])) {
                below++;
            }
            if (!isBetter(heap[at], heap[below])) {
                return;
            }
            int worse = heap[below];
            heap[below] = heap[at];
            heap[at] = worse;
            at = below;
        }
    }

    private boolean isBetter(int place, int other) {
        int compared = order.compare(start + offsets[place], start + offsets[other]);
        return compared > 0 || (compared == 0 && place < other);
    }
}
