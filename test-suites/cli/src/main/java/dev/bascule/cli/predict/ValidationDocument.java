package dev.bascule.cli.predict;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.interval.ShareLimits;
import dev.bascule.prediction.validate.Coverage;
import dev.bascule.prediction.validate.ErrorSummary;
import dev.bascule.prediction.validate.ValidationReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A validation as JSON. Stateless. */
final class ValidationDocument {
    private static final int SCHEMA_VERSION = 1;

    private ValidationDocument() {}

    static Map<String, @Nullable Object> of(ValidationReport report) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.putAll(figure(report));
        document.put(
                "undisturbed",
                report.undisturbed().map(ValidationDocument::figure).orElse(null));
        return document;
    }

    private static Map<String, @Nullable Object> figure(ValidationReport report) {
        ValidationReport.Data data = report.data();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("models", data.models());
        part.put("architectures", data.architectures());
        part.put("targets", data.targets());
        part.put("sessions", data.sessions());
        part.put("observations", data.observations());
        part.put("from", data.from());
        part.put("to", data.to());
        document.put("data", part);
        document.put(
                "results",
                report.results().stream().map(ValidationDocument::result).toList());
        document.put(
                "choice",
                report.choice().stream().map(ValidationDocument::choice).toList());
        document.put("layers", report.layers().stream().map(LayerDocument::of).toList());
        document.put(
                "noise",
                report.targets().stream().map(ValidationDocument::noise).toList());
        document.put("notes", report.notes());
        document.put("later", report.later().map(ValidationDocument::later).orElse(null));
        return document;
    }

    private static Map<String, @Nullable Object> result(ValidationReport.Result result) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("leftOut", result.scheme().words());
        part.put("method", result.method());
        part.put("level", result.level().name());
        part.put("baseline", result.baseline());
        part.put("target", result.target().map(TargetKey::toString).orElse(null));
        part.put("errors", errors(result.errors()));
        part.put("medianOverNoise", orNull(result.overNoise()));
        part.put(
                "coverage",
                result.coverage().stream().map(ValidationDocument::coverage).toList());
        return part;
    }

    private static Map<String, @Nullable Object> errors(ErrorSummary errors) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("times", errors.trials());
        part.put("architectures", errors.architectures());
        part.put("median", errors.median());
        part.put("mean", errors.mean());
        part.put("p90", errors.p90());
        part.put("within5", share(errors.within5()));
        part.put("within10", share(errors.within10()));
        part.put("within15", share(errors.within15()));
        return part;
    }

    private static Map<String, @Nullable Object> share(ShareLimits limits) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("hits", limits.hits());
        part.put("of", limits.of());
        part.put("share", limits.share());
        part.put("ci95", List.of(limits.low(), limits.high()));
        return part;
    }

    private static Map<String, @Nullable Object> coverage(Coverage coverage) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("level", coverage.level());
        part.put("held", coverage.held().map(ValidationDocument::share).orElse(null));
        part.put("medianHalfWidth", orNull(coverage.halfWidth()));
        part.put("reason", coverage.reason().isEmpty() ? null : coverage.reason());
        part.put("alarm", coverage.isAlarm());
        return part;
    }

    private static Map<String, @Nullable Object> choice(ValidationReport.Choice choice) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("level", choice.level().name());
        part.put("method", choice.method());
        part.put("why", choice.why());
        return part;
    }

    private static Map<String, @Nullable Object> noise(ValidationReport.Noise noise) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("target", noise.target().toString());
        part.put("models", noise.models());
        part.put("sessions", noise.sessions());
        part.put("noise", orNull(noise.floor()));
        return part;
    }

    private static Map<String, @Nullable Object> later(ValidationReport.Later later) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("from", later.moment());
        part.put(
                "methods",
                later.errors().stream()
                        .map(row -> {
                            Map<String, @Nullable Object> one = new LinkedHashMap<>();
                            one.put("method", row.method());
                            one.put("level", row.level().name());
                            one.put("errors", errors(row.errors()));
                            one.put("coverage", coverage(row.coverage()));
                            return one;
                        })
                        .toList());
        return part;
    }

    private static @Nullable Double orNull(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }
}
