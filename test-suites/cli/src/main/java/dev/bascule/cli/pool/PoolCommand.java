package dev.bascule.cli.pool;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import picocli.CommandLine.Command;

@Command(
        name = "pool",
        description = "Plans which models run where on this machine, in how many replicas, and serves them.",
        subcommands = {PoolPlanCommand.class, PoolRunCommand.class},
        synopsisSubcommandLabel = "(plan | run)",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule pool plan bert-micro=20 resnet-micro=5",
            "  bascule pool run bert-micro=20 resnet-micro=5 --seconds 30"
        })
public final class PoolCommand extends CliCommand {

    PoolCommand(CliContext context) {
        super(context);
    }

    /** Without a sub-command there is nothing to do. */
    @Override
    protected ExitCode execute(Config config) {
        throw new BasculeException(
                ErrorCode.USAGE_ERROR, "say what to do with a pool: plan or run", "bascule pool plan --help");
    }
}
