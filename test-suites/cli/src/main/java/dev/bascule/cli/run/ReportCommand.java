package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.BaselineCheck;
import dev.bascule.app.run.RunLookup;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.options.KnownFailureOptions;
import dev.bascule.cli.options.ReportOptions;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description =
                "Writes the reports of a run from the history: run.json, Markdown and a self-contained HTML page.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule report                          the newest run",
            "  bascule report 20261121-0936 --out site",
            "  bascule report --reporter junit=junit.xml,csv",
            "  bascule report --pdf report.pdf         printed by the bundled browser",
            "  bascule report --template brand         with brand/theme.css and brand/header.jte",
            "  bascule report --expectations known.yaml",
            "  bascule report --baseline latest~1     with what became better and worse since then",
            "  bascule report --json > run.json"
        })
public final class ReportCommand extends CliCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "Id of the run, or how it begins (default: the newest).")
    private @Nullable String run;

    @Mixin
    private final KnownFailureOptions expectations = new KnownFailureOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Option(
            names = "--pdf",
            paramLabel = "FILE",
            description = "Prints the HTML report to this file as well, as --reporter pdf=FILE does.")
    private @Nullable String pdf;

    @Option(
            names = "--baseline",
            paramLabel = "RUN,…",
            description = "Shows what became better and worse against these runs, each as compare names it, and writes"
                    + " comparison.md and comparison.json beside the reports.")
    private @Nullable String baseline;

    ReportCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        Flags printed = new Flags();
        if (pdf != null) {
            printed.add(Keys.REPORTER, "--pdf", "pdf=" + pdf);
        }
        if (baseline != null) {
            printed.add(Keys.BASELINE, "--baseline", baseline);
        }
        return List.of(expectations.flags(), report.flags(), printed);
    }

    @Override
    protected ExitCode execute(Config config) {
        ExpectationFiles known = ExpectationFiles.of(context().folder(), config, false);
        RunRecord record;
        Optional<ComparisonReport> against;
        ElsewhereCosts elsewhere;
        try (History history = HistoryAccess.existing(context(), config.get(Keys.STORE))) {
            record = find(history);
            against = against(record, config, history);
            elsewhere = ElsewhereLookup.of(CaseResult.allOf(record), history);
        }
        RunReports reports =
                WantedReports.of(context(), config, record.id(), report.json()).with(elsewhere);
        KnownFailures expected = known.all().known(record);
        List<Path> written = reports.write(record, expected, against);
        PrintedReports.annotate(reports, record, expected, against, console());
        against.ifPresent(one -> BaselineCheck.write(one, reports.folder().path()));
        if (report.json()) {
            console().print(PrintedReports.document(record, elsewhere));
        } else if (report.listNamed()) {
            console().print(PrintedReports.summary(record, elsewhere, console()));
            console().say("reports in " + reports.places(written));
        } else {
            written.forEach(file -> console().print(file.toString()));
        }
        return ExitCode.OK;
    }

    /** Of the flag alone: a baseline of the configuration is for runs that are made. */
    private Optional<ComparisonReport> against(RunRecord record, Config config, History history) {
        if (baseline == null) {
            return Optional.empty();
        }
        BaselineCheck check = BaselineCheck.of(
                        context().folder(),
                        context().clock(),
                        config,
                        record.invocation().suite(),
                        Optional.of(() -> history))
                .orElseThrow();
        if (check.baseline().runs().contains(record.id())) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the baseline '%s' is the run itself".formatted(baseline),
                    "bascule report --baseline latest~1");
        }
        return Optional.of(check.compare(record));
    }

    private RunRecord find(History history) {
        String wanted = run;
        if (wanted == null) {
            return history.latest(RunFilter.ALL)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.NOTHING_SELECTED_TO_RUN, "the history has no run yet", "bascule run"));
        }
        return RunLookup.find(history, wanted);
    }
}
