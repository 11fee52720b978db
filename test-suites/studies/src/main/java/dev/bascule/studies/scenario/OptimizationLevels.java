package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What rewriting the graph brings: each level against none, in turn, with outputs checked at each, and where its nodes ran.
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
    public ScenarioFinding play(ScenarioContext context) {
        return new Comparison(context, pairs).run();
    }

    /** One comparison under way. */
    private static final class Comparison {
        private final ScenarioContext context;
        private final int pairs;
        private final List<Figure> figures = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final List<Samples> bases = new ArrayList<>();
        private Optional<ScenarioFailure> ofLevel = Optional.empty();
        private boolean partial;

        Comparison(ScenarioContext context, int pairs) {
            this.context = context;
            this.pairs = pairs;
        }

        ScenarioFinding run() {
            try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
                Optional<ScenarioSession> base = open(scenarioRunner, BASE);
                for (GraphOptimization level : GraphOptimization.values()) {
                    if (level != BASE && base.isPresent() && scenarioRunner.isSound()) {
                        compare(scenarioRunner, base.get(), level);
                    }
                }
                if (scenarioRunner.isSound()) {
                    base.ifPresent(scenarioSession -> finish(BASE, scenarioSession));
                    if (isAway(scenarioRunner)) {
                        // Ratios to what ran elsewhere are of nothing.
                        figures.clear();
                        bases.clear();
                    }
                }
                if (!bases.isEmpty()) {
                    figures.add(0, InterleavedTiming.latency("latency: " + BASE.word(), bases));
                }
                notes.add("ratios are to %s: below 1 is faster; in turn (ABBA), %d pairs of blocks, two processes"
                        .formatted(BASE.word(), pairs));
                Optional<ScenarioFailure> ofBase =
                        scenarioRunner.trouble().map(what -> what.during("level " + BASE.word()));
                return new ScenarioFinding(ofBase.isPresent() ? ofBase : ofLevel, figures, notes, partial);
            }
        }

        private void compare(ScenarioRunner baseStage, ScenarioSession base, GraphOptimization level) {
            try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
                Optional<ScenarioSession> own = open(scenarioRunner, level);
                Optional<InterleavedTiming> timing = own.flatMap(scenarioSession -> InterleavedTiming.of(
                        scenarioSession, base, context.workload().plan(), pairs));
                own.ifPresent(scenarioSession -> finish(level, scenarioSession));
                if (timing.isPresent() && !isAway(scenarioRunner)) {
                    figures.add(InterleavedTiming.latency(
                            "latency: " + level.word(), timing.get().own()));
                    figures.add(timing.get().ratioFigure("ratio: " + level.word()));
                    bases.addAll(timing.get().other());
                    notes.add(words(level, timing.get().ratio()));
                }
                if (timing.isEmpty() && scenarioRunner.isSound() && baseStage.isSound()) {
                    notes.add("%s: too quick for the clock, no ratio".formatted(level.word()));
                }
                Optional<ScenarioFailure> more =
                        scenarioRunner.trouble().map(what -> what.during("level " + level.word()));
                ofLevel = ofLevel.isPresent() ? ofLevel : more;
            }
        }

        private Optional<ScenarioSession> open(ScenarioRunner scenarioRunner, GraphOptimization level) {
            if (!scenarioRunner.fresh()) {
                return Optional.empty();
            }
            PreparedCase testCase = context.testCase()
                    .withSettings(context.testCase().settings().withGraphOptimization(level));
            Optional<ScenarioSession> scenarioSession =
                    scenarioRunner.open(testCase, context.place().backend(), true);
            scenarioSession.ifPresent(open -> open.mustBeRight(context.reference()));
            return scenarioSession.filter(open -> open.warmUp(context.workload().plan()));
        }

        private void finish(GraphOptimization level, ScenarioSession scenarioSession) {
            scenarioSession.finishPlaced().ifPresent(where -> {
                partial |= where.isPartial();
                notes.add("%s: %s".formatted(level.word(), where.words()));
            });
            if (!scenarioSession.isStable()) {
                notes.add("%s: not stable when its warm-up ended: its samples may hold some of it"
                        .formatted(level.word()));
            }
        }

        /** Whether something other than the user's stop came between. */
        private static boolean isAway(ScenarioRunner scenarioRunner) {
            return scenarioRunner
                    .trouble()
                    .filter(what -> what.verdict() != Verdict.SKIPPED)
                    .isPresent();
        }
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
