package dev.bascule.cli;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.command.Services;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs command lines in this process, against services of the test's choice. */
public final class CliHarness {
    static final Instant NOW = Instant.parse("2026-11-21T09:36:56Z");

    private final Path folder;
    private final Services services;
    private final Map<String, String> environment = new HashMap<>();
    private final AtomicInteger random = new AtomicInteger(0xbeef);
    private Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private Terminal terminal = new Terminal(false, false, 100);
    private volatile ByteArrayOutputStream talk = new ByteArrayOutputStream();

    /** What came of a command line. */
    record Result(int exit, String out, String err) {}

    CliHarness(Path folder, Services services) {
        this.folder = folder;
        this.services = services;
    }

    /** Fails where a line is not understood. */
    public static void parse(CliContext context, String... arguments) {
        Cli.commandLine(context).parseArgs(arguments);
    }

    CliHarness with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    CliHarness on(Terminal other) {
        terminal = other;
        return this;
    }

    CliHarness at(Clock other) {
        clock = other;
        return this;
    }

    Path folder() {
        return folder;
    }

    /** What the command line that is running, or ran last, has said so far. */
    String saidSoFar() {
        return talk.toString(StandardCharsets.UTF_8);
    }

    Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        talk = err;
        CliContext context = new CliContext(
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        terminal),
                environment,
                folder,
                folder.resolve("home"),
                clock,
                random::getAndIncrement,
                services,
                Interrupts.none());
        int exit = Cli.run(context, arguments);
        return new Result(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
