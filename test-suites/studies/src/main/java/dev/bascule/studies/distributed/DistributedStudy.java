package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.DistributedService.Listener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Has ranks do what is asked for, and judges it. Belongs to one thread. */
public final class DistributedStudy {
    private final RankEngine engine;
    private final Listener listener;

    public DistributedStudy(RankEngine engine, Listener listener) {
        this.engine = engine;
        this.listener = listener;
    }

    public CommReport comm(CommPlan plan) {
        refuse(plan.link());
        List<CommReport.Group> groups = new ArrayList<>();
        for (int ranks : plan.ranks()) {
            if (!Thread.currentThread().isInterrupted()) {
                listener.phase("%d ranks: %d collectives, %d sizes, %d rounds"
                        .formatted(
                                ranks, plan.collectives().size(), plan.sizes().size(), plan.rounds()));
                RankRun run = engine.run(plan.job(ranks), RankEngine.Watcher.NONE);
                groups.add(CommJudge.judge(plan, run, engine.facts().processors()));
            }
        }
        return new CommReport(engine.facts(), plan.link(), groups, CostJudge.judge(groups, plan.foretold()));
    }

    public TrainingReport data(DataPlan plan) {
        refuse(plan.link());
        int processors = engine.facts().processors();
        listener.phase("one worker with the whole batch of %d, %d steps".formatted(plan.batch(), plan.steps()));
        RankRun one = engine.run(plan.one(), RankEngine.Watcher.NONE);
        Samples alone = TrainingFigures.steps(one, DataPlan.HAND.name());
        Optional<Failure> failure = one.failure()
                .or(() -> Optional.of(
                                DataJudge.complete(plan, one, List.of(DataPlan.HAND.name(), DataPlan.REVERSED.name())))
                        .filter(finding -> !finding.holds())
                        .map(finding -> Failure.of(ErrorCode.PROTOCOL_VIOLATION, finding.words())));
        List<TrainingReport.Group> groups = new ArrayList<>();
        if (failure.isEmpty()) {
            DataJudge judge = new DataJudge(plan, one);
            for (int ranks : plan.ranks()) {
                if (!Thread.currentThread().isInterrupted()) {
                    listener.phase("%d workers".formatted(ranks));
                    groups.add(group(plan, judge, alone, ranks, processors));
                }
            }
        }
        double[] losses = one.all(RankLine.Step.class)
                .filter(step -> step.way().equals(DataPlan.HAND.name()))
                .mapToDouble(RankLine.Step::loss)
                .toArray();
        return new TrainingReport(
                engine.facts(),
                plan.link(),
                alone,
                losses.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(losses[0]),
                losses.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(losses[losses.length - 1]),
                groups,
                failure);
    }

    private TrainingReport.Group group(DataPlan plan, DataJudge judge, Samples alone, int ranks, int processors) {
        RankRun run = engine.run(plan.job(ranks), RankEngine.Watcher.NONE);
        boolean over = ranks > processors;
        List<TrainingReport.Row> rows = DataPlan.WAYS.stream()
                .map(way -> judge.row(way, run, alone, over))
                .toList();
        return new TrainingReport.Group(
                ranks,
                over,
                run.network(),
                rows,
                Stream.concat(
                                judge.findings(run).stream(),
                                RoundTrips.judgeLate(plan.link(), run, OptionalDouble.empty()).stream())
                        .toList(),
                run.usage(),
                TrainingFigures.bottleneck(rows, over),
                over ? List.of() : judge.disturbances(run),
                run.failure());
    }

    public TrainingReport strategy(StrategyPlan plan) {
        refuse(plan.link());
        return new StrategyStudy(engine, listener, plan).report();
    }

    /** @param folder for checkpoints */
    public FaultReport faults(FaultPlan plan, Path folder) {
        DataPlan training = plan.training();
        refuse(training.link());
        List<FaultReport.LeftOut> leftOut = plan.kinds().stream()
                .filter(FaultKind::ofLink)
                .flatMap(kind -> engine.refuses(plan.link()).map(why -> new FaultReport.LeftOut(kind, why)).stream())
                .toList();
        List<FaultKind> kinds = plan.kinds().stream()
                .filter(kind -> leftOut.stream().noneMatch(left -> left.kind() == kind))
                .toList();
        if (plan.chosen()) {
            leftOut.stream().findFirst().ifPresent(left -> refuse(left.why()));
        }
        List<FaultReport.Row> rows = new ArrayList<>();
        for (int ranks : training.ranks()) {
            listener.phase("%d workers, undisturbed".formatted(ranks));
            FaultStudy study = new FaultStudy(engine, plan, ranks, folder, System::nanoTime);
            for (FaultKind kind : kinds) {
                if (!Thread.currentThread().isInterrupted()) {
                    listener.phase("%d workers: %s".formatted(ranks, kind.option()));
                    rows.add(study.of(kind));
                }
            }
        }
        return new FaultReport(engine.facts(), training.steps(), training.every(), training.patience(), rows, leftOut);
    }

    private void refuse(Optional<LinkLimit> link) {
        link.flatMap(engine::refuses).ifPresent(DistributedStudy::refuse);
    }

    private static void refuse(Failure failure) {
        throw new BasculeException(
                failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
    }
}
