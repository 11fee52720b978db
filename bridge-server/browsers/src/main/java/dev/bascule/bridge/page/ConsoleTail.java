package dev.bascule.bridge.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last few lines that a page complained with, for the message when it does not come up. Thread-safe. */
final class ConsoleTail {
    private static final int KEPT = 5;
    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == KEPT) {
            lines.remove();
        }
        lines.add(line);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
