package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A comparison as a JSON document. Stateless. */
public final class ComparisonDocument {
    private static final int SCHEMA_VERSION = 1;

    private ComparisonDocument() {}

    public static Map<String, Object> of(ComparisonReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("kind", word(report.kind()));
        document.put("baseline", side(report.baseline()));
        document.put("candidate", side(report.candidate()));
        ComparisonOptions options = report.options();
        document.put(
                "options",
                Map.of(
                        "level", options.level(),
                        "margin", options.margin(),
                        "threshold", options.threshold(),
                        "seed", options.seed(),
                        "metric", options.metric().word()));
        document.put(
                "verdictChanges",
                report.changes().stream().map(change -> change(change, report)).toList());
        document.put(
                "cases", report.cases().stream().map(one -> one(one, options)).toList());
        document.put(
                "groups",
                report.groups().stream().map(group -> group(group, options)).toList());
        document.put("geometricMean", report.mean().map(ComparisonDocument::estimate));
        document.put(
                "differences",
                report.unshared().differences().stream()
                        .map(difference -> Map.of(
                                "what", difference.what(),
                                "baseline", difference.baseline(),
                                "candidate", difference.candidate()))
                        .toList());
        document.put("onlyBaseline", report.unshared().onlyBaseline());
        document.put("onlyCandidate", report.unshared().onlyCandidate());
        document.put("cannotTell", report.unshared().untold());
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("cases", report.cases().size());
        summary.put("compared", report.compared());
        summary.put("notJudged", report.unjudged());
        summary.put("slowdowns", report.slowdowns().size());
        summary.put("verdictRegressions", report.verdictRegressions().size());
        document.put("summary", summary);
        return document;
    }

    private static Map<String, Object> side(ComparisonReport.Side side) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", side.name());
        map.put("runs", side.runs());
        return map;
    }

    private static Map<String, Object> change(VerdictChange change, ComparisonReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("case", change.label());
        map.put("target", change.target());
        map.put("before", change.before());
        map.put("after", change.after());
        map.put("kind", word(change.kind()));
        map.put("regression", report.shownVerdictRegressions().contains(change));
        map.put("why", change.why());
        map.put("run", change.runId());
        map.put("reproduce", change.reproduce());
        map.put("measuredIn", change.measuredIn());
        return map;
    }

    private static Map<String, Object> one(CaseComparison one, ComparisonOptions options) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("case", one.subject().label());
        map.put("group", one.subject().group());
        map.put("baseline", ofSide(one.subject().baseline(), one.baselineRuns()));
        map.put("candidate", ofSide(one.subject().candidate(), one.candidateRuns()));
        map.put("finding", word(one.judgement().finding()));
        map.put("sentence", one.verdict(options));
        map.put("why", one.judgement().why());
        map.put("estimate", one.estimate().map(ComparisonDocument::estimate));
        map.put("adjustedP", one.estimate().map(estimate -> one.judgement().adjustedP()));
        map.put("nonEquivalenceP", one.estimate().map(estimate -> estimate.nonEquivalenceP(options.margin())));
        map.put("effect", one.effect().map(ComparisonDocument::effect));
        map.put("regression", one.judgement().regression());
        map.put("notes", one.notes());
        map.put("reproduce", one.subject().reproduce());
        map.put("measuredIn", one.measuredIn());
        return map;
    }

    private static Map<String, Object> ofSide(String target, List<RunSamples> runs) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", target);
        map.put("medianMs", CaseComparison.median(runs));
        map.put(
                "runs",
                runs.stream()
                        .map(run -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("run", run.runId());
                            each.put("startedAt", run.startedAt().toString());
                            each.put("n", run.samples().size());
                            each.put(
                                    "medianMs",
                                    run.samples().isEmpty()
                                            ? Optional.empty()
                                            : Optional.of(run.samples().median()));
                            return each;
                        })
                        .toList());
        return map;
    }

    private static Map<String, Object> estimate(Estimate estimate) {
        Map<String, Object> map = new LinkedHashMap<>();
        Interval interval = estimate.ci95();
        map.put("ratio", estimate.ratio());
        map.put("ci95", List.of(interval.low(), interval.high()));
        map.put("p", estimate.pValue());
        map.put("basis", word(estimate.basis()));
        map.put("how", estimate.how());
        map.put("baselineRuns", estimate.baselineRuns());
        map.put("candidateRuns", estimate.candidateRuns());
        map.put("noise", estimate.noise().map(ComparisonDocument::noise));
        map.put("sessionNoise", estimate.assumedSessions());
        return map;
    }

    private static Map<String, Object> noise(RunNoise noise) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("share", Math.expm1(noise.deviation()));
        map.put("measured", noise.measured());
        map.put("runs", noise.runs());
        map.put("words", noise.words());
        return map;
    }

    private static Map<String, Object> effect(EffectSize effect) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("unit", word(effect.unit()));
        map.put("mannWhitneyP", effect.mannWhitneyP());
        map.put("cliffsDelta", effect.cliffsDelta());
        map.put("magnitude", effect.magnitude());
        map.put("hodgesLehmannRatio", effect.hodgesLehmann());
        return map;
    }

    private static Map<String, Object> group(GroupVerdict group, ComparisonOptions options) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("group", group.group());
        map.put("finding", word(group.finding()));
        map.put("sentence", group.sentence(options));
        map.put("cases", group.cases().size());
        map.put("estimate", group.mean().map(ComparisonDocument::estimate));
        map.put("adjustedP", group.mean().map(mean -> group.adjustedP()));
        map.put("measuredIn", group.measuredIn());
        return map;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** The JSON Schema of the document, draft 2020-12. */
    public static String schema() {
        try (InputStream in =
                ComparisonDocument.class.getResourceAsStream("/dev/bascule/reports/comparison-v1.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the schema is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
