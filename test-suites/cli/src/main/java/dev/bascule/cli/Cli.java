package dev.bascule.cli;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.Shell;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.text.Nearest;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs one command line in this process. Stateless. */
final class Cli {
    private static final int WIDEST_HELP = 110;

    private static final String ROOT = "bascule";

    private Cli() {}

    /** Runs it, and returns the exit code. Nothing is thrown: what goes wrong is printed. */
    static int run(CliContext context, String... arguments) {
        CommandLine line = commandLine(context);
        line.setParameterExceptionHandler((problem, given) -> refuse(context, problem, given));
        line.setExecutionExceptionHandler((problem, command, parsed) ->
                fail(context, problem, command.getCommandSpec().qualifiedName(), arguments));
        try {
            return line.execute(arguments);
        } catch (Error e) {
            // Nobody else catches one, and a process whose servers still run would stay for ever.
            return fail(context, e, ROOT, arguments);
        }
    }

    /** All commands, as they are read. */
    static CommandLine commandLine(CliContext context) {
        CommandLine line = new CommandLine(RootCommand.class, new CommandFactory(context));
        line.setOut(new PrintWriter(context.console().out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(context.console().err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.setUsageHelpWidth(
                Math.min(WIDEST_HELP, Math.max(60, context.console().terminal().width())));
        line.setUsageHelpLongOptionsMaxWidth(32);
        line.setAbbreviatedOptionsAllowed(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOverwrittenOptionsAllowed(false);
        // A file named by '@' holds a token, whose '#' would begin a comment of a file of arguments.
        line.setExpandAtFiles(false);
        return line;
    }

    private static int refuse(CliContext context, ParameterException problem, String[] given) {
        if (problem.getCause() instanceof BasculeException known) {
            return fail(
                    context, known, problem.getCommandLine().getCommandSpec().qualifiedName(), given);
        }
        CommandSpec command = problem.getCommandLine().getCommandSpec();
        Failure failure =
                Failure.of(ErrorCode.USAGE_ERROR, message(problem, command), command.qualifiedName() + " --help");
        ErrorReport.print(context.console(), failure, Optional.of(problem), Shell.line(List.of(given)));
        return failure.code().exitCode().status();
    }

    private static String message(ParameterException problem, CommandSpec command) {
        if (problem instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            if (word.startsWith("-")) {
                String name = word.split("=", 2)[0];
                return "unknown option '%s'%s"
                        .formatted(
                                name,
                                Nearest.to(name, command.optionsMap().keySet())
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElse(""));
            }
            if (!command.subcommands().isEmpty()) {
                return "unknown command '%s'%s"
                        .formatted(
                                word, Nearest.hint(word, command.subcommands().keySet()));
            }
            return "there is one argument too many: '%s'".formatted(word);
        }
        return String.valueOf(problem.getMessage());
    }

    /** @param command by whose own help a mistake of usage without a remedy of its own is answered */
    private static int fail(CliContext context, Throwable problem, String command, String[] arguments) {
        if (context.interrupts().broken()) {
            // Whatever came of it was told when it broke.
            return ExitCode.BUG.status();
        }
        // An interrupted command fails in all kinds of ways; none of them is the point.
        boolean interrupted = Thread.interrupted();
        if (interrupted || context.interrupts().requested()) {
            Failure stopped = Failure.of(
                    ErrorCode.RUN_INTERRUPTED, "stopped before anything was measured", "run the same line again");
            ErrorReport.print(context.console(), stopped, Optional.of(problem), Shell.line(List.of(arguments)));
            return ExitCode.INTERRUPTED.status();
        }
        Failure failure = helped(ErrorReport.failureOf(problem), command);
        ErrorReport.print(context.console(), failure, Optional.of(problem), Shell.line(List.of(arguments)));
        return failure.code().exitCode().status();
    }

    private static Failure helped(Failure failure, String command) {
        return failure.code() == ErrorCode.USAGE_ERROR && failure.remedies().equals(List.of(ROOT + " --help"))
                ? new Failure(failure.code(), failure.message(), List.of(command + " --help"))
                : failure;
    }
}
