package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.Figure;
import dev.bascule.reports.matrix.CaseRunText;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.scoring.Score;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Why something is null, by the name of the field. Stateless. */
final class Reasons {
    static final String INFINITE = "infinite: NaN against a number, or another dtype or shape";

    static final String BELOW_THE_STEP = "the median is 0 or below the step of the runner's clock: not measurable";

    private Reasons() {}

    static Map<String, String> of(CaseRun run, Optional<String> actual, Optional<Score> score, ElsewhereCosts costs) {
        Attempt decisive = run.decisive();
        Map<String, String> reasons = of(decisive);
        reasons.keySet().removeIf(name -> name.startsWith("phases.") || name.equals("usage") || name.equals("outputs"));
        if (actual.isEmpty()) {
            reasons.put(
                    "actual", decisive.succeeded() ? "nothing shows where it ran" : "no attempt gave right outputs");
        }
        if (run.fallbackCost().isEmpty()) {
            reasons.put("fallbackCost", CaseRunText.noCost(run));
        }
        costs.reason(run).ifPresent(why -> reasons.put("fallbackCostElsewhere", why));
        if (score.isEmpty()) {
            boolean neverRan = run.verdict() == Verdict.UNSUPPORTED || run.verdict() == Verdict.SKIPPED;
            reasons.put(
                    "score",
                    neverRan
                            ? "there is nothing to judge"
                            : decisive.measured().timing().isEmpty()
                                    ? "right outputs alone are no score: nothing was timed"
                                    : "nobody checked the outputs");
        }
        return reasons;
    }

    static Map<String, String> of(Attempt attempt) {
        Map<String, String> reasons = new TreeMap<>();
        String ended = "the attempt ended as " + attempt.outcome() + " before that";
        if (attempt.measured().timing().isEmpty()) {
            reasons.put("timing", attempt.succeeded() ? "not timed" : ended);
        }
        if (attempt.numerics().isEmpty()) {
            reasons.put("numerics", attempt.succeeded() ? "there was no reference" : ended);
        }
        if (attempt.measured().memory().isEmpty()) {
            reasons.put(
                    "memory",
                    attempt.succeeded()
                            ? "no counter for this case alone: a runner tells the peak of its whole life"
                            : ended);
        }
        if (attempt.measured().memory().isPresent()
                && attempt.measured().memory().get().afterBytes().isEmpty()) {
            reasons.put("memory.afterBytes", "the counter was not read after the session was disposed of");
        }
        if (attempt.comparison().isEmpty()) {
            reasons.put("comparison", attempt.succeeded() ? "not interleaved with another backend" : ended);
        }
        if (attempt.measured().usage().isEmpty()) {
            reasons.put(
                    "usage",
                    attempt.measured().timing().isPresent()
                            ? "nobody watched the machine meanwhile"
                            : "nothing was timed");
        }
        if (attempt.measured().endToEnd().isEmpty()) {
            reasons.put("endToEnd", attempt.succeeded() ? noEndToEnd(attempt) : ended);
        }
        if (attempt.outputs().isEmpty()) {
            reasons.put("outputs", attempt.succeeded() ? "recorded before shapes were kept" : ended);
        }
        phases(attempt.measured().phases(), "phases.", reasons);
        return reasons;
    }

    private static String noEndToEnd(Attempt attempt) {
        if (attempt.measured().timing().isEmpty()) {
            return "not timed";
        }
        return attempt.evidence().facts().keySet().stream().anyMatch(fact -> fact.startsWith("pipeline."))
                ? "it has an input pipeline, but the way from its file to the outputs was not measured"
                : "no input pipeline was measured together with the model";
    }

    private static void phases(Phases phases, String prefix, Map<String, String> reasons) {
        Map<String, Optional<Duration>> byName = Map.of(
                "fetchMs", phases.fetch(),
                "createMs", phases.create(),
                "firstMs", phases.first(),
                "disposeMs", phases.dispose());
        byName.forEach((name, duration) -> {
            if (duration.isEmpty()) {
                reasons.put(prefix + name, "the runner did not report this phase");
            }
        });
    }

    static Map<String, String> of(Figure figure) {
        Map<String, String> reasons = new TreeMap<>();
        int n = figure.samples().size();
        if (figure.value().isEmpty()) {
            reasons.put(
                    "value",
                    figure.samples().stream().allMatch(sample -> sample == 0)
                            ? "the clock saw no time pass"
                            : "too few samples for it, or too quick for the clock: " + n);
        }
        if (figure.interval().isEmpty()) {
            reasons.put("interval", n == 1 ? "it was read once" : "none was computed of " + n + " samples");
        }
        return reasons;
    }

    static Map<String, String> of(Ratio ratio) {
        return ratio.ci95().isPresent()
                ? Map.of()
                : Map.of("ci95", "needs 4 pairs of blocks, there are " + ratio.pairs());
    }

    static Map<String, String> ofTiming(Timing timing, Phases phases) {
        Map<String, String> reasons = new TreeMap<>();
        phases(phases, "", reasons);
        reasons.putAll(ofSamples(timing.measured()));
        if (timing.noise().isEmpty()) {
            reasons.put("noise", "none was noticed");
        }
        return reasons;
    }

    /** Of the statistics that these samples do not have. */
    static Map<String, String> ofSamples(Samples samples) {
        Map<String, String> reasons = new TreeMap<>();
        int n = samples.size();
        String few = "needs %d samples, there are " + n;
        if (n < 1) {
            reasons.put("median", few.formatted(1));
            reasons.put("mean", few.formatted(1));
        }
        if (n < 6) {
            reasons.put("ci95", few.formatted(6));
        }
        if (n < 10) {
            reasons.put("p90", few.formatted(10));
        }
        if (n < 100) {
            reasons.put("p99", few.formatted(100));
        }
        if (n > 0 && Summary.of(samples).isEmpty()) {
            List.of("median", "mean", "ci95", "p90", "p99").forEach(name -> reasons.put(name, BELOW_THE_STEP));
        }
        return reasons;
    }
}
