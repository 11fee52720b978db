package dev.bascule.reports.rating;

import dev.bascule.reports.rating.Sensitivity.Range;
import dev.bascule.reports.scoring.Formula;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The scores as a JSON document. Stateless. */
public final class ScoreDocument {
    private static final int SCHEMA_VERSION = 1;

    private ScoreDocument() {}

    public static Map<String, Object> of(ScoreTable table) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("formula", Formula.LINE);
        document.put("notes", Formula.NOTES);
        document.put("rules", ScoreTable.RULES);
        document.put("baseline", ScoreTable.BASELINE);
        Map<String, Object> thresholds = new LinkedHashMap<>();
        thresholds.put("high", Rating.HIGH.from());
        thresholds.put("medium", Rating.MEDIUM.from());
        document.put("thresholds", thresholds);
        document.put(
                "targets",
                table.targets().stream().map(target -> target(table, target)).toList());
        document.put("example", table.example());
        document.put("order", order(table.order()));
        document.put("sensitivity", table.sensitivity().map(ScoreDocument::sensitivity));
        document.put("sensitivityWhy", table.whyNoSensitivity());
        document.put("leftOut", table.leftOut());
        return document;
    }

    private static Map<String, Object> order(TargetOrder order) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("models", List.copyOf(order.models().values()));
        map.put(
                "targets",
                order.standings().stream()
                        .map(standing -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("key", standing.target().key());
                            each.put("label", standing.target().label());
                            each.put("score", assessment(standing.assessment()));
                            return each;
                        })
                        .toList());
        map.put(
                "unordered",
                order.unordered().stream()
                        .map(other -> Map.of(
                                "key",
                                other.target().key(),
                                "label",
                                other.target().label(),
                                "why",
                                other.why()))
                        .toList());
        map.put(
                "contests",
                order.contests().stream()
                        .map(contest -> Map.of(
                                "above",
                                contest.above().key(),
                                "below",
                                contest.below().key(),
                                "models",
                                contest.models()))
                        .toList());
        return map;
    }

    private static Map<String, Object> target(ScoreTable table, ScoredTarget target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("key", target.key());
        map.put("label", target.label());
        map.put("software", target.software());
        int rank = table.order().rank(target);
        map.put("rank", rank == 0 ? Optional.empty() : Optional.of(rank));
        var overall = table.overall().stream()
                .filter(score -> score.target().equals(target))
                .findFirst();
        map.put("score", overall.map(score -> assessment(score.assessment())));
        map.put("models", overall.map(TargetScore::models).orElse(0));
        map.put("weights", overall.map(score -> range(score.weights())));
        map.put("withoutOne", overall.flatMap(TargetScore::withoutOne).map(ScoreDocument::range));
        map.put(
                "withoutOneWhy",
                overall.map(score -> score.withoutOne().isPresent()
                                ? Optional.<String>empty()
                                : Optional.of("it rests on one model"))
                        .orElse(Optional.of("it has no score")));
        map.put(
                "families",
                table.scores().stream()
                        .filter(score -> score.target().equals(target))
                        .map(ScoreDocument::family)
                        .toList());
        return map;
    }

    private static Map<String, Object> family(FamilyScore score) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("family", score.family().id());
        map.put("rating", word(score.rating()));
        map.put("score", score.ofWhatRuns().map(ScoreDocument::assessment));
        map.put(
                "models",
                score.models().stream()
                        .filter(ModelScore::runs)
                        .map(model -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("model", model.model());
                            each.put("sha256", model.sha256());
                            each.put("score", assessment(model.assessment()));
                            return each;
                        })
                        .toList());
        map.put("unsupported", score.unsupported());
        return map;
    }

    private static Map<String, Object> assessment(Assessment assessment) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("value", assessment.value());
        map.put(
                "interval",
                List.of(assessment.interval().low(), assessment.interval().high()));
        map.put("rating", word(assessment.rating()));
        map.put("orElse", assessment.orElse().map(ScoreDocument::word));
        ScoreBasis scoreBasis = assessment.scoreBasis();
        map.put("rightCells", scoreBasis.right());
        map.put("unprovenCells", scoreBasis.unproven());
        map.put("words", assessment.words());
        map.put("assumedNoise", scoreBasis.assumed().map(noise -> Math.expm1(noise.deviation())));
        map.put("assumption", scoreBasis.assumption());
        return map;
    }

    private static Map<String, Object> range(Range range) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("lowest", range.lowest());
        map.put("highest", range.highest());
        map.put("lowestBy", range.lowestBy());
        map.put("highestBy", range.highestBy());
        return map;
    }

    private static Map<String, Object> sensitivity(Sensitivity sensitivity) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("share", sensitivity.share());
        map.put("models", sensitivity.models());
        map.put("ranking", sensitivity.ranking());
        map.put("stable", sensitivity.stable());
        map.put(
                "turning",
                sensitivity.turning().stream()
                        .map(variation -> Map.of("what", variation.what(), "ranking", variation.ranking()))
                        .toList());
        map.put("variations", sensitivity.variations().size());
        return map;
    }

    private static String word(Rating rating) {
        return rating.name().toLowerCase(Locale.ROOT);
    }

    /** The JSON Schema of the document, draft 2020-12. */
    public static String schema() {
        try (InputStream in = ScoreDocument.class.getResourceAsStream("/dev/bascule/reports/scores-v1.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the schema is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
