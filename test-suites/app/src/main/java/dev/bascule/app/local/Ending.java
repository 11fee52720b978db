package dev.bascule.app.local;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a workbench where no interrupt comes: one that strikes a server's stopping would cost what was measured. */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private Ending() {}

    /**
     * What {@link Workbench#end} does.
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
