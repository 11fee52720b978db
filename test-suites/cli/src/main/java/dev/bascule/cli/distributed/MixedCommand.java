package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.studies.distributed.Strategy;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "mixed",
        description = {
            "Trains two replicas of a network, each on several ranks, and one rank with all of it: all must end in the same parameters.",
            "The ranks of a replica are a pipeline's stages, and then shards of each layer. --ranks is even, and 4 or more (default: 4)."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed mixed",
            "  bascule distributed mixed --ranks 4 --micro-batches 8 --json > mixed.json"
        })
final class MixedCommand extends StrategyCommand {
    @Mixin
    private final MicroBatchOption micro = new MicroBatchOption();

    MixedCommand(CliContext context) {
        super(context, Strategy.MIXED, List.of(4));
    }

    @Override
    int microBatches() {
        return micro.count();
    }
}
