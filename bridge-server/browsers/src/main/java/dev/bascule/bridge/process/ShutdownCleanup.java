package dev.bascule.bridge.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last tidying of everything that is still open when the JVM goes down, as on Ctrl-C. Thread-safe. */
public final class ShutdownCleanup {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownCleanup.class);
    private static final Set<Runnable> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ShutdownCleanup::runAll, "bascule-shutdown-net"));
    }

    private ShutdownCleanup() {}

    /** To be run when the JVM ends, unless it is removed before. It must not wait for long. */
    public static void add(Runnable tidying) {
        OPEN.add(tidying);
    }

    public static void remove(Runnable tidying) {
        OPEN.remove(tidying);
    }

    /**
     * Runs it now, for one who is about to end the JVM without its shutdown hooks. What is stuck is left.
     *
     * @param limit how long to wait for it
     */
    public static void runWithin(Duration limit) {
        Thread tidying = new Thread(ShutdownCleanup::runAll, "bascule-last-tidying");
        tidying.setDaemon(true);
        tidying.start();
        try {
            tidying.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Side by side: one that waits for a Grid which does not answer must not keep the others from their end. */
    private static void runAll() {
        List<Thread> running = OPEN.stream().map(ShutdownCleanup::start).toList();
        try {
            for (Thread tidying : running) {
                tidying.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread start(Runnable tidying) {
        Thread thread = new Thread(
                () -> {
                    try {
                        tidying.run();
                    } catch (RuntimeException e) {
                        LOG.warn("something was left behind: {}", e.toString());
                    }
                },
                "bascule-tidying");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
