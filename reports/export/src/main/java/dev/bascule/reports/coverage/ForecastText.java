package dev.bascule.reports.coverage;

import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.coverage.Forecast.Known;
import dev.bascule.reports.coverage.Forecast.OfOperator;
import dev.bascule.reports.coverage.Forecast.OfTarget;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.CaseRunText;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.TextStyle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A prediction in words, for a terminal, and as a document. Stateless. */
public final class ForecastText {
    private static final int SCHEMA_VERSION = 1;

    private ForecastText() {}

    public static String render(Forecast forecast, TextStyle style) {
        StringBuilder out = new StringBuilder();
        out.append(style.bold(style.plain("%s: %s of %d operators, opsets and dtypes"
                        .formatted(
                                forecast.model().name(),
                                Figures.counted(nodes(forecast), "node"),
                                forecast.model().signatures().size()))))
                .append('\n');
        out.append(style.wrapped(label(forecast), "    "));
        for (OfTarget target : forecast.targets()) {
            out.append('\n')
                    .append(style.bold(style.plain(
                            target.column().group() + " " + target.column().title())))
                    .append('\n');
            target.measured().forEach(cell -> out.append(style.wrapped("  " + measured(cell), "      ")));
            if (target.isUnknown() && !target.measured().isEmpty()) {
                out.append(style.wrapped("  no other case tells of any of its operators there", "      "));
                continue;
            }
            out.append(style.wrapped(
                    "  %s of the nodes would run right there (predicted from %s of one node%s): %d known to run, %d partly, %d unknown, %d lacking, %d breaking"
                            .formatted(
                                    share(target.share()),
                                    Figures.counted(target.cases(), "case"),
                                    restsOnCompositions(target) ? " and right cases of several" : "",
                                    target.nodes(Known.RUNS),
                                    target.nodes(Known.PARTLY),
                                    target.nodes(Known.UNKNOWN),
                                    target.nodes(Known.LACKS),
                                    target.nodes(Known.BREAKS)),
                    "    "));
            target.operators().stream()
                    .filter(operator -> operator.known() != Known.RUNS)
                    .forEach(operator -> out.append(style.wrapped("  " + line(operator), "      ")));
        }
        return out.toString();
    }

    private static boolean restsOnCompositions(OfTarget target) {
        return target.operators().stream()
                .anyMatch(operator ->
                        operator.known() == Known.RUNS && operator.cases().isEmpty());
    }

    /** {@code measured in run 20261123-013909-bd62: PARTIAL, 121 of 125 nodes on webnn, 4 on wasm}. */
    private static String measured(MatrixCell cell) {
        Evidence evidence = cell.decisive().evidence();
        String placed = evidence.nodes().isEmpty() ? "" : ", " + CaseRunText.placement(evidence);
        String settings = CellKey.settings(cell.run()).entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(", "));
        return "measured in run %s%s: %s%s"
                .formatted(
                        cell.caseResult().runId(),
                        settings.isEmpty() ? "" : " (" + settings + ")",
                        cell.verdict(),
                        placed);
    }

    /** What this is, and what it rests on. */
    public static String label(Forecast forecast) {
        if (forecast.sources().isEmpty()) {
            return "Nothing to predict from: the history has no cell of another model on a strict target.";
        }
        return "Predicted from other cases, not measured: "
                + forecast.sources().stream()
                        .map(source ->
                                "%s of run %s".formatted(Figures.counted(source.caseRuns(), "cell"), source.runId()))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static int nodes(Forecast forecast) {
        return forecast.model().signatures().stream()
                .mapToInt(OperatorSignature::nodes)
                .sum();
    }

    /** {@code 62–100 %}; one figure where both ends are the same. Rounded outwards. */
    static String share(Interval share) {
        long low = (long) Math.floor(share.low() * 100);
        long high = (long) Math.ceil(share.high() * 100);
        return low == high ? "%d %%".formatted(low) : "%d–%d %%".formatted(low, high);
    }

    private static String right(VerdictCounts cases) {
        return cases + " cases right" + (cases.partial() == 0 ? "" : ", %d partial".formatted(cases.partial()));
    }

    private static String line(OfOperator operator) {
        OperatorKey key = OperatorKey.of(operator.signature());
        String reasons = operator.gaps().stream().limit(2).map(Gap::line).collect(Collectors.joining("; "));
        String why = switch (operator.known()) {
            case RUNS -> "every case right";
            case PARTLY, LACKS, BREAKS -> right(operator.cases()) + (reasons.isEmpty() ? "" : ": " + reasons);
            case UNKNOWN -> key.dtype().isEmpty() ? "the model does not tell its dtype" : "no case tells of it";
        };
        return "%s %s %s, opset %s, %d node%s: %s"
                .formatted(
                        operator.known().name().toLowerCase(Locale.ROOT),
                        key.name(),
                        key.dtypeWord(),
                        OperatorText.opset(key),
                        operator.signature().nodes(),
                        operator.signature().nodes() == 1 ? "" : "s",
                        why);
    }

    /** The document of {@code matrix --ops MODEL --json}. */
    public static Map<String, Object> document(Forecast forecast) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("prediction", true);
        document.put("basis", label(forecast));
        document.put("sources", forecast.sources());
        document.put(
                "model",
                Map.of(
                        "name", forecast.model().name(),
                        "sha256", forecast.model().sha256(),
                        "nodes", nodes(forecast)));
        document.put(
                "targets", forecast.targets().stream().map(ForecastText::target).toList());
        return document;
    }

    private static Map<String, Object> cell(MatrixCell cell) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("run", cell.caseResult().runId());
        map.put("caseId", cell.run().caseId().toString());
        map.put("verdict", cell.verdict());
        map.put("proof", cell.proof());
        map.put("nodes", cell.decisive().evidence().nodes());
        return map;
    }

    private static Map<String, Object> target(OfTarget target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", OperatorDocument.name(target.column()));
        map.put("backend", target.column().chain().first().id());
        map.put("measured", target.measured().stream().map(ForecastText::cell).toList());
        map.put("cases", target.cases());
        map.put("nodes", target.nodes());
        Map<String, Integer> nodes = new LinkedHashMap<>();
        for (Known known : Known.values()) {
            nodes.put(known.name(), target.nodes(known));
        }
        map.put("nodesByKnown", nodes);
        map.put(
                "predictedShareRight",
                List.of(target.share().low(), target.share().high()));
        map.put(
                "operators",
                target.operators().stream()
                        .map(operator -> {
                            Map<String, Object> one = OperatorDocument.key(OperatorKey.of(operator.signature()));
                            one.put("nodes", operator.signature().nodes());
                            one.put("known", operator.known());
                            one.put("cases", operator.cases().verdicts());
                            one.put("gaps", OperatorDocument.gaps(operator.gaps()));
                            return one;
                        })
                        .toList());
        return map;
    }
}
