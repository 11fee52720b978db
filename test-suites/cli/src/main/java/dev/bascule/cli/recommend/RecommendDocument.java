package dev.bascule.cli.recommend;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.recommend.Candidate;
import dev.bascule.prediction.recommend.Figure;
import dev.bascule.prediction.recommend.Fit;
import dev.bascule.prediction.recommend.Judgement;
import dev.bascule.prediction.recommend.Quantity;
import dev.bascule.prediction.recommend.Quantity.Unit;
import dev.bascule.prediction.recommend.Recommendation;
import dev.bascule.prediction.recommend.Standing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The document of {@code recommend --json}; {@code recommend-v1.schema.json} describes it. What is measured, predicted and unknown
 * lies apart. Stateless.
 */
final class RecommendDocument {
    private static final int SCHEMA_VERSION = 1;

    private RecommendDocument() {}

    static Map<String, Object> of(Recommended found) {
        Recommendation judged = found.recommendation();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("task", found.task());
        document.put(
                "limits",
                judged.limits().stream()
                        .map(limit -> ordered(
                                "quantity", limit.quantity().word(),
                                "unit", limit.quantity().unit().name().toLowerCase(Locale.ROOT),
                                "atMost", number(limit.most(), limit.quantity())))
                        .toList());
        document.put("machine", Optional.of(found.machine()).filter(one -> !one.isBlank()));
        document.put("intervalLevel", found.level());
        document.put("modelsLookedAt", found.models().size());
        document.put("targetsLookedAt", found.targets());
        document.put("pairsLookedAt", judged.judged().size());
        document.put("fits", rows(judged, Fit.MEASURED));
        document.put("predictedToFit", rows(judged, Fit.PREDICTED));
        document.put("mayFit", rows(judged, Fit.MAY_FIT));
        document.put("unknown", rows(judged, Fit.UNKNOWN));
        document.put("tooMuch", rows(judged, Fit.TOO_MUCH));
        document.put("doesNotRun", rows(judged, Fit.DOES_NOT_RUN));
        document.put("nearestMiss", judged.nearestMiss().map(RecommendDocument::row));
        document.put(
                "gaps",
                found.gaps().stream()
                        .map(gap -> ordered("backend", gap.backend(), "reason", gap.reason(), "command", gap.command()))
                        .toList());
        return document;
    }

    private static List<Map<String, Object>> rows(Recommendation judged, Fit fit) {
        return judged.of(fit).stream().map(RecommendDocument::row).toList();
    }

    private static Map<String, Object> row(Judgement each) {
        Candidate candidate = each.candidate();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("model", candidate.model().name());
        row.put("reference", candidate.model().reference());
        row.put("sha256", candidate.model().key().map(PredictedModel.Key::sha256));
        row.put("inputs", candidate.model().key().map(PredictedModel.Key::inputs));
        row.put("target", candidate.target().target());
        row.put("threads", candidate.target().threads());
        row.put(
                "run",
                candidate.standing() instanceof Standing.Right right
                        ? Optional.of(
                                ordered("id", right.runId(), "at", right.at().toString(), "notes", right.notes()))
                        : Optional.empty());
        row.put("measured", figures(candidate, Figure.Measured.class));
        row.put("predicted", figures(candidate, Figure.Predicted.class));
        row.put("unknown", figures(candidate, Figure.Unknown.class));
        row.put(
                "tightest",
                each.tightest()
                        .map(tight -> ordered("quantity", tight.quantity().word(), "shareOfLimit", tight.share())));
        row.put("reasons", each.reasons());
        row.put(
                "settledBy",
                each.remedies().stream()
                        .map(remedy -> remedy.command(List.of(candidate.model().reference())))
                        .toList());
        return row;
    }

    private static Map<String, Object> figures(Candidate candidate, Class<? extends Figure> kind) {
        Map<String, Object> figures = new LinkedHashMap<>();
        candidate.figures().forEach((quantity, figure) -> {
            if (kind.isInstance(figure)) {
                figures.put(quantity.word(), figure(figure, quantity));
            }
        });
        return figures;
    }

    private static Map<String, Object> figure(Figure figure, Quantity quantity) {
        if (figure instanceof Figure.Measured measured) {
            return ordered(
                    "value", number(measured.value(), quantity),
                    "atLeast", number(measured.least(), quantity),
                    "of", measured.source());
        }
        if (figure instanceof Figure.Predicted predicted) {
            Map<String, Object> map =
                    ordered("low", number(predicted.low(), quantity), "high", number(predicted.high(), quantity));
            map.put(
                    "value",
                    predicted.middle().isPresent()
                            ? Optional.of(number(predicted.middle().getAsDouble(), quantity))
                            : Optional.empty());
            map.put("covers", predicted.covers());
            map.put("basis", predicted.basis());
            return map;
        }
        return ordered("reason", ((Figure.Unknown) figure).reason());
    }

    /** Bytes are whole. */
    private static Number number(double value, Quantity quantity) {
        if (quantity.unit() == Unit.BYTES) {
            return Math.round(value);
        }
        return value;
    }

    /** Names and values in turn. */
    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
