package dev.bascule.cli.collect;

import dev.bascule.fallback.error.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import sun.misc.Signal;

/**
 * Ends a collecting process whose parent is gone, even killed, so that nobody measures on unseen: its standard input ends then.
 * Stateless.
 */
final class ParentWatch {
    /** Of a process whose standard input is its parent's. */
    private static final String PROPERTY = "bascule.collect.parent";

    /** To keep what was measured. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private ParentWatch() {}

    /** What has a JVM that is started watch the process that started it, and kept its standard input open. */
    static String option() {
        return "-D%s=stdin".formatted(PROPERTY);
    }

    /** Stops this process as the signal TERM does once the parent is gone, where this process was started with {@link #option}. */
    static void begin() {
        if (System.getProperty(PROPERTY) != null) {
            over(
                    System.in,
                    () -> Signal.raise(new Signal("TERM")),
                    GRACE,
                    () -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED.status()));
        }
    }

    /**
     * @param stop is run when the parent is gone
     * @param last is run where the process lives on after its grace
     * @return the thread that watches
     */
    static Thread over(InputStream parent, Runnable stop, Duration grace, Runnable last) {
        Thread watch = new Thread(
                () -> {
                    awaitEnd(parent);
                    stop.run();
                    try {
                        Thread.sleep(grace.toMillis());
                        last.run();
                    } catch (InterruptedException nobodyDoes) {
                        Thread.currentThread().interrupt();
                    }
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static void awaitEnd(InputStream parent) {
        try {
            while (parent.read() >= 0) {
                // Nothing is said on it.
                continue;
            }
        } catch (IOException e) {
            // As its end.
            return;
        }
    }
}
