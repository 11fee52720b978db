package dev.bascule.studies.bisect.report;

import static dev.bascule.reports.format.HtmlText.escaped;

import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.LineResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The timeline as a page that stands alone: no script, nothing from anywhere else. Stateless. */
final class TimelinePage {
    private static final String TEMPLATE = "/dev/bascule/studies/bisect/report/timeline.html";

    private TimelinePage() {}

    static String of(BisectReport report) {
        StringBuilder body = new StringBuilder();
        body.append("<h1>Since when: %s on %s</h1>\n".formatted(escaped(report.model()), escaped(report.backend())));
        Headline.of(report).forEach(line -> body.append("<p class=\"headline\">%s</p>\n".formatted(escaped(line))));
        body.append("<p>Bad means: %s. %s. Versions that were not run are taken to be like their neighbours.</p>\n"
                .formatted(escaped(TimelineMarkdown.meaning(report)), escaped(Headline.effort(report))));
        report.result().lines().forEach(line -> line(body, report, line));
        body.append("<h2>How to repeat it</h2>\n<pre>%s</pre>\n".formatted(escaped(report.command())));
        report.folder().ifPresent(folder -> body.append("<p>%s</p>\n".formatted(escaped(TimelineMarkdown.CASE))));
        return template()
                .replace("@TITLE@", escaped("Since when: " + report.model()))
                .replace("@BODY@", body.toString());
    }

    private static void line(StringBuilder body, BisectReport report, LineResult line) {
        body.append("<h2>%s</h2>\n<ol class=\"line\" aria-label=\"%s, oldest first\">\n"
                .formatted(
                        escaped(TimelineMarkdown.title(line)),
                        escaped(line.axis().product())));
        for (TimelineRow row : TimelineRow.of(report, line)) {
            body.append("<li class=\"%s\"><b>%s</b><span>%s</span></li>\n"
                    .formatted(row.tone(), escaped(row.version()), escaped(label(row))));
        }
        body.append("</ol>\n<table>\n<thead><tr><th scope=\"col\">Version</th><th scope=\"col\">State</th>"
                + "<th scope=\"col\">What it rests on</th><th scope=\"col\">Run it again</th></tr></thead>\n<tbody>\n");
        for (TimelineRow row : TimelineRow.of(report, line)) {
            if (row.state().isPresent()) {
                String repeat = Optional.ofNullable(report.repeats().get(row.pair()))
                        .map(command -> "<code>%s</code>".formatted(escaped(command)))
                        .orElse("");
                body.append("<tr><th scope=\"row\">%s</th><td class=\"%s\">%s</td><td>%s</td><td>%s</td></tr>\n"
                        .formatted(
                                escaped(row.version()),
                                row.tone(),
                                escaped(label(row)),
                                escaped(row.details()),
                                repeat));
            }
        }
        body.append("</tbody></table>\n");
    }

    private static String label(TimelineRow row) {
        return row.marks().isEmpty() ? row.word() : "%s (%s)".formatted(row.word(), String.join(", ", row.marks()));
    }

    private static String template() {
        try (InputStream source = TimelinePage.class.getResourceAsStream(TEMPLATE)) {
            if (source == null) {
                throw new IllegalStateException("this build of Bascule does not carry " + TEMPLATE);
            }
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
