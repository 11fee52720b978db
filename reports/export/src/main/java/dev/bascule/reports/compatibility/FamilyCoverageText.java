package dev.bascule.reports.compatibility;

import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The coverage of a table of families for people, and as a document. Stateless. */
public final class FamilyCoverageText {
    private FamilyCoverageText() {}

    /** A line, and what further lines of it begin with where it is wrapped. */
    record Line(String text, String indent) {}

    static List<Line> lines(FamilyCoverage coverage) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(summary(coverage), ""));
        coverage.gaps().forEach(gap -> lines.add(new Line("  " + gap(gap), "    ")));
        return lines;
    }

    /** What was measured of what, in two sentences. */
    public static String summary(FamilyCoverage coverage) {
        return "Coverage: %d of %d combinations of family and backend were measured (%s; %s are wanted), %d more are documented by others and %d predicted. On backends that anything was measured on, it is %d of %d."
                .formatted(
                        coverage.measured(),
                        coverage.combinations(),
                        Figures.percent(coverage.share()),
                        Figures.percent(FamilyCoverage.CRITERION),
                        coverage.known(),
                        coverage.predicted(),
                        coverage.measured(),
                        coverage.reachable());
    }

    /** {@code not measured on cuda: every family: why not; try: …}. */
    public static String gap(FamilyCoverage.Gap gap) {
        return "not measured on %s: %s: %s%s"
                .formatted(
                        gap.backend(),
                        gap.every()
                                ? "every family"
                                : gap.families().stream().map(Family::id).collect(Collectors.joining(", ")),
                        gap.why(),
                        gap.remedies().isEmpty() ? "" : "; try: " + String.join(" | ", gap.remedies()));
    }

    static Map<String, Object> document(FamilyCoverage coverage) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("combinations", coverage.combinations());
        map.put("measured", coverage.measured());
        map.put("known", coverage.known());
        map.put("predicted", coverage.predicted());
        map.put("share", coverage.share());
        map.put("wanted", FamilyCoverage.CRITERION);
        map.put("onMeasuredBackends", coverage.reachable());
        map.put(
                "gaps",
                coverage.gaps().stream()
                        .map(gap -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("backend", gap.backend());
                            one.put(
                                    "families",
                                    gap.families().stream().map(Family::id).toList());
                            one.put("reason", gap.why());
                            one.put("remedies", gap.remedies());
                            return one;
                        })
                        .toList());
        return map;
    }
}
