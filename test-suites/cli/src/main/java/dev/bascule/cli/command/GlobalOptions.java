package dev.bascule.cli.command;

import dev.bascule.app.config.ColorMode;
import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.output.Terminal;
import dev.bascule.cli.output.Verbosity;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every command. */
public final class GlobalOptions {
    private final Flags flags = new Flags();

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Say errors only.")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Say more: logs, and the stacks of errors.")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            scope = ScopeType.INHERIT,
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli reads it.
    private boolean help;

    @Option(
            names = "--color",
            scope = ScopeType.INHERIT,
            paramLabel = "auto|always|never",
            description = "When to colour what is printed (default: auto; NO_COLOR is honoured).")
    void color(String text) {
        flags.add(Keys.COLOR, "--color", text);
    }

    Flags flags() {
        return flags;
    }

    /** As far as the options say, before any configuration is read. */
    Verbosity verbosity() {
        return verbose ? Verbosity.VERBOSE : quiet ? Verbosity.QUIET : Verbosity.NORMAL;
    }

    /** Sets the console up as options, configuration and environment want it. */
    void applyTo(CliContext context, Config config) {
        ColorMode mode = config.get(Keys.COLOR);
        Terminal terminal = context.console().terminal();
        context.console()
                .set(
                        verbosity(),
                        color(mode, terminal.out(), context.environment()),
                        color(mode, terminal.err(), context.environment()));
    }

    private static boolean color(ColorMode mode, boolean terminal, Map<String, String> environment) {
        return switch (mode) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        };
    }
}
