package dev.bascule.cli.distributed;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.studies.distributed.RankEngine.Facts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "distributed",
        description = {
            "Training by several ranks on this machine, proven: is each result right, did they talk, and how fast. Ranks are processes of PyTorch;"
                    + " those of replicas are pages of browsers and native children.",
            "Alone it says what ranks can be run by here. bascule install torch-distributed brings PyTorch.",
            "Its commands end with exit code 1 when an invariant does not hold or a rank failed, with 5 where there is no PyTorch."
        },
        subcommands = {
            CommCommand.class,
            DataCommand.class,
            TensorCommand.class,
            PipelineCommand.class,
            MixedCommand.class,
            FaultsCommand.class,
            ReplicasCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed",
            "  bascule distributed comm --ranks 2,4",
            "  bascule distributed comm --ranks 2 --link 100mbit",
            "  bascule distributed data --ranks 2,4 --json > data.json",
            "  bascule distributed pipeline --ranks 2 --micro-batches 8",
            "  bascule distributed faults --ranks 2",
            "  bascule distributed replicas mlp --replicas wasm,wasm,cpu"
        })
public final class DistributedCommand extends CliCommand {
    @Mixin
    private final JsonOption json = new JsonOption();

    DistributedCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        Facts facts = context()
                .interrupts()
                .during(() -> context().services().distributed().facts(console()::say));
        if (json.wanted()) {
            JsonText.print(console(), DistributedDocument.facts(facts));
        } else {
            console().print(RankText.facts(facts));
        }
        return ExitCode.OK;
    }
}
