package dev.bascule.cli.output;

/** Sets how much the libraries log, before the first of them does. Stateless. */
public final class LogSetup {
    private LogSetup() {}

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
