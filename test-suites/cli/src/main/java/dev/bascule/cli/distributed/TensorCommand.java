package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.studies.distributed.Strategy;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "tensor",
        description = {
            "Trains a network whose layers are split over ranks, and one rank with all of it: both must end in the same parameters.",
            "The first layer of a block is split by its outputs, the second by its inputs, with an all-reduce forward and one backward."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed tensor --ranks 2",
            "  bascule distributed tensor --ranks 2,4 --hidden 1024 --json > tensor.json"
        })
final class TensorCommand extends StrategyCommand {
    TensorCommand(CliContext context) {
        super(context, Strategy.TENSOR, List.of(2, 4));
    }

    @Override
    int microBatches() {
        return 1;
    }
}
