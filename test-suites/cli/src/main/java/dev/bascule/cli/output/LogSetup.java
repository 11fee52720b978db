package dev.bascule.cli.output;

import org.slf4j.LoggerFactory;

/** Sets how much the libraries log, before the first of them does. Stateless. */
public final class LogSetup {
    private LogSetup() {}

    /**
     * Makes the first logger now, on this thread: were several threads to do so at once, their messages would be held back
     * with a warning. Commands that log nothing need not pay for it.
     */
    public static void start() {
        LoggerFactory.getLogger(LogSetup.class).debug("logging");
    }

    /** Read by {@code logback.xml} when the first logger is made. */
    public static void apply(Verbosity verbosity) {
        if (verbosity == Verbosity.VERBOSE) {
            System.setProperty("bascule.log.own", "DEBUG");
            System.setProperty("bascule.log.libraries", "INFO");
        } else if (verbosity == Verbosity.QUIET) {
            System.setProperty("bascule.log.own", "ERROR");
            System.setProperty("bascule.log.libraries", "ERROR");
        }
    }
}
