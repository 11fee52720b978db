package dev.bascule.cli.predict;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Predictions as JSON. Whatever is predicted lies under {@code predicted}, whatever was measured under {@code measured}. Stateless. */
final class PredictDocument {
    private static final int SCHEMA_VERSION = 1;

    private PredictDocument() {}

    static Map<String, @Nullable Object> of(List<ModelPrediction> models, TrainingSet data, double level) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("data", data(data));
        document.put("intervalLevel", level);
        document.put("models", models.stream().map(PredictDocument::model).toList());
        return document;
    }

    private static Map<String, @Nullable Object> data(TrainingSet data) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("models", data.models().size());
        part.put("architectures", data.architectures().size());
        part.put("targets", data.targets().size());
        part.put("observations", data.observations().size());
        return part;
    }

    private static Map<String, @Nullable Object> model(ModelPrediction model) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("name", model.model().name());
        part.put("sha256", model.model().sha256());
        part.put("inputs", model.model().inputs());
        part.put("operations", model.model().work().total().operations());
        part.put("kernels", model.model().work().total().count());
        part.put("measuredCpuMs", orNull(model.cpuMillis()));
        part.put(
                "targets", model.targets().stream().map(PredictDocument::target).toList());
        part.put("layers", model.layers().stream().map(LayerDocument::of).toList());
        return part;
    }

    private static Map<String, @Nullable Object> target(ModelPrediction.OfTarget each) {
        TargetKey target = each.prediction().target();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("machine", target.machine());
        part.put("target", target.target());
        part.put("threads", target.threads());
        part.put("measuredMs", orNull(each.measured()));
        part.put("measuredMinimumMs", orNull(each.least()));
        part.put("predicted", each.prediction() instanceof Prediction.Time time ? time(time) : null);
        part.put("predictedMinimum", each.undisturbed() instanceof Prediction.Time time ? time(time) : null);
        part.put("noPredictedMinimum", each.undisturbed() instanceof Prediction.None none ? none.reason() : null);
        part.put("reason", each.prediction() instanceof Prediction.None none ? none.reason() : null);
        part.put("inferred", each.inferred().isPresent());
        part.put("doubt", each.doubt().orElse(null));
        part.put("placement", each.placement().orElse(null));
        return part;
    }

    private static Map<String, @Nullable Object> time(Prediction.Time time) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("ms", time.millis());
        part.put("interval", time.interval().map(PredictDocument::interval).orElse(null));
        part.put("noInterval", time.interval().isPresent() ? null : time.noInterval());
        part.put("level", time.level().name());
        part.put("restsOn", time.level().words());
        part.put("regime", time.regime().words());
        part.put("method", time.method());
        part.put("models", time.models());
        part.put("architectures", time.architectures());
        part.put("usualError", orNull(time.usualError()));
        return part;
    }

    private static Map<String, @Nullable Object> interval(Interval interval) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("lowMs", interval.low());
        part.put("highMs", interval.high());
        part.put("level", interval.level());
        return part;
    }

    private static @Nullable Double orNull(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }
}
