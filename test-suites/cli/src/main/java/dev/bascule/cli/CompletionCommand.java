package dev.bascule.cli;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.ExitCode;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        description = "Prints a completion script for a shell.",
        footerHeading = "%nExamples:%n",
        footer = {"  source <(bascule completion bash)", "  bascule completion zsh > ~/.bascule-completion"})
final class CompletionCommand extends CliCommand {

    /** The shells. */
    enum Shell {
        bash,
        zsh
    }

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    @SuppressWarnings("UnusedVariable") // One script serves both; it asks which of them it runs in.
    private @Nullable Shell shell;

    CompletionCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        console()
                .print(AutoComplete.bash("bascule", new CommandLine(RootCommand.class, new CommandFactory(context()))));
        return ExitCode.OK;
    }
}
