package dev.bascule.cli.select;

import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.studies.select.Configuration;
import dev.bascule.studies.select.Finding;
import dev.bascule.studies.select.FrontPoint;
import dev.bascule.studies.select.FrontPoint.Verification;
import dev.bascule.studies.select.Outlook;
import dev.bascule.studies.select.RaceRecord;
import dev.bascule.studies.select.SelectReport;
import dev.bascule.studies.select.Undecided;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A selection as JSON. What is predicted lies under {@code expected}, what was measured under {@code measured}. Stateless. */
final class SelectDocument {
    private static final int SCHEMA_VERSION = 1;

    private SelectDocument() {}

    static Map<String, @Nullable Object> of(SelectReport report) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("model", report.model());
        document.put("sha256", report.sha256());
        document.put("objective", report.objective().word());
        document.put("unit", report.objective().unit());
        document.put("ending", report.ending().name());
        document.put("rounds", report.result().rounds());
        document.put("preparedMs", report.prepared().toMillis());
        document.put("spentMs", report.result().spent().toMillis());
        document.put("verifyingMs", report.result().verifying().toMillis());
        document.put(
                "chosen", report.chosen().map(each -> each.candidate().label()).orElse(null));
        document.put(
                "candidates",
                report.result().findings().stream().map(SelectDocument::finding).toList());
        document.put(
                "configurations",
                report.result().configurations().stream()
                        .map(SelectDocument::finding)
                        .toList());
        document.put(
                "front",
                report.result().front().stream().map(SelectDocument::point).toList());
        document.put(
                "races",
                report.result().races().stream().map(SelectDocument::race).toList());
        return document;
    }

    private static Map<String, @Nullable Object> point(FrontPoint point) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("label", point.candidate().label());
        part.put("configuration", configuration(point.candidate().configuration()));
        part.put("cost", point.measured().cost());
        part.put(
                "costCi95",
                point.measured().costInterval().map(SelectDocument::ends).orElse(null));
        part.put("memoryBytes", orNull(point.measured().memory()));
        part.put("deviation", orNull(point.measured().deviation()));
        part.put("verification", verification(point.verification()));
        return part;
    }

    private static Map<String, @Nullable Object> verification(Verification verification) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("state", state(verification));
        part.put("words", verification.words());
        if (verification instanceof Verification.Verified verified) {
            part.put("cost", verified.cost());
            part.put("costCi95", verified.interval().map(SelectDocument::ends).orElse(null));
        } else if (verification instanceof Verification.Differed differed) {
            part.put("cost", differed.cost());
            part.put("costCi95", differed.interval().map(SelectDocument::ends).orElse(null));
        } else {
            part.put("cost", null);
            part.put("costCi95", null);
        }
        return part;
    }

    private static String state(Verification verification) {
        if (verification instanceof Verification.Verified) {
            return "VERIFIED";
        }
        if (verification instanceof Verification.Differed) {
            return "DIFFERED";
        }
        if (verification instanceof Verification.OverLimit) {
            return "OVER_LIMIT";
        }
        return verification instanceof Verification.Failed ? "FAILED" : "NOT_RUN";
    }

    /** Blocks in the order in which they were measured, so that a reader can check the ratios. */
    private static Map<String, @Nullable Object> race(RaceRecord race) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("rounds", race.rounds());
        part.put(
                "blocks",
                race.blocks().stream()
                        .map(block -> Map.of(
                                "round", block.round(),
                                "label", block.candidate().label(),
                                "inferences", block.inferences(),
                                "medianMs", block.median(),
                                "cost", block.cost()))
                        .toList());
        part.put(
                "undecided",
                race.undecided().stream().map(SelectDocument::undecided).toList());
        return part;
    }

    private static Map<String, @Nullable Object> undecided(Undecided undecided) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("label", undecided.candidate().label());
        part.put("from", undecided.from().label());
        part.put("moreRounds", undecided.more().map(Undecided.More::rounds).orElse(null));
        part.put("moreMs", undecided.more().map(more -> more.time().toMillis()).orElse(null));
        part.put("why", undecided.why());
        return part;
    }

    private static Map<String, @Nullable Object> configuration(Configuration configuration) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put(
                "graphOptimization",
                configuration.graph().map(GraphOptimization::word).orElse(null));
        part.put("arena", configuration.noArena() ? "off" : null);
        part.put("precision", configuration.precision().map(Precision::word).orElse(null));
        part.put("build", configuration.build().orElse(null));
        part.put("float16Model", configuration.halfModel());
        part.put("executionMode", configuration.parallel() ? "parallel" : null);
        return part;
    }

    private static List<Double> ends(Interval interval) {
        return List.of(interval.low(), interval.high());
    }

    private static Map<String, @Nullable Object> finding(Finding finding) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("label", finding.candidate().label());
        part.put("target", finding.candidate().target().id());
        part.put("browser", finding.candidate().browser().orElse(null));
        part.put("backend", finding.candidate().target().backend().id());
        part.put("threads", finding.candidate().threads());
        part.put("batch", finding.candidate().batch());
        part.put("configuration", configuration(finding.candidate().configuration()));
        part.put("fate", finding.fate().name());
        part.put("why", finding.note().isBlank() ? null : finding.note());
        part.put("measured", finding.measured().map(SelectDocument::measured).orElse(null));
        part.put("expected", finding.outlook() instanceof Outlook.Expected expected ? expected(expected) : null);
        return part;
    }

    private static Map<String, @Nullable Object> measured(Finding.Measured measured) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("cost", measured.cost());
        part.put("costCi95", measured.costInterval().map(SelectDocument::ends).orElse(null));
        part.put("medianMs", measured.median());
        part.put("p95Ms", orNull(measured.p95()));
        part.put("p95AtMostMs", orNull(measured.tail()));
        part.put("samples", measured.samples());
        part.put("toChosen", measured.toChosen().map(SelectDocument::ratio).orElse(null));
        part.put("memoryBytes", orNull(measured.memory()));
        part.put("deviation", orNull(measured.deviation()));
        part.put("placement", measured.placement());
        return part;
    }

    private static Map<String, @Nullable Object> ratio(Ratio ratio) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("value", ratio.value());
        part.put("ci95", ratio.ci95().map(ci -> List.of(ci.low(), ci.high())).orElse(null));
        part.put("pairs", ratio.pairs());
        return part;
    }

    private static Map<String, @Nullable Object> expected(Outlook.Expected expected) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("ms", expected.millis());
        part.put("lowMs", !expected.measured() && expected.low() > 0 ? expected.low() : null);
        part.put("highMs", !expected.measured() && expected.high() < Double.POSITIVE_INFINITY ? expected.high() : null);
        part.put("source", expected.measured() ? "measured before" : "predicted");
        return part;
    }

    private static @Nullable Double orNull(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }

    private static @Nullable Long orNull(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }
}
