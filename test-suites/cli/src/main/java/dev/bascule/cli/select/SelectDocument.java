package dev.bascule.cli.select;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.studies.select.Finding;
import dev.bascule.studies.select.Outlook;
import dev.bascule.studies.select.SelectReport;
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
        document.put("rounds", report.rounds());
        document.put("preparedMs", report.prepared().toMillis());
        document.put("spentMs", report.spent().toMillis());
        document.put(
                "chosen", report.chosen().map(each -> each.candidate().label()).orElse(null));
        document.put(
                "candidates",
                report.findings().stream().map(SelectDocument::finding).toList());
        return document;
    }

    private static Map<String, @Nullable Object> finding(Finding finding) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("label", finding.candidate().label());
        part.put("target", finding.candidate().target().id());
        part.put("browser", finding.candidate().browser().orElse(null));
        part.put("backend", finding.candidate().target().backend().id());
        part.put("threads", finding.candidate().threads());
        part.put("batch", finding.candidate().batch());
        part.put("fate", finding.fate().name());
        part.put("why", finding.note().isBlank() ? null : finding.note());
        part.put("measured", finding.measured().map(SelectDocument::measured).orElse(null));
        part.put("expected", finding.outlook() instanceof Outlook.Expected expected ? expected(expected) : null);
        return part;
    }

    private static Map<String, @Nullable Object> measured(Finding.Measured measured) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("cost", measured.cost());
        part.put("medianMs", measured.median());
        part.put("p95Ms", orNull(measured.p95()));
        part.put("samples", measured.samples());
        part.put("toChosen", measured.toChosen().map(SelectDocument::ratio).orElse(null));
        part.put("memoryBytes", orNull(measured.memory()));
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
