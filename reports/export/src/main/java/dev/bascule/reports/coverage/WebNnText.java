package dev.bascule.reports.coverage;

import dev.bascule.fallback.webnn.OpSupport;
import dev.bascule.reports.coverage.WebNnCoverage.Disagreement;
import dev.bascule.reports.coverage.WebNnCoverage.Row;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.TextStyle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is required, allowed, claimed and observed of WebNN's operators, for a terminal and as a document. Stateless. */
public final class WebNnText {
    private static final String LINE = "%-22s %-12s %-13s %-12s %-8s %-8s %s";

    private WebNnText() {}

    /**
     * @param limit no more rows than these for each target, those with disagreements first
     */
    public static String render(List<WebNnCoverage> targets, int limit, TextStyle style) {
        StringBuilder out = new StringBuilder();
        for (WebNnCoverage target : targets) {
            out.append(style.bold(style.plain(target.target())));
            out.append(target.claims() ? "\n" : ": its claim (opSupportLimits) is not known\n");
            target.disagreements()
                    .forEach((kind, count) -> out.append(
                                    style.plain("  %s: %s".formatted(Figures.counted(count, "row"), kind.words())))
                            .append('\n'));
            out.append(line("operator", "dtype", "specification", "claim", "API", "engine", "disagreement"));
            target.rows().stream()
                    .limit(limit)
                    .forEach(row -> out.append(style.plain(row(row))).append('\n'));
            int hidden = target.rows().size() - limit;
            if (hidden > 0) {
                out.append("... and %s (--limit 0 shows all)\n".formatted(Figures.counted(hidden, "more row")));
            }
            out.append('\n');
        }
        return out.append(style.wrapped(
                        "Specification and claim are of the operand that the operator works on. Required: of every"
                                + " implementation, by the minimum set of web-platform-tests; allowed: it may, by the constraints"
                                + " of the draft of " + OpSupport.draft()
                                + "; not allowed: by these it has to refuse it; not in"
                                + " it: that draft has no such operator. Claim:"
                                + " opSupportLimits(). API: right/all cases of that one node on WebNN itself, u those"
                                + " among them that are unsupported, which another operand's type may be; engine: of the one ONNX operator"
                                + " that becomes it, through onnxruntime-web, p those that are right with nodes that ran"
                                + " elsewhere.",
                        "    "))
                .toString();
    }

    private static String row(Row row) {
        return line(
                        row.operator(),
                        row.dtype().wireName(),
                        row.specification(),
                        row.claim(),
                        row.direct().isEmpty() ? "-" : direct(row),
                        row.throughEngine().isEmpty() ? "-" : engine(row),
                        String.join("; ", words(row)))
                .stripTrailing();
    }

    /** {@code 3/5 u2}: two of the five are unsupported, which is no failure. */
    private static String direct(Row row) {
        int unsupported = row.direct().unsupported();
        return unsupported == 0 ? row.direct().toString() : row.direct() + " u" + unsupported;
    }

    /** {@code 0/3 p2}: two of the three are right, with nodes that ran elsewhere. */
    private static String engine(Row row) {
        int partial = row.throughEngine().partial();
        return partial == 0 ? row.throughEngine().toString() : row.throughEngine() + " p" + partial;
    }

    private static List<String> words(Row row) {
        return row.disagreements().stream().map(Disagreement::words).toList();
    }

    private static String line(String... words) {
        return LINE.formatted((Object[]) words).stripTrailing() + "\n";
    }

    /** The document of {@code matrix --ops --webnn --json}. */
    public static Map<String, Object> document(List<WebNnCoverage> targets) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("specificationDraft", OpSupport.draft().toString());
        document.put("targets", targets.stream().map(WebNnText::target).toList());
        return document;
    }

    private static Map<String, Object> target(WebNnCoverage target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", target.target());
        map.put("claims", target.claims());
        map.put("disagreements", target.disagreements());
        map.put(
                "operators",
                target.rows().stream()
                        .map(row -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("operator", row.operator());
                            one.put("dtype", row.dtype().wireName());
                            one.put("inSpecification", row.known());
                            one.put("required", row.required());
                            one.put("allowed", row.allowed());
                            one.put("claimed", row.claimed());
                            one.put("observedOnApi", row.direct().verdicts());
                            one.put("observedThroughEngine", row.throughEngine().verdicts());
                            one.put("disagreements", row.disagreements());
                            one.put("gaps", OperatorDocument.gaps(row.gaps()));
                            return one;
                        })
                        .toList());
        return map;
    }
}
