package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.DistributedService.Listener;
import dev.bascule.studies.distributed.RankLine.PartStep;
import dev.bascule.studies.distributed.Strategy.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Has one rank train the whole network, and then ranks that each have a part of it. Belongs to one thread. */
final class StrategyStudy {
    private final RankEngine engine;
    private final Listener listener;
    private final StrategyPlan plan;

    StrategyStudy(RankEngine engine, Listener listener, StrategyPlan plan) {
        this.engine = engine;
        this.listener = listener;
        this.plan = plan;
        plan.misfit().ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
    }

    TrainingReport report() {
        listener.phase("one rank with the whole network, %d steps of %d samples".formatted(plan.steps(), plan.batch()));
        RankRun one = engine.run(plan.one(), RankEngine.Watcher.NONE);
        Samples alone = TrainingFigures.steps(one, StrategyPlan.ONE.name());
        Optional<Failure> failure = one.failure()
                .or(() -> Optional.of(new StrategyTold(plan, one, new TrainedParts(plan.network(), one))
                                .complete(List.of(StrategyPlan.ONE, StrategyPlan.REVERSED)))
                        .filter(finding -> !finding.holds())
                        .map(finding -> Failure.of(ErrorCode.PROTOCOL_VIOLATION, finding.words())));
        List<TrainingReport.Group> groups = new ArrayList<>();
        for (int ranks : failure.isEmpty() ? plan.ranks() : List.<Integer>of()) {
            if (!Thread.currentThread().isInterrupted()) {
                listener.phase("%d ranks, %s".formatted(ranks, plan.strategy().word()));
                groups.add(group(one, alone, ranks));
            }
        }
        return new TrainingReport(
                engine.facts(), plan.link(), alone, loss(one, 1), loss(one, plan.steps()), groups, failure);
    }

    private static OptionalDouble loss(RankRun one, int step) {
        return one.all(PartStep.class)
                .filter(each -> each.way().equals(StrategyPlan.ONE.name()) && each.step() == step)
                .flatMapToDouble(each -> each.loss().stream())
                .findFirst();
    }

    private TrainingReport.Group group(RankRun one, Samples alone, int ranks) {
        RankRun run = engine.run(plan.job(ranks), RankEngine.Watcher.NONE);
        boolean over = ranks > engine.facts().processors();
        StrategyJudge judge = new StrategyJudge(plan, one, run);
        List<TrainingReport.Row> rows = plan.ways(ranks).stream()
                .map(way -> judge.row(way, alone, over))
                .toList();
        return new TrainingReport.Group(
                ranks,
                over,
                run.network(),
                rows,
                Stream.concat(
                                judge.findings().stream(),
                                RoundTrips.judgeLate(plan.link(), run, OptionalDouble.empty()).stream())
                        .toList(),
                run.usage(),
                TrainingFigures.bottleneck(rows, over),
                Stream.of(
                                plan.ways(ranks).stream().map(StrategyStudy::words),
                                plan.notes(ranks).stream(),
                                over ? Stream.<String>empty() : judge.disturbances().stream())
                        .flatMap(each -> each)
                        .toList(),
                run.failure());
    }

    private static String words(Way way) {
        return "%s: %s%s"
                .formatted(
                        way.name(),
                        way.layout().words(),
                        way.layout().stages() == 1 ? "" : ", micro-batches: " + way.microBatches());
    }
}
