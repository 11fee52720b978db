package dev.bascule.reports.export;

import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.reports.format.EndToEndText;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The user's clock of the cells that have one, in Markdown. Stateless. */
final class MarkdownEndToEnd {
    private MarkdownEndToEnd() {}

    static void write(MarkdownPage page, Matrix matrix) {
        List<List<String>> rows = new ArrayList<>();
        for (Matrix.Row row : matrix.rows()) {
            for (Matrix.Column column : matrix.columns()) {
                matrix.cell(row, column)
                        .filter(cell -> cell.summary().isPresent())
                        .ifPresent(cell -> cell.decisive()
                                .measured()
                                .endToEnd()
                                .ifPresent(times -> rows.add(row(column, cell, times))));
            }
        }
        if (rows.isEmpty()) {
            return;
        }
        page.heading(2, "User's clock");
        page.table(heads(), rows);
        page.line(MarkdownText.text(EndToEndText.MEANING + " " + EndToEndText.UNTOLD));
    }

    private static List<String> heads() {
        return Stream.of(
                        Stream.of("model", "target", "from file to outputs"),
                        Stream.of(Step.values()).map(EndToEndText::name),
                        Stream.of("share of inference", "answer"))
                .flatMap(heads -> heads)
                .toList();
    }

    private static List<String> row(Matrix.Column column, MatrixCell cell, EndToEnd times) {
        return Stream.of(
                        Stream.of(
                                MarkdownText.text(cell.run().model().name()),
                                MarkdownText.text(column.group() + " " + column.label()),
                                EndToEndText.total(times)),
                        EndToEndText.lines(times).stream().map(EndToEndText.Line::median),
                        Stream.of(
                                EndToEndText.share(times),
                                times.answer().map(MarkdownText::text).orElse("–")))
                .flatMap(cells -> cells)
                .toList();
    }
}
