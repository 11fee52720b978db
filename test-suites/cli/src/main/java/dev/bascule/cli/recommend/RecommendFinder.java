package dev.bascule.cli.recommend;

import dev.bascule.cli.collect.LocalBrowsers;
import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.predict.KeptPredictions;
import dev.bascule.fallback.target.Machine;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.memory.MeasuredGrowth;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.MemoryTable;
import dev.bascule.prediction.recommend.CandidateModel;
import dev.bascule.prediction.recommend.Candidates;
import dev.bascule.prediction.recommend.Limit;
import dev.bascule.prediction.recommend.MeasuredCells;
import dev.bascule.prediction.recommend.PredictedFigures;
import dev.bascule.prediction.recommend.PredictedMemory;
import dev.bascule.prediction.recommend.Recommendation;
import dev.bascule.prediction.recommend.TailRatios;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Finds what keeps the limits; runs nothing. */
record RecommendFinder(CliContext context, String store, RecommendOptions options) {
    private static final double LEVEL = 0.9;
    /** Models that a command names. */
    private static final int NAMED = 4;

    Recommended find() {
        List<Limit> limits = options.limits();
        String machine =
                context.services().doctor().machine().map(Machine::fingerprint).orElse("");
        List<CaseResult> cells = cells();
        PredictionData data = PredictionData.of(context, store, options.data);
        List<CandidateModel> models = TaskModels.of(options.task, cells, data.set());
        List<CaseResult> own = cells.stream()
                .filter(cell -> cell.machine().fingerprint().equals(machine))
                .toList();
        MeasuredCells measured = MeasuredCells.of(own, machine);
        TreeSet<TargetKey> known = new TreeSet<>(measured.targets());
        data.set().targets().keySet().stream()
                .filter(target -> target.machine().equals(machine))
                .forEach(known::add);
        TargetScope scope = new TargetScope(
                options.backends,
                options.browsers,
                options.on,
                new LocalBrowsers(context.services().browsers().browsers()));
        List<TargetKey> targets = scope.of(known);
        MemoryTable table = MemoryTable.shipped();
        PredictedMemory memory = new PredictedMemory(
                MemoryBounds.shipped().plus(MeasuredGrowth.of(cells, table.models(), false)),
                table.models(),
                MeasuredGrowth.heldBefore(own));
        PredictedFigures expected =
                new PredictedFigures(data.feasibility(), TailRatios.of(data.attempts()), memory, LEVEL);
        Recommendation recommendation = Recommendation.of(
                new Candidates(measured, expected, scope::measuring).of(models, targets, Limit.wanted(limits)), limits);
        KeptPredictions kept = new KeptPredictions("recommend", context.clock().instant());
        expected.told().forEach(told -> kept.add(told.model(), told.time()));
        kept.keep(context, store);
        return new Recommended(
                options.task, machine, LEVEL, models, targets.size(), recommendation, gaps(models, targets));
    }

    private List<Recommended.Gap> gaps(List<CandidateModel> models, List<TargetKey> targets) {
        List<String> named = models.stream()
                .map(CandidateModel::reference)
                .distinct()
                .limit(NAMED)
                .toList();
        List<Recommended.Gap> gaps = new ArrayList<>();
        for (String backend : options.backends) {
            if (targets.stream().noneMatch(target -> target.backend().equals(backend))) {
                gaps.add(new Recommended.Gap(
                        backend,
                        "no model of any task was measured on it here",
                        "bascule run %s --backends %s".formatted(String.join(" ", named), backend)));
            }
        }
        if (targets.isEmpty() && gaps.isEmpty()) {
            gaps.add(new Recommended.Gap(
                    "every backend", "nothing was measured on this machine", "bascule collect --probes 10"));
        }
        return gaps;
    }

    private List<CaseResult> cells() {
        if (!HistoryAccess.exists(context, store)) {
            return List.of();
        }
        try (History history = HistoryAccess.existing(context, store)) {
            return history.latestCells(RunFilter.ALL);
        }
    }
}
