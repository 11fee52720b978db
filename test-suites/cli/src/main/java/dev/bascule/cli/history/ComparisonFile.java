package dev.bascule.cli.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.comparison.ComparisonDocument;
import dev.bascule.reports.comparison.ComparisonMarkdown;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.training.TrainingComparison;
import dev.bascule.reports.comparison.training.TrainingComparisonDocument;
import dev.bascule.reports.export.ComparisonPage;
import java.time.Instant;
import java.util.List;

/**
 * Where a comparison is written to besides.
 *
 * @param reporter {@code html}, {@code md} or {@code json}
 * @param path of the file
 */
record ComparisonFile(String reporter, String path) {
    static ComparisonFile parse(String word) {
        String[] parts = word.split("=", 2);
        if (parts.length < 2
                || parts[1].isBlank()
                || !List.of("html", "md", "json").contains(parts[0])) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a comparison cannot be written as '%s'".formatted(word),
                    "--reporter html=FILE, md=FILE or json=FILE");
        }
        return new ComparisonFile(parts[0], parts[1]);
    }

    String text(ComparisonReport report, Instant now) {
        return switch (reporter) {
            case "html" -> ComparisonPage.render(report, now);
            case "md" -> ComparisonMarkdown.render(report);
            default -> Json.pretty(ComparisonDocument.of(report)) + "\n";
        };
    }

    /** Of trainings, which are written as JSON alone: the dashboard has a page of them. */
    String text(TrainingComparison comparison) {
        if (!reporter.equals("json")) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a comparison of trainings cannot be written as %s".formatted(reporter),
                    "--reporter json=FILE",
                    "the dashboard's page Trainings shows two side by side: bascule serve");
        }
        return Json.pretty(TrainingComparisonDocument.of(comparison)) + "\n";
    }
}
