package dev.bascule.bridge.direct;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what a browser prints, so that it never waits for a reader, and keeps the last of it for the message when it does
 * not come up. Thread-safe.
 */
final class OutputTail {
    private static final Logger LOG = LoggerFactory.getLogger(OutputTail.class);
    static final int LINES = 100;
    static final int LINE_LENGTH = 1000;
    /** A pipe of 64 KB holds what a browser prints meanwhile. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Deque<String> lines = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** Reads to the end of the stream on a thread of its own. */
    static OutputTail of(InputStream output, String name) {
        OutputTail tail = new OutputTail();
        Thread reader = new Thread(() -> tail.read(output), "output of " + name);
        reader.setDaemon(true);
        reader.start();
        return tail;
    }

    private void read(InputStream output) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                LOG.debug("{}", line);
                add(line);
                if (!reader.ready()) {
                    // LiteRT prints nine lines for each WebNN graph: to wake up for each costs more than to read them.
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        } catch (IOException e) {
            LOG.debug("no more output: {}", e.toString());
        } finally {
            end.countDown();
        }
    }

    /** Waits until the stream has ended, which it does not while a child of the browser holds it; tells whether it has. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return end.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    synchronized void add(String line) {
        if (lines.size() == LINES) {
            lines.remove();
        }
        lines.add(line.length() > LINE_LENGTH ? line.substring(0, LINE_LENGTH) + "..." : line);
    }

    synchronized String text() {
        return String.join("\n", lines);
    }
}
