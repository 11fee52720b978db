package dev.bascule.cli.distributed;

import dev.bascule.studies.distributed.RankEngine;
import dev.bascule.studies.distributed.Strategy;
import dev.bascule.studies.distributed.StrategyPlan;
import java.util.List;
import picocli.CommandLine.Option;

/** The network that ranks share. */
final class NetworkOptions {
    private static final int MOST_BLOCKS = 64;
    private static final int MOST_HIDDEN = 4096;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description =
                    "Blocks of two layers each; the stages of a pipeline have as many each (default: ${DEFAULT-VALUE}).",
            defaultValue = "4")
    private int blocks = 4;

    @Option(
            names = "--hidden",
            paramLabel = "N",
            description =
                    "Between the two layers of a block; its shards have as much each (default: ${DEFAULT-VALUE}).",
            defaultValue = "256")
    private int hidden = 256;

    StrategyPlan plan(
            Strategy strategy, List<Integer> ranks, int microBatches, TrainingOptions training, RankOptions options) {
        TrainingOptions.require(blocks >= 1 && blocks <= MOST_BLOCKS, "--blocks is from 1 to " + MOST_BLOCKS);
        TrainingOptions.require(hidden >= 1 && hidden <= MOST_HIDDEN, "--hidden is from 1 to " + MOST_HIDDEN);
        training.check(ranks);
        TrainingOptions.require(
                microBatches >= 1 && microBatches <= training.batch(),
                "--micro-batches is from 1 to the samples of a batch");
        StrategyPlan plan = new StrategyPlan(
                strategy,
                ranks,
                training.batch(),
                training.steps(),
                training.every(),
                training.seed(),
                blocks,
                hidden,
                microBatches,
                options.link(),
                options.limit());
        plan.misfit().ifPresent(why -> TrainingOptions.require(false, why));
        TrainingOptions.require(
                plan.mostTold() <= RankEngine.MOST_TOLD,
                ("%d checkpoints of this network and %d samples in each of %d steps are %d MiB to tell, and %d at most: choose fewer"
                                + " --steps, a greater --every or a smaller network")
                        .formatted(
                                plan.checkpoints().size(),
                                training.batch(),
                                training.steps(),
                                plan.mostTold() >> 20,
                                RankEngine.MOST_TOLD >> 20));
        return plan;
    }
}
