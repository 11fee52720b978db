package dev.bascule.studies.bisect.report;

import dev.bascule.reports.format.MarkdownText;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.suites.expectations.DatedExpectation;
import java.util.List;
import java.util.Optional;

/** The timeline as Markdown. Stateless. */
final class TimelineMarkdown {
    static final String CASE =
            "The folder case holds the model with its inputs and the outputs that are right, in the ONNX"
                    + " backend-test layout: named in place of the model, it runs on any machine.";

    private TimelineMarkdown() {}

    static String of(BisectReport report) {
        StringBuilder text = new StringBuilder();
        text.append("# Since when: ")
                .append(MarkdownText.text(report.model()))
                .append(" on ")
                .append(report.backend())
                .append("\n\n");
        Headline.of(report)
                .forEach(line ->
                        text.append("- **").append(MarkdownText.text(line)).append("**\n"));
        text.append("\nBad means: ").append(MarkdownText.text(meaning(report))).append(". ");
        text.append(Headline.effort(report)).append(".\n");
        text.append("Versions that were not run are taken to be like their neighbours.\n");
        report.result().lines().forEach(line -> table(text, report, line));
        text.append("\n## How to repeat it\n");
        text.append(MarkdownText.fenced(List.of(report.command())));
        report.result().lines().forEach(line -> repeats(text, report, line));
        report.folder().ifPresent(folder -> text.append("\n").append(CASE).append("\n"));
        List<DatedExpectation> known = FoundExpectations.of(report);
        if (!known.isEmpty()) {
            text.append("\n## For a file of expectations\n");
            text.append(MarkdownText.fenced(
                    known.stream().flatMap(entry -> entry.text().lines()).toList()));
        }
        return text.toString();
    }

    static String meaning(BisectReport report) {
        return report.what().sentence()
                + report.threshold().map(times -> " (×%s)".formatted(times)).orElse("");
    }

    private static void table(StringBuilder text, BisectReport report, LineResult line) {
        text.append("\n## %s\n\n| version | state | what it rests on | |\n| --- | --- | --- | --- |\n"
                .formatted(MarkdownText.text(title(line))));
        for (TimelineRow row : TimelineRow.of(report, line)) {
            text.append("| %s | %s | %s | %s |\n"
                    .formatted(
                            MarkdownText.text(row.version()),
                            row.word(),
                            MarkdownText.text(row.details()),
                            String.join(", ", row.marks())));
        }
    }

    static String title(LineResult line) {
        return "%s, with %s".formatted(line.axis().product(), rest(line));
    }

    private static String rest(LineResult line) {
        return switch (line.axis()) {
            case ENGINE -> line.at().browser();
            case BROWSER -> "onnxruntime-web " + line.at().engine();
        };
    }

    private static void repeats(StringBuilder text, BisectReport report, LineResult line) {
        for (TimelineRow row : TimelineRow.of(report, line)) {
            Optional<String> command = Optional.ofNullable(report.repeats().get(row.pair()));
            if (!row.marks().isEmpty() && command.isPresent()) {
                text.append("\n%s %s (%s):\n"
                        .formatted(row.word(), MarkdownText.text(row.version()), String.join(", ", row.marks())));
                text.append(MarkdownText.fenced(List.of(command.get())));
            }
        }
    }
}
