package dev.bascule.cli;

import dev.bascule.cli.config.Config;
import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import dev.bascule.cli.options.KnownFailureOptions;
import dev.bascule.cli.options.ReportOptions;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "  bascule report --expectations known.yaml",
            "  bascule report --json > run.json"
        })
final class ReportCommand extends CliCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "Id of the run, or how it begins (default: the newest).")
    private @Nullable String run;

    @Mixin
    private final KnownFailureOptions expectations = new KnownFailureOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    ReportCommand(CliContext context) {
        super(context);
    }

    @Override
    List<Flags> flags() {
        return List.of(expectations.flags(), report.flags());
    }

    @Override
    ExitCode execute(Config config) {
        ExpectationFiles known = ExpectationFiles.of(context().folder(), config, false);
        RunRecord record;
        try (History history = HistoryAccess.existing(context(), config.get(Key.STORE))) {
            record = find(history);
        }
        RunReports reports = RunReports.of(context(), config, record.id(), report.json());
        List<Path> written = reports.write(record, known.all().known(record));
        if (report.json()) {
            console().print(RunReports.document(record));
        } else {
            written.forEach(file -> console().print(file.toString()));
        }
        return ExitCode.OK;
    }

    private RunRecord find(History history) {
        String wanted = run;
        if (wanted == null) {
            return history.latest(RunFilter.ALL)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.NOTHING_SELECTED_TO_RUN, "the history has no run yet", "bascule run"));
        }
        return RunChoice.find(history, wanted);
    }
}
