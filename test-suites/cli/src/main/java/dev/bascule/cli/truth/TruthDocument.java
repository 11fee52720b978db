package dev.bascule.cli.truth;

import dev.bascule.fallback.numerics.Difference;
import dev.bascule.studies.truth.TargetTruth;
import dev.bascule.studies.truth.TruthReport;
import dev.bascule.studies.truth.ValueTruth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What {@code truth --json} prints; {@code truth-v1.schema.json} describes it. What is not known is null. Stateless. */
final class TruthDocument {
    private TruthDocument() {}

    static Map<String, Object> of(TruthReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("schemaVersion", 1);
        map.put("model", report.model());
        map.put("sha256", report.sha256());
        map.put("values", report.values());
        map.put("noisyPasses", report.passes());
        map.put("exactMs", report.exact().toMillis());
        map.put("interrupted", report.interrupted());
        map.put(
                "targets",
                report.byDistance().stream().map(TruthDocument::target).toList());
        map.put("absent", report.absent());
        return map;
    }

    private static Map<String, Object> target(TargetTruth truth) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", truth.target().id());
        map.put("backend", truth.target().backend().id());
        map.put("browser", truth.target().browser().map(browser -> browser.name() + " " + browser.version()));
        map.put("engine", truth.target().engine().toString());
        map.put("right", truth.right());
        map.put("distanceRms", truth.distance().filter(Double::isFinite));
        map.put("failure", truth.failure());
        map.put("firstOutside", truth.firstOutside().map(value -> value.value().name()));
        map.put("outputs", truth.outputs().stream().map(TruthDocument::value).toList());
        map.put("nodes", truth.values().stream().map(TruthDocument::value).toList());
        return map;
    }

    private static Map<String, Object> value(ValueTruth truth) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("node", truth.value().node());
        map.put("operator", truth.value().operator());
        map.put("nodeName", truth.value().nodeName());
        map.put("value", truth.value().name());
        map.put("difference", truth.difference().map(TruthDocument::difference));
        map.put("allowed", truth.allowed());
        map.put("reason", truth.reason());
        return map;
    }

    private static Map<String, Object> difference(Difference difference) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("elements", difference.elements());
        map.put("outside", difference.outside());
        map.put("maxAbs", finite(difference.maxAbs()));
        map.put(
                "maxUlp",
                difference.maxUlp().isPresent() ? finite(difference.maxUlp().getAsDouble()) : Optional.empty());
        map.put("mostDeviations", difference.noise().map(Difference.Noise::most).filter(Double::isFinite));
        map.put("rmsDeviations", difference.noise().map(Difference.Noise::rms).filter(Double::isFinite));
        map.put("undetermined", difference.noise().map(Difference.Noise::undetermined));
        return map;
    }

    /** JSON has no infinity: an answer of another shape, or no number, has no distance. */
    private static Optional<Double> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }
}
