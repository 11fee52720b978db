package dev.bascule.reports.compatibility;

import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.matrix.TextStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of families for a terminal, and as a document. Stateless. */
public final class FamilyTableText {
    private static final int SCHEMA_VERSION = 1;
    private static final String UNKNOWN = "·";
    private static final String NOBODY_KNOWS =
            "no model of the family was run there, no documentation that was read speaks of it, and no case of its operators"
                    + " tells enough";

    private FamilyTableText() {}

    public static String render(FamilyTable table, FamilyCoverage coverage, TextStyle style) {
        List<List<String>> lines = new ArrayList<>();
        List<String> heads = new ArrayList<>(List.of("family"));
        heads.addAll(table.backends());
        heads.add("pairs measured");
        lines.add(heads);
        for (Family family : table.families()) {
            List<String> line = new ArrayList<>(List.of(family.id()));
            table.backends()
                    .forEach(backend -> line.add(
                            table.cell(family, backend).map(FamilyCell::brief).orElse(UNKNOWN)));
            line.add(coverage.pairs(family).brief());
            lines.add(line);
        }
        StringBuilder out = new StringBuilder();
        for (List<String> line : lines) {
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(other -> other.get(column).length())
                        .max()
                        .orElse(0);
                String cell = style.plain(line.get(i));
                out.append(cell)
                        .append(" ".repeat(Math.max(0, width - line.get(i).length()) + 2));
            }
            out.append('\n');
        }
        out.append('\n')
                .append(style.wrapped(
                        "right/models: measured, +n in part, sw: some on a software adapter only. (runs): known, others document it. ~%: predicted from"
                                + " operators, not measured. · nobody knows. Pairs measured: of the family's models that were run at all,"
                                + " on all targets that any model was run on (each machine's, in each version). "
                                + KnownCompatibility.published().holds() + ".",
                        ""));
        for (Family family : table.families()) {
            for (String backend : table.backends()) {
                table.cell(family, backend)
                        .ifPresent(cell -> out.append(
                                style.wrapped("%s on %s %s".formatted(family.id(), backend, cell.why()), "    ")));
            }
        }
        out.append('\n');
        FamilyCoverageText.lines(coverage).forEach(line -> out.append(style.wrapped(line.text(), line.indent())));
        return out.toString();
    }

    /** The document of {@code matrix --families --json}: a cell for each family and backend, null where nobody knows. */
    public static Map<String, Object> document(FamilyTable table, FamilyCoverage coverage) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("backends", table.backends());
        document.put(
                "families",
                table.families().stream()
                        .map(family -> {
                            Map<String, Object> row = new LinkedHashMap<>();
                            row.put("family", family.id());
                            Map<String, Object> cells = new LinkedHashMap<>();
                            table.backends()
                                    .forEach(backend -> cells.put(
                                            backend, table.cell(family, backend).map(FamilyTableText::cell)));
                            row.put("cells", cells);
                            Map<String, Object> reasons = new LinkedHashMap<>();
                            table.backends().stream()
                                    .filter(backend ->
                                            table.cell(family, backend).isEmpty())
                                    .forEach(backend -> reasons.put(backend, NOBODY_KNOWS));
                            row.put("reasons", reasons);
                            row.put("pairs", pairs(coverage.pairs(family)));
                            return row;
                        })
                        .toList());
        document.put("coverage", FamilyCoverageText.document(coverage));
        return document;
    }

    private static Map<String, Object> pairs(FamilyPairs pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("measured", pairs.measured());
        map.put("of", pairs.pairs());
        map.put("models", pairs.models());
        map.put("targets", pairs.targets());
        return map;
    }

    private static Map<String, Object> cell(FamilyCell cell) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("basis", cell.basis().id());
        map.put("why", cell.why());
        if (cell instanceof FamilyCell.Measured measured) {
            map.put("right", measured.right());
            map.put("partly", measured.partly());
            map.put("models", measured.models());
            map.put("notRight", measured.notRight());
            map.put("runs", measured.runs());
            map.put("machines", measured.machines());
            map.put("browsers", measured.browsers());
            map.put("softwareOnly", measured.software());
        } else if (cell instanceof FamilyCell.Known known) {
            map.put("claim", known.claim());
            map.put("source", known.source());
        } else if (cell instanceof FamilyCell.Predicted predicted) {
            map.put(
                    "predictedShareRight",
                    Optional.of(
                            List.of(predicted.share().low(), predicted.share().high())));
            map.put("cases", predicted.cases());
            map.put("models", predicted.models());
        }
        return map;
    }
}
