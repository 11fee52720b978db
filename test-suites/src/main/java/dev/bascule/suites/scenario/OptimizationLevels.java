package dev.bascule.suites.scenario;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What rewriting the graph brings: each level against none, in turn, with outputs checked at each.
 *
 * @param pairs blocks of each side
 */
record OptimizationLevels(int pairs) implements Scenario {
    private static final GraphOptimization BASE = GraphOptimization.DISABLED;

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.OPTIMIZATION_LEVELS;
    }

    @Override
    public Finding play(ScenarioContext context) {
        List<Figure> figures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Samples> bases = new ArrayList<>();
        Optional<Trouble> trouble = Optional.empty();
        try (Stage stage = context.stage()) {
            Optional<Scene> base = open(stage, context, BASE);
            for (GraphOptimization level : GraphOptimization.values()) {
                if (level != BASE && base.isPresent() && stage.isSound()) {
                    Optional<Trouble> more = compare(context, stage, base.get(), level, figures, notes, bases);
                    trouble = trouble.or(() -> more);
                }
            }
            if (stage.isSound()) {
                base.ifPresent(Scene::finish);
            }
            trouble = stage.trouble()
                    .map(what -> what.during("level " + BASE.word()))
                    .or(optional(trouble));
        }
        if (!bases.isEmpty()) {
            figures.add(0, Duel.latency("latency: " + BASE.word(), bases));
        }
        notes.add("ratios are to %s: below 1 is faster; in turn (ABBA), %d pairs of blocks, two processes"
                .formatted(BASE.word(), pairs));
        return new Finding(trouble, figures, notes);
    }

    private static java.util.function.Supplier<Optional<Trouble>> optional(Optional<Trouble> trouble) {
        return () -> trouble;
    }

    private Optional<Trouble> compare(
            ScenarioContext context,
            Stage baseStage,
            Scene base,
            GraphOptimization level,
            List<Figure> figures,
            List<String> notes,
            List<Samples> bases) {
        try (Stage stage = context.stage()) {
            Optional<Scene> own = open(stage, context, level);
            Optional<Duel> duel =
                    own.flatMap(scene -> Duel.of(scene, base, context.workload().plan(), pairs));
            own.ifPresent(Scene::finish);
            duel.ifPresent(done -> {
                figures.add(Duel.latency("latency: " + level.word(), done.own()));
                figures.add(done.ratioFigure("ratio: " + level.word()));
                bases.addAll(done.other());
                notes.add(words(level, done.ratio()));
            });
            if (duel.isEmpty() && stage.isSound() && baseStage.isSound()) {
                notes.add("%s: too quick for the clock, no ratio".formatted(level.word()));
            }
            return stage.trouble().map(what -> what.during("level " + level.word()));
        }
    }

    private static Optional<Scene> open(Stage stage, ScenarioContext context, GraphOptimization level) {
        if (!stage.fresh()) {
            return Optional.empty();
        }
        PreparedCase kase =
                context.kase().withSettings(context.kase().settings().withGraphOptimization(level));
        Optional<Scene> scene = stage.open(kase, context.place().backend());
        scene.ifPresent(open -> open.mustBeRight(context.reference()));
        return scene.filter(open -> open.warmUp(context.workload().plan()));
    }

    private static String words(GraphOptimization level, Ratio ratio) {
        return "%s: %s"
                .formatted(
                        level.word(),
                        ratio.ci95()
                                .map(ends -> ends.contains(1)
                                        ? "no difference from %s seen".formatted(BASE.word())
                                        : ends.high() < 1 ? "faster than " + BASE.word() : "slower than " + BASE.word())
                                .orElse("too few pairs for an interval"));
    }
}
