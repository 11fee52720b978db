package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliContext;
import dev.bascule.reports.export.PageDesign;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.export.StepSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The reports that the settings of an invocation ask for. Stateless. */
public final class WantedReports {
    private WantedReports() {}

    /** Those of the run of this id; checked as {@link RunReports#prepare} does. */
    static RunReports of(CliContext context, Config config, String id, boolean json) {
        config.refuseUntrusted(Keys.STORE);
        return prepare(context, config, config.out(".bascule/reports/" + id), config.get(Keys.REPORTER), json);
    }

    /** Likewise, into a folder and with reports of the caller's choice. */
    public static RunReports prepare(CliContext context, Config config, String out, List<String> words, boolean json) {
        PageDesign design = config.find(Keys.TEMPLATE)
                .map(context.folder()::resolve)
                .map(PageDesign::of)
                .orElse(PageDesign.STANDARD);
        Optional<Path> summary = Optional.ofNullable(context.environment().get(StepSummary.VARIABLE))
                .filter(file -> words.contains(RunReports.GITHUB) && !file.isBlank())
                .map(context.folder()::resolve);
        return RunReports.prepare(
                context.folder(),
                out,
                words,
                json,
                Reporters.of(design, html -> context.services().printer().pdf(html)),
                summary);
    }
}
