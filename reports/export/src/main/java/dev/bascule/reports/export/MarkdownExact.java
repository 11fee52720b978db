package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.matrix.ExactDistances;
import dev.bascule.reports.matrix.ExactSummary;
import dev.bascule.reports.matrix.Matrix;
import java.util.List;

/** The part of a Markdown page that says which target came nearest to the exact result. Stateless. */
final class MarkdownExact {
    private MarkdownExact() {}

    static void write(MarkdownPage page, Matrix matrix, RunRecord record) {
        published(page, ExactSummary.of(record.runs()));
        List<ExactDistances> cases = ExactDistances.of(matrix);
        if (cases.isEmpty()) {
            return;
        }
        page.heading(2, "Nearest to the exact result");
        page.table(
                List.of("model", "nearest", "then"),
                cases.stream()
                        .map(one -> {
                            List<String> ranks =
                                    one.ranks().stream().map(MarkdownText::text).toList();
                            return List.of(
                                    MarkdownText.text(one.label()),
                                    "**%s**".formatted(ranks.get(0)),
                                    ranks.size() == 1 ? "–" : String.join(", ", ranks.subList(1, ranks.size())));
                        })
                        .toList());
        page.line(
                "How far all values lie from the graph computed in double, in the root mean square; σ is what rounding alone"
                        + " makes of a value. Below 1 σ targets are as right as rounding lets them be.");
    }

    private static void published(MarkdownPage page, List<ExactSummary> targets) {
        if (targets.isEmpty()) {
            return;
        }
        page.heading(2, "Distance to the exact result");
        targets.forEach(target -> page.line("- " + MarkdownText.text(target.line())));
        page.line("")
                .line(
                        "How far the outputs lie from the graph computed in double; σ is what rounding alone makes of a value. The verdicts"
                                + " are by the published outputs, which leave more room.");
    }
}
