package dev.bascule.cli;

import dev.bascule.bridge.process.ShutdownCleanup;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import dev.bascule.fallback.error.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Where the process begins. */
public final class Main {
    private static final Duration LAST_TIDYING = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** For shutdown hooks: processes are ended and folders cleared in them. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private Main() {}

    public static void main(String[] arguments) {
        // Figures are written in one way on every machine; 0,5 in a report of one and 0.5 of another cannot be
        // compared.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        int status = ExitCode.BUG.status();
        try {
            status = run(arguments);
        } catch (Throwable beyondReport) {
            // Not even the report could be made.
            beyondReport.printStackTrace();
        } finally {
            ProcessExit.exit(status, GRACE);
        }
    }

    /** Runs a command line against this machine, and returns the exit code. */
    static int run(String... arguments) {
        Map<String, String> environment = System.getenv();
        Console console =
                new Console(stream(FileDescriptor.out), stream(FileDescriptor.err), Terminal.ofProcess(environment));
        SignalInterrupts interrupts = new SignalInterrupts(
                PATIENCE,
                () -> console.say("\nstopping; what was measured is being written"),
                () -> ShutdownCleanup.runWithin(LAST_TIDYING));
        ProcessExit.onErrors(console, interrupts, arguments);
        CliContext context = new CliContext(
                console,
                environment,
                Path.of(""),
                Path.of(System.getProperty("user.home", ".")),
                Clock.systemUTC(),
                () -> ThreadLocalRandom.current().nextInt(),
                new LocalServices(),
                interrupts);
        int status = Cli.run(context, arguments);
        interrupts.ended();
        return ProcessExit.status(status, interrupts);
    }

    /** Everything is written in UTF-8, whatever the locale: reports and pipes must not differ from machine to machine. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
