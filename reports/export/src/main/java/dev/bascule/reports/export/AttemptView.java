package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.chart.SamplesChart;
import dev.bascule.reports.format.CheckCoverageText;
import dev.bascule.reports.format.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the template of an attempt asks for beyond the attempt itself.
 *
 * @param attempt the attempt
 */
public record AttemptView(Attempt attempt) {
    /** A language model with its caches may have fifty. */
    private static final int OUTPUTS = 6;

    /** A backend's share of the nodes; {@code asked} where it is the one asked for. */
    public record NodeShare(String backend, int count, String percent, boolean asked) {}

    /** The backend asked for first, also when it got no node. */
    public List<NodeShare> nodes() {
        Map<String, Integer> nodes = new LinkedHashMap<>();
        nodes.put(attempt.evidence().where().requested(), attempt.evidence().nodesOnRequested());
        attempt.evidence().nodes().forEach(nodes::putIfAbsent);
        List<NodeShare> shares = new ArrayList<>();
        nodes.forEach((backend, count) -> shares.add(new NodeShare(
                backend,
                count,
                Figures.width((double) count / attempt.evidence().totalNodes()),
                backend.equals(attempt.evidence().where().requested()))));
        return shares;
    }

    /** Whether there is anything to tell of it but its failure. */
    public boolean gotAnywhere() {
        return attempt.succeeded()
                || attempt.evidence().actual().isPresent()
                || attempt.numerics().isPresent()
                || !phases().isEmpty();
    }

    /** {@code logits float32[1,2]; boxes float32[1,8,4]}; no more than fit a glance. */
    public String outputs() {
        int count = attempt.outputs().size();
        String shown = attempt.outputs().stream()
                .limit(OUTPUTS)
                .map(OutputShape::toString)
                .collect(Collectors.joining("; "));
        return count > OUTPUTS ? "%s and %d more".formatted(shown, count - OUTPUTS) : shown;
    }

    public String reference() {
        return attempt.numerics()
                .map(numerics -> switch (numerics.reference()) {
                    case EXPECTED_OUTPUT -> "the case's expected output";
                    case EXACT -> "exact: computed in double, no engine's answer";
                    case NATIVE_CPU_UNOPTIMISED -> "native CPU, graph optimisation off";
                    case PYTORCH_CPU_UNOPTIMISED -> "PyTorch's own CPU, graph optimisation off";
                })
                .orElse("");
    }

    /** What the verdict on its outputs rests on; blank in records of earlier builds. */
    public String checked() {
        return attempt.numerics()
                .flatMap(Numerics::checked)
                .map(CheckCoverageText::of)
                .orElse("");
    }

    /** The outputs that show nothing, with why; blank where there are none. */
    public String notJudged() {
        return attempt.numerics()
                .flatMap(Numerics::checked)
                .map(CheckCoverageText::notJudged)
                .orElse("");
    }

    public String cosine() {
        return attempt.numerics()
                .map(Numerics::difference)
                .filter(difference -> difference.cosine().isPresent())
                .map(difference ->
                        String.format(Locale.ROOT, "%.8f", difference.cosine().getAsDouble()))
                .orElse("");
    }

    /** The phases that were reported, in order. */
    public Map<String, Duration> phases() {
        Map<String, Duration> phases = new LinkedHashMap<>();
        attempt.measured().phases().fetch().ifPresent(duration -> phases.put("fetch model", duration));
        attempt.measured().phases().create().ifPresent(duration -> phases.put("create session", duration));
        attempt.measured().phases().first().ifPresent(duration -> phases.put("first inference", duration));
        attempt.measured().phases().dispose().ifPresent(duration -> phases.put("release", duration));
        return phases;
    }

    public Optional<SamplesChart> chart() {
        return attempt.measured().timing().flatMap(SamplesChart::of);
    }

    /** The statistics that the sample is large enough for, in words. */
    public String statistics() {
        Optional<Summary> known =
                attempt.measured().timing().map(Timing::measured).flatMap(samples -> Summary.of(samples));
        if (known.isEmpty()) {
            return attempt.measured()
                            .timing()
                            .map(Timing::measured)
                            .filter(samples -> !samples.isEmpty())
                            .isPresent()
                    ? "below the clock's step: not measurable"
                    : "no samples";
        }
        Summary summary = known.get();
        List<String> parts = new ArrayList<>();
        parts.add("n = " + Figures.whole(summary.n()));
        parts.add("median " + Figures.millis(summary.median()));
        summary.ci95()
                .ifPresent(ends -> parts.add(
                        "95 % interval " + Figures.millis(ends.low()) + " to " + Figures.millis(ends.high())));
        summary.p90().ifPresent(p90 -> parts.add("p90 " + Figures.millis(p90)));
        summary.p99().ifPresent(p99 -> parts.add("p99 " + Figures.millis(p99)));
        parts.add("mean " + Figures.millis(summary.mean()));
        summary.flags().stream()
                .sorted()
                .forEach(flag -> parts.add(
                        "flag: " + flag.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        if (attempt.throttled()) {
            parts.add("flag: throttled");
        }
        return String.join(" · ", parts);
    }
}
