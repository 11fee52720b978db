package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.distributed.Strategy;
import dev.bascule.studies.distributed.StrategyPlan;
import dev.bascule.studies.distributed.TrainingReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that trains a network of which each rank has a part. */
@Command
abstract class StrategyCommand extends RankCommand {
    @Mixin
    private final TrainingOptions training = new TrainingOptions();

    @Mixin
    private final NetworkOptions network = new NetworkOptions();

    private final Strategy strategy;
    private final List<Integer> usualRanks;

    StrategyCommand(CliContext context, Strategy strategy, List<Integer> usualRanks) {
        super(context);
        this.strategy = strategy;
        this.usualRanks = List.copyOf(usualRanks);
    }

    abstract int microBatches();

    @Override
    void refuse() {
        plan();
    }

    private StrategyPlan plan() {
        return network.plan(strategy, options().ranks(usualRanks), microBatches(), training, options());
    }

    @Override
    Result result(DistributedService service, DistributedService.Listener listener) {
        TrainingReport report = service.strategy(plan(), listener);
        return new Result(
                new TrainingText(console().outStyle()).of(report, "one rank with the whole network"),
                TrainingDocument.of(strategy.word(), report),
                report.holds());
    }
}
