package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.format.UsageText;
import dev.bascule.reports.scoring.Formula;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What stands below the table: the legend, and an explanation of every cell that is not a plain PASS. */
record MatrixLegend(Matrix matrix, ElsewhereCosts costs, TextStyle style, StringBuilder out) {

    void write() {
        out.append('\n');
        if (matrix.columns().stream().anyMatch(Matrix.Column::software)) {
            paragraph("* software adapter: shaders run on the CPU; never counts as acceleration", "");
        }
        paragraph(
                "Where it ran: ● the engine's own record  ◐ only an API's word  ○ nobody said.  Times: median (95 %"
                        + " interval within this run, where there is room).  ×: times the native CPU's time, taken in turn"
                        + " with it, ± half its 95 % interval, or its ends where that is wide (beside a browser that CPU"
                        + " may be slower or faster than in its own cell); ≈×: of medians, no interval.  [n]: score, 0 to 100.",
                "");
        if (matrix.inOrder().stream()
                .anyMatch(cell ->
                        cell.verdict() == Verdict.FELL_BACK && cell.score().isPresent())) {
            paragraph(Formula.FELL_BACK, "");
        }
        if (matrix.inOrder().stream().anyMatch(cell -> cell.verdict() == Verdict.FLAKY)) {
            paragraph(CellSymbols.FLAKY, "");
        }
        if (matrix.inOrder().stream().anyMatch(cell -> !cell.ways().isEmpty())) {
            paragraph(CellSymbols.WAYS, "");
        }
        if (matrix.inOrder().stream().anyMatch(cell -> cell.unsteady().isPresent())) {
            paragraph(CellSymbols.UNSTEADY, "");
        }
        if (matrix.inOrder().stream().anyMatch(cell -> !cell.merged().isEmpty())) {
            paragraph(CellSymbols.MERGED, "");
        }
        if (matrix.inOrder().stream().anyMatch(cell -> cell.measuredIn().isPresent())) {
            paragraph(CellSymbols.SHARED, "");
        }
        if (matrix.inOrder().stream().anyMatch(MatrixCell::throttled)) {
            paragraph(UsageText.THROTTLED, "");
        }
        FedText.chosen(matrix).forEach(line -> paragraph(line + ".", "  "));
        List<String> inTurn = InterleavedRatios.lines(matrix);
        if (!inTurn.isEmpty()) {
            out.append("Measured in turn:\n");
            inTurn.forEach(line -> paragraph("  " + line, "    "));
        }
        exact();
        matrix.noise().ifPresent(noise -> paragraph("Noise: " + noise + ".", ""));
        notRun();
        for (Explanation explanation : Explanation.of(matrix, KnownFailures.NONE, costs)) {
            explain(explanation);
        }
    }

    /** A case that only one target was held against it with has no order. */
    private void exact() {
        List<ExactDistances> cases = ExactDistances.of(matrix).stream()
                .filter(one -> one.targets().size() > 1)
                .toList();
        if (cases.isEmpty()) {
            return;
        }
        paragraph(
                "Nearest to the exact result, in the root mean square of what rounding alone makes of each value (below 1 σ as right"
                        + " as rounding lets it be):",
                "");
        cases.forEach(one -> paragraph("  %s: %s".formatted(one.label(), String.join(", ", one.ranks())), "    "));
    }

    /** Columns that are there for what was not run in them. */
    private void notRun() {
        Map<String, List<String>> byWhy = new LinkedHashMap<>();
        matrix.columns()
                .forEach(column -> column.absent()
                        .ifPresent(why -> byWhy.computeIfAbsent(why, any -> new ArrayList<>())
                                .add(column.label())));
        byWhy.forEach((why, labels) -> {
            out.append('\n');
            paragraph("not run  %s: %s".formatted(String.join(", ", labels), why), "    ");
        });
    }

    private void explain(Explanation each) {
        out.append('\n');
        String head =
                "%s  %s, %s: %s".formatted(each.verdict(), String.join(", ", each.models()), each.on(), each.what());
        String wrapped = style.wrapped(head, "    ");
        String word = each.verdict().toString();
        out.append(style.colored(each.verdict(), word)).append(wrapped.substring(word.length()));
        each.why().forEach(why -> paragraph("  " + why, "    "));
        if (!each.remedies().isEmpty()) {
            paragraph("  try: " + each.remedies().stream().collect(Collectors.joining(" · ")), "    ");
        }
        commands(each.reproduce());
    }

    /** A command line is never wrapped: it is there to be copied. */
    private void commands(List<String> lines) {
        lines.forEach(
                line -> out.append("  reproduce: ").append(style.plain(line)).append('\n'));
    }

    private void paragraph(String text, String indent) {
        out.append(style.wrapped(text, indent));
    }
}
