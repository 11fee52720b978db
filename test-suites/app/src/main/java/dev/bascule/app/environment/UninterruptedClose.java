package dev.bascule.app.environment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The closing of a run environment where no interrupt comes: one that strikes a server's stopping would cost what was
 * measured.
 */
final class UninterruptedClose {
    private static final Logger LOG = LoggerFactory.getLogger(UninterruptedClose.class);

    private UninterruptedClose() {}

    /**
     * What {@link RunEnvironment#end} does.
     *
     * @param kill makes the closing short; callable from any thread
     */
    static boolean of(Runnable kill, Runnable close) {
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            kill.run();
        }
        Thread closing = new Thread(() -> loggingTrouble(close), "bascule-closing");
        closing.setDaemon(true);
        closing.start();
        while (closing.isAlive()) {
            try {
                closing.join();
            } catch (InterruptedException e) {
                interrupted = true;
                kill.run();
            }
        }
        return interrupted;
    }

    private static void loggingTrouble(Runnable close) {
        try {
            close.run();
        } catch (RuntimeException e) {
            LOG.warn("not everything that a run started could be closed", e);
        }
    }
}
