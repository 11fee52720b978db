package dev.bascule.cli.output;

import dev.bascule.suites.service.RunListener;

/** Shows how a run gets on. */
public interface Progress extends RunListener, AutoCloseable {

    /** A bar on a terminal, lines elsewhere, nothing with {@code -q}. */
    static Progress on(Console console) {
        if (console.verbosity() == Verbosity.QUIET) {
            return new SilentProgress();
        }
        // Logs would tear a bar apart.
        boolean bar = console.terminal().err() && console.verbosity() == Verbosity.NORMAL;
        return bar ? new BarProgress(console) : new PlainProgress(console);
    }

    @Override
    void close();
}
