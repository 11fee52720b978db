package dev.bascule.fallback.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** The last lines that a process printed. Thread-safe. */
public final class LastLines {
    private static final int KEPT = 40;

    private final Deque<String> lines = new ArrayDeque<>();
    private final Consumer<String> each;

    /** @param each is shown every line */
    public LastLines(Consumer<String> each) {
        this.each = each;
    }

    /** Reads a stream to its end, on the thread that calls. */
    public void drain(InputStream stream) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            // The process was killed.
        }
    }

    private void add(String line) {
        each.accept(line);
        synchronized (this) {
            lines.addLast(line);
            if (lines.size() > KEPT) {
                lines.removeFirst();
            }
        }
    }

    public synchronized List<String> all() {
        return List.copyOf(lines);
    }
}
