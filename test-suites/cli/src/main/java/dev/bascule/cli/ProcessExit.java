package dev.bascule.cli;

import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.Shell;
import dev.bascule.fallback.error.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the process ends, whatever happens: with the exit code of its command, in bounded time, and never as one whose threads
 * live on while nobody works. Stateless.
 */
final class ProcessExit {
    private ProcessExit() {}

    /**
     * An error that leaves a thread of the background is told, and ends the command: what it was to do will not be done, and
     * who waits for it would wait for ever. An exception costs its thread alone, as ever.
     */
    static void onErrors(Console console, SignalInterrupts interrupts, String[] arguments) {
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {
            if (!(problem instanceof Error)) {
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                problem.printStackTrace();
                return;
            }
            try {
                ErrorReport.print(
                        console, ErrorReport.failureOf(problem), Optional.of(problem), Shell.line(List.of(arguments)));
            } finally {
                interrupts.breakOff();
            }
        });
    }

    /** Ends it. Shutdown hooks that hang are left behind. */
    static void exit(int status, Duration grace) {
        Thread watch = new Thread(
                () -> {
                    try {
                        Thread.sleep(grace.toMillis());
                    } catch (InterruptedException nobodyDoes) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(status);
                },
                "bascule-end");
        watch.setDaemon(true);
        try {
            watch.start();
        } catch (Error noThreadLeft) {
            Runtime.getRuntime().halt(status);
        }
        System.exit(status);
    }

    /** What a command came to, an error beside it included. */
    static int status(int ofCommand, SignalInterrupts interrupts) {
        return interrupts.broken() ? ExitCode.BUG.status() : ofCommand;
    }
}
