package dev.bascule.studies.bisect.report;

import dev.bascule.reports.format.MarkdownText;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.Boundary;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.VersionPair;
import java.util.ArrayList;
import java.util.List;

/** What the folder of the case tells whoever gets it alone: what is in it, and how it is run. Stateless. */
final class CaseReadme {
    private CaseReadme() {}

    static String of(BisectReport report) {
        StringBuilder text = new StringBuilder();
        text.append("# %s on %s, by itself\n\n"
                .formatted(MarkdownText.text(report.model()), MarkdownText.text(report.backend())));
        Headline.of(report)
                .forEach(line ->
                        text.append("- **").append(MarkdownText.text(line)).append("**\n"));
        text.append("\nBad means: ")
                .append(MarkdownText.text(TimelineMarkdown.meaning(report)))
                .append(". All that was seen is in ../REPORT.md, and in ../index.html.\n");
        text.append("\n| file | what it is |\n| --- | --- |\n");
        text.append("| model.onnx | the model |\n");
        text.append("| test_data_set_0/input_K.pb | its inputs, of a sequence those of the first step |\n");
        text.append("| test_data_set_0/output_K.pb | the outputs that are right, by the search's reference |\n");
        text.append(
                "\nThis is the layout of ONNX's backend tests. Bascule runs it with any version, from the folder that it is in with these lines:\n");
        report.result().lines().forEach(line -> commands(text, report, line));
        text.append(
                "\nThese lines take the usual browser and settings; those of the search are in ../REPORT.md. A folder of this layout is"
                        + " judged by ONNX's rule, which allows 1e-3: what lies outside of rounding alone passes here.\n");
        return text.toString();
    }

    private static void commands(StringBuilder text, BisectReport report, LineResult line) {
        for (Boundary boundary : line.boundaries()) {
            boolean since = boundary.regression();
            command(text, report, since ? "First bad" : "Last bad", line.at().with(line.axis(), boundary.firstBad()));
            command(text, report, since ? "Last good" : "Fixed", line.at().with(line.axis(), boundary.lastGood()));
        }
    }

    private static void command(StringBuilder text, BisectReport report, String mark, VersionPair pair) {
        List<String> lines = new ArrayList<>();
        lines.add("bascule install %s@%s".formatted(Axis.ENGINE.part(), pair.engine()));
        String run = "bascule run case --strict --backends %s --engine-version %s"
                .formatted(report.backend(), pair.engine());
        if (pair.hasBrowserVersion()) {
            lines.add("bascule install %s@%s".formatted(Axis.BROWSER.part(), pair.browser()));
            run += " --browser-binary PATH_THAT_INSTALL_PRINTED";
        }
        lines.add(run);
        text.append("\n%s, %s:\n".formatted(mark, MarkdownText.text(pair.toString())));
        text.append(MarkdownText.fenced(lines));
    }
}
