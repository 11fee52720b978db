package dev.bascule.cli.bisect;

import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.SeenText;
import dev.bascule.studies.bisect.report.Headline;
import java.nio.file.Path;

/** What a search came to, for people. Stateless. */
final class BisectText {
    private BisectText() {}

    static String of(BisectReport report, Path out) {
        StringBuilder text = new StringBuilder();
        Headline.of(report).forEach(line -> text.append(line).append('\n'));
        for (LineResult line : report.result().lines()) {
            line.states()
                    .forEach((version, state) -> text.append("  %-14s %-10s %s%n"
                            .formatted(version, state.word(), SeenText.details(report.what(), state))));
        }
        text.append(Headline.effort(report)).append('\n');
        text.append("written: %s (index.html, REPORT.md)".formatted(out));
        return text.toString();
    }
}
