package dev.bascule.reports.export;

import static dev.bascule.reports.format.HtmlText.escaped;

import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.Matrix.Row;
import dev.bascule.reports.matrix.MatrixCell;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The matrix over versions as a page that stands alone: no script, nothing from anywhere else. Stateless. */
public final class VersionsPage {
    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
            .scroll { overflow-x: auto; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { border: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
            td.right { background: #16783a22; } td.part { background: #9a670022; } td.wrong { background: #b3261e33; }
            td.none { color: GrayText; }
            code { overflow-wrap: anywhere; }
            """;

    private VersionsPage() {}

    /**
     * @param product of what there are versions
     * @param command that made it
     */
    public static String render(Matrix matrix, String product, String command, Instant writtenAt) {
        StringBuilder page = new StringBuilder();
        String title = "Versions of " + product;
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n".formatted(escaped(title), STYLE))
                .append("<h1>%s</h1>\n<p>Each version was run by itself; written %s.</p>\n"
                        .formatted(escaped(title), writtenAt));
        table(page, matrix);
        absent(page, matrix);
        explained(page, matrix);
        page.append(
                "<h2>How to repeat it</h2>\n<p><code>%s</code></p>\n</body>\n</html>\n".formatted(escaped(command)));
        return page.toString();
    }

    private static void table(StringBuilder page, Matrix matrix) {
        page.append("<div class=\"scroll\"><table>\n<thead>\n<tr><th scope=\"col\" rowspan=\"2\">Model</th>");
        matrix.groups()
                .forEach((group, columns) -> page.append(
                        "<th scope=\"colgroup\" colspan=\"%d\">%s</th>".formatted(columns.size(), escaped(group))));
        page.append("</tr>\n<tr>");
        matrix.columns().forEach(column -> page.append("<th scope=\"col\">%s</th>".formatted(escaped(column.title()))));
        page.append("</tr>\n</thead>\n<tbody>\n");
        for (Row row : matrix.rows()) {
            page.append("<tr><th scope=\"row\">%s</th>".formatted(escaped(row.label())));
            for (Column column : matrix.columns()) {
                page.append(matrix.cell(row, column)
                        .map(VersionsPage::cell)
                        .orElse("<td class=\"none\">%s</td>"
                                .formatted(column.absent().isPresent() ? "not run" : "no cell")));
            }
            page.append("</tr>\n");
        }
        page.append("</tbody>\n</table></div>\n");
    }

    private static String cell(MatrixCell cell) {
        String time = cell.summary()
                .map(summary -> "<br>" + escaped(Figures.millis(summary.median())))
                .orElse("");
        return "<td class=\"%s\">%s%s</td>"
                .formatted(tone(cell), escaped(cell.verdict().toString()), time);
    }

    private static String tone(MatrixCell cell) {
        return switch (cell.verdict()) {
            case PASS -> "right";
            case PARTIAL, FELL_BACK, FLAKY -> "part";
            case UNSUPPORTED, SKIPPED -> "none";
            default -> "wrong";
        };
    }

    private static void absent(StringBuilder page, Matrix matrix) {
        List<Column> absent = matrix.columns().stream()
                .filter(column -> column.absent().isPresent())
                .toList();
        if (absent.isEmpty()) {
            return;
        }
        page.append("<h2>Not run</h2>\n<dl>\n");
        absent.forEach(column -> page.append("<dt>%s</dt><dd>%s</dd>\n"
                .formatted(escaped(column.label()), escaped(column.absent().orElse("")))));
        page.append("</dl>\n");
    }

    private static void explained(StringBuilder page, Matrix matrix) {
        List<Explanation> explained = Explanation.of(matrix);
        if (explained.isEmpty()) {
            return;
        }
        page.append("<h2>What is no plain pass</h2>\n<ul>\n");
        for (Explanation each : explained) {
            page.append("<li><b>%s</b> %s, %s: %s"
                    .formatted(
                            escaped(each.verdict().toString().toLowerCase(Locale.ROOT)),
                            escaped(String.join(", ", each.models())),
                            escaped(each.on()),
                            escaped(each.what())));
            each.why().forEach(why -> page.append("<br>").append(escaped(why)));
            each.reproduce().forEach(line -> page.append("<br><code>%s</code>".formatted(escaped(line))));
            page.append("</li>\n");
        }
        page.append("</ul>\n");
    }
}
