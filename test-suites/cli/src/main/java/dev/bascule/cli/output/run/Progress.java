package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Verbosity;
import dev.bascule.execution.service.RunListener;

/** Shows how a run gets on. */
public interface Progress extends RunListener, AutoCloseable {

    /** A bar on a terminal, lines elsewhere, nothing with {@code -q}. */
    static Progress on(Console console) {
        if (console.verbosity() == Verbosity.QUIET) {
            return new SilentProgress();
        }
        return hasBar(console) ? new BarProgress(console, true) : new PlainProgress(console);
    }

    /** For thousands of cells: a bar on a terminal, a line for each tenth elsewhere, nothing with {@code -q}. */
    static Progress ofMany(Console console) {
        if (console.verbosity() == Verbosity.QUIET) {
            return new SilentProgress();
        }
        return hasBar(console) ? new BarProgress(console, false) : new TallyProgress(console);
    }

    /** Logs would tear a bar apart. */
    private static boolean hasBar(Console console) {
        return console.terminal().err() && console.verbosity() == Verbosity.NORMAL;
    }

    @Override
    void close();
}
