package dev.bascule.reports.comparison.training;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.TrainingRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A comparison of trainings as a JSON document; {@code training-comparison-v1.schema.json} describes it. Stateless. */
public final class TrainingComparisonDocument {
    private TrainingComparisonDocument() {}

    public static Map<String, Object> of(TrainingComparison comparison) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("baseline", comparison.baseline());
        document.put("candidate", comparison.candidate());
        document.put("task", comparison.task());
        document.put("sameMachine", comparison.sameMachine());
        document.put("targetAccuracy", known(comparison.target()));
        document.put(
                "options",
                Map.of(
                        "level", comparison.options().level(),
                        "stepsLevel", ReferenceConvergence.LEVEL,
                        "margin", comparison.options().margin(),
                        "threshold", comparison.options().threshold(),
                        "seed", comparison.options().seed()));
        document.put(
                "places",
                comparison.places().stream()
                        .map(TrainingComparisonDocument::place)
                        .toList());
        document.put(
                "differences",
                comparison.differences().stream()
                        .map(difference -> Map.of(
                                "what", difference.what(),
                                "baseline", difference.baseline(),
                                "candidate", difference.candidate()))
                        .toList());
        document.put("onlyBaseline", comparison.onlyBaseline());
        document.put("onlyCandidate", comparison.onlyCandidate());
        document.put("regressions", comparison.regressions());
        return document;
    }

    private static Map<String, Object> place(PlaceComparison place) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("place", place.place());
        map.put("speed", speed(place.speed()));
        map.put("steps", steps(place.steps()));
        map.put("accuracy", place.accuracy().map(accuracy -> accuracy(accuracy, place.accuracyP())));
        map.put(
                "pairs",
                place.pairs().stream().map(TrainingComparisonDocument::pair).toList());
        return map;
    }

    private static Map<String, Object> speed(PlaceComparison.Speed speed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("finding", word(speed.finding()));
        map.put("ratio", speed.estimate().map(Estimate::ratio));
        map.put("ci95", speed.estimate().map(estimate -> ends(estimate.ci95())));
        map.put("p", speed.estimate().map(Estimate::pValue));
        map.put("adjustedP", speed.estimate().map(estimate -> speed.adjustedP()));
        map.put("why", speed.why());
        return map;
    }

    private static Map<String, Object> steps(PlaceComparison.Steps steps) {
        Map<String, Object> map = new LinkedHashMap<>();
        Optional<ReferenceConvergence> found = steps.convergence();
        map.put("verdict", found.map(each -> word(each.verdict())));
        map.put("ratio", found.flatMap(each -> known(each.ratio())));
        map.put("p", found.map(ReferenceConvergence::p));
        map.put("adjustedP", found.map(each -> steps.adjustedP()));
        map.put("baselineReached", found.map(ReferenceConvergence::referenceReached));
        map.put("candidateReached", found.map(ReferenceConvergence::reached));
        map.put("of", found.map(ReferenceConvergence::of));
        map.put("leftOut", steps.leftOut());
        map.put("why", steps.why());
        return map;
    }

    private static Map<String, Object> accuracy(AccuracyDifference accuracy, double adjustedP) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("baseline", accuracy.baseline());
        map.put("candidate", accuracy.candidate());
        map.put("difference", accuracy.difference());
        map.put("ci95", ends(accuracy.ci95()));
        map.put("p", accuracy.p());
        map.put("adjustedP", adjustedP);
        map.put("seeds", accuracy.seeds());
        map.put("basis", word(accuracy.basis()));
        map.put("how", accuracy.basis().words());
        return map;
    }

    private static Map<String, Object> pair(TrainingPair pair) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seed", pair.seed());
        map.put("baseline", run(pair.baseline()));
        map.put("candidate", run(pair.candidate()));
        map.put("change", pair.change().map(TrainingComparisonDocument::word));
        map.put("why", pair.change().flatMap(kind -> pair.why()));
        map.put("losses", pair.losses().map(TrainingComparisonDocument::losses));
        map.put("accuracyStep", pair.looks().map(AccuracyDifference.Looks::step));
        map.put("accuracyDifference", pair.accuracy().map(AccuracyDifference::difference));
        map.put("accuracyCi95", pair.accuracy().map(accuracy -> ends(accuracy.ci95())));
        return map;
    }

    private static Map<String, Object> run(TrainingRun run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("number", run.key().number());
        map.put("target", run.place().target());
        map.put("verdict", run.found().verdict());
        map.put("steps", run.steps().size());
        map.put("accuracy", run.last().map(HeldOut::accuracy));
        map.put("samplesPerSecond", known(run.samplesPerSecond()));
        return map;
    }

    private static Map<String, Object> losses(LossAgreement losses) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("class", word(losses.kind()));
        map.put("steps", losses.steps());
        map.put("firstOtherStep", known(losses.firstOther()));
        map.put("firstBeyondStep", known(losses.firstBeyond()));
        map.put("furthest", Double.isFinite(losses.furthest()) ? Optional.of(losses.furthest()) : Optional.empty());
        return map;
    }

    private static List<Double> ends(Interval interval) {
        return List.of(interval.low(), interval.high());
    }

    private static Optional<Double> known(OptionalDouble value) {
        return value.stream().boxed().findFirst();
    }

    private static Optional<Long> known(OptionalLong value) {
        return value.stream().boxed().findFirst();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The JSON Schema of the document, draft 2020-12. */
    public static String schema() {
        try (InputStream in = TrainingComparisonDocument.class.getResourceAsStream(
                "/dev/bascule/reports/training-comparison-v1.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the schema is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
