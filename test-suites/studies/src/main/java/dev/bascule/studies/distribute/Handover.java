package dev.bascule.studies.distribute;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What one stage hands to the next: first in, first out, and no more waits there than it may, so that a quick stage waits for a
 * slow one. Thread-safe.
 *
 * @param <T> an item
 */
final class Handover<T> {
    private final int capacity;
    private final Deque<T> waiting = new ArrayDeque<>();
    private int most;
    private boolean closed;
    private boolean ended;

    /** @param capacity items that may wait */
    Handover(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a hand-over of " + capacity);
        }
        this.capacity = capacity;
    }

    /** Waits until there is room; false where it was ended, and the item is not taken. */
    synchronized boolean put(T item) throws InterruptedException {
        while (!ended && waiting.size() >= capacity) {
            wait();
        }
        if (ended) {
            return false;
        }
        waiting.addLast(item);
        most = Math.max(most, waiting.size());
        notifyAll();
        return true;
    }

    /** Waits for an item; empty where none will come any more. */
    synchronized Optional<T> take() throws InterruptedException {
        while (!ended && !closed && waiting.isEmpty()) {
            wait();
        }
        Optional<T> next = ended ? Optional.empty() : Optional.ofNullable(waiting.pollFirst());
        notifyAll();
        return next;
    }

    /** Nothing more comes; what waits is still taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Nothing is put or taken any more: whoever waits goes home. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The most that ever waited. */
    synchronized int most() {
        return most;
    }
}
