package dev.bascule.reports.rating;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.scoring.Formula;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Scores of families on targets and of targets over all, from measured cells alone: what was skipped, predicted, documented by
 * others, not checked or not timed adds nothing and takes nothing away. The baseline of speed is the native CPU on the same model
 * in the same run, as {@link Formula} says. Immutable.
 *
 * @param families with a score or a ✗ anywhere
 * @param targets likewise: those in an order, the best first, then the others
 * @param scores by family and target; what nobody measured is not there
 * @param overall of each target with a score, in the same order; means over different models are in no order among each other
 * @param order of the targets, on the models that they have in common
 * @param sensitivity how the order hangs on weights and models; empty where there is nothing to order
 * @param leftOut cells that failed and say nothing of their target, as {@code model on target}
 */
public record ScoreTable(
        List<Family> families,
        List<ScoredTarget> targets,
        List<FamilyScore> scores,
        List<TargetScore> overall,
        TargetOrder order,
        Optional<Sensitivity> sensitivity,
        List<String> leftOut) {
    /** What the speed in a score is relative to. */
    public static final String BASELINE = "the native CPU (ONNX Runtime) on the same model in the same run";

    /** How scores of cells come to those of families and targets. */
    public static final List<String> RULES = List.of(
            "A model's score on a target is the mean over its cases; a family's the mean over its models measured there, each once;"
                    + " a target's the mean over its families, each once.",
            "What was tried and cannot run there counts 0, as a failure does, and is named beside; where nothing can run the"
                    + " rating is ✗. Predicted and documented cells never count.",
            "Targets are ordered on the models that all of them measured, and on no others; one that lacks these stands in no order.",
            "The interval comes from those of the speeds; it speaks of these models on this machine. Ratings: "
                    + Rating.thresholds()
                    + "; two where the interval straddles a threshold. Unproven: no engine's record shows where it ran.");

    public ScoreTable {
        families = List.copyOf(families);
        targets = List.copyOf(targets);
        scores = List.copyOf(scores);
        overall = List.copyOf(overall);
        leftOut = List.copyOf(leftOut);
    }

    public Optional<FamilyScore> score(Family family, ScoredTarget target) {
        return scores.stream()
                .filter(score -> score.family() == family && score.target().equals(target))
                .findFirst();
    }

    /**
     * The table of these cells, the newest run first: of several runs of a cell the first counts, as in the matrix. Operator
     * cases and chains do not take part: of a chain, what it reaches is scored where that stands alone.
     */
    public static ScoreTable of(Collection<CaseResult> caseResults) {
        List<CaseResult> scorable = caseResults.stream()
                .filter(caseResult -> caseResult.run().chain().isStrict())
                .filter(caseResult -> !caseResult.run().model().task().equals(ModelInfo.CONFORMANCE))
                .filter(caseResult -> caseResult.run().model().nodes() > 1)
                .filter(CaseResult::isTelling)
                .toList();
        Map<Boolean, List<CaseResult>> byCase = scorable.stream()
                .collect(Collectors.partitioningBy(caseResult -> CellScore.saysNothingOfTarget(caseResult.run())));
        Matrix matrix = Matrix.of(byCase.getOrDefault(false, List.of()));
        List<FamilyScore> scores = new ArrayList<>();
        List<TargetScore> overall = new ArrayList<>();
        for (Matrix.Column column : matrix.columns()) {
            ScoredTarget target = target(column);
            List<FamilyScore> ofTarget = new ArrayList<>();
            for (Family family : Family.values()) {
                family(matrix, column, family, target).ifPresent(ofTarget::add);
            }
            scores.addAll(ofTarget);
            if (ofTarget.stream().anyMatch(FamilyScore::runs)) {
                overall.add(Ranking.target(target, ofTarget));
            }
        }
        TargetOrder order = TargetOrder.of(overall);
        overall.sort(Comparator.comparingInt((TargetScore score) -> {
                    int rank = order.rank(score.target());
                    return rank == 0 ? Integer.MAX_VALUE : rank;
                })
                .thenComparing(score -> score.target().label()));
        Set<ScoredTarget> targets = new LinkedHashSet<>();
        overall.forEach(score -> targets.add(score.target()));
        scores.forEach(score -> targets.add(score.target()));
        List<Family> families = Arrays.stream(Family.values())
                .filter(family -> scores.stream().anyMatch(score -> score.family() == family))
                .toList();
        return new ScoreTable(
                families,
                List.copyOf(targets),
                scores,
                overall,
                order,
                Ranking.sensitivity(order, overall),
                leftOut(byCase.getOrDefault(true, List.of())));
    }

    private static List<String> leftOut(List<CaseResult> caseResults) {
        return caseResults.stream()
                .map(CaseResult::run)
                .map(run -> "%s on %s%s"
                        .formatted(
                                run.model().name(),
                                run.chain(),
                                run.decisive()
                                        .target()
                                        .browser()
                                        .map(browser -> " in " + browser.label())
                                        .orElse("")))
                .distinct()
                .sorted()
                .toList();
    }

    /** What was left out and why; empty where nothing was. */
    public Optional<String> leftOutWords() {
        return leftOut.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Left out of the scores: %s, whose case failed and not its target (inputs that do not fit, or no"
                                        .formatted(Figures.counted(leftOut.size(), "cell"))
                                + " reference to hold the outputs against): " + String.join(", ", leftOut));
    }

    private static ScoredTarget target(Matrix.Column column) {
        boolean inBrowser = column.side() == Side.BROWSER;
        String where = inBrowser ? " in " + column.group() : column.group().replaceFirst("^native", "");
        return new ScoredTarget(column.key(), column.title() + where, column.software());
    }

    private static Optional<FamilyScore> family(
            Matrix matrix, Matrix.Column column, Family family, ScoredTarget target) {
        Map<String, List<CellScore>> byModel = new LinkedHashMap<>();
        List<Matrix.Row> impossible = new ArrayList<>();
        for (Matrix.Row row : matrix.rows()) {
            Optional<MatrixCell> cell =
                    matrix.cell(row, column).filter(found -> found.run().model().family() == family);
            cell.flatMap(CellScore::of)
                    .ifPresent(score -> byModel.computeIfAbsent(row.model().sha256(), sha -> new ArrayList<>())
                            .add(score));
            cell.filter(CellScore::cannotRun).ifPresent(found -> impossible.add(row));
        }
        List<ModelScore> models =
                byModel.values().stream().map(CellScore::model).toList();
        Set<String> running =
                models.stream().filter(ModelScore::runs).map(ModelScore::sha256).collect(Collectors.toSet());
        // Of a model that runs there otherwise the case is named, and not the model.
        List<String> unsupported = impossible.stream()
                .map(row -> running.contains(row.model().sha256())
                        ? row.label()
                        : row.model().name())
                .distinct()
                .toList();
        return models.isEmpty()
                ? Optional.empty()
                : Optional.of(new FamilyScore(
                        family,
                        target,
                        Ranking.mean(models.stream().map(ModelScore::assessment).toList()),
                        models,
                        unsupported));
    }

    /** Why nothing is said of what the order hangs on; empty where it is. */
    public Optional<String> whyNoSensitivity() {
        if (sensitivity.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (overall.size()) {
                    case 0 -> "no target has a score: nothing stands in an order";
                    case 1 -> "one target only has a score: there is no order";
                    default -> "no two targets measured the same model: there is no order";
                });
    }

    /**
     * A target's score worked out with its own figures, from the cells up: the best that is not the baseline itself, which has
     * nothing to divide; empty without a score.
     */
    public List<String> example() {
        return overall.stream()
                .filter(score -> !score.target().label().startsWith(CaseResult.NATIVE_CPU.toString()))
                .findFirst()
                .or(() -> overall.stream().findFirst())
                .map(WorkedScore::of)
                .orElse(List.of());
    }
}
