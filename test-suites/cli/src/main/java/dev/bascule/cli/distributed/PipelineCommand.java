package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.studies.distributed.Strategy;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "pipeline",
        description = {
            "Trains a network whose layers lie on several ranks in a row, and one rank with all of it: both must end in the same"
                    + " parameters.",
            "Micro-batches follow each other through the stages, all forward first (GPipe) and one forward, one backward (1F1B). How"
                    + " long stages have nothing to do is told beside the theory."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed pipeline --ranks 2 --micro-batches 8",
            "  bascule distributed pipeline --ranks 4 --blocks 8 --json > pipeline.json"
        })
final class PipelineCommand extends StrategyCommand {
    @Mixin
    private final MicroBatchOption micro = new MicroBatchOption();

    PipelineCommand(CliContext context) {
        super(context, Strategy.PIPELINE, List.of(2, 4));
    }

    @Override
    int microBatches() {
        return micro.count();
    }
}
