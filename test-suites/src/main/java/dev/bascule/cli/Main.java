package dev.bascule.cli;

import dev.bascule.bridge.process.ShutdownNet;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
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

    private Main() {}

    public static void main(String[] arguments) {
        // Figures are written in one way on every machine; 0,5 in a report of one and 0.5 of another cannot be
        // compared.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        System.exit(run(arguments));
    }

    /** Runs a command line against this machine, and returns the exit code. */
    static int run(String... arguments) {
        Map<String, String> environment = System.getenv();
        Console console =
                new Console(stream(FileDescriptor.out), stream(FileDescriptor.err), Terminal.ofProcess(environment));
        CliContext context = new CliContext(
                console,
                environment,
                Path.of(""),
                Path.of(System.getProperty("user.home", ".")),
                Clock.systemUTC(),
                () -> ThreadLocalRandom.current().nextInt(),
                new LocalServices(),
                new SignalInterrupts(
                        PATIENCE,
                        () -> console.say("\nstopping; what was measured is being written"),
                        () -> ShutdownNet.runWithin(LAST_TIDYING)));
        return Cli.run(context, arguments);
    }

    /** Everything is written in UTF-8, whatever the locale: reports and pipes must not differ from machine to machine. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
