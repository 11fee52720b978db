package dev.bascule.cli.history;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.IntegrityFinding;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.workers.coordinator.LedgerFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "check",
        description = {
            "Looks the history over: whether its rows hang together, every run can be read, and the matrix shows what"
                    + " the runs say. Of a coordinator's file, which must not run meanwhile, also whether jobs, tries and"
                    + " results go together.",
            "Ends with 1 where something is wrong, and names each finding. Changes nothing but what --rebuild-cells"
                    + " makes."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule history check",
            "  bascule history check --rebuild-cells",
            "  bascule history check --store team.duckdb --json",
            "  bascule history check --store .bascule/coordinator.duckdb   a coordinator's jobs, with their files"
        })
final class HistoryCheckCommand extends CliCommand {

    @Option(
            names = "--rebuild-cells",
            description = "First makes the cells of the matrix again from what the runs say.")
    private boolean rebuild;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryCheckCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        List<IntegrityFinding> findings;
        int runs;
        Optional<Integer> jobs = Optional.empty();
        try (DuckDbHistory history = HistoryAccess.file(context(), config.get(Keys.STORE))) {
            if (rebuild) {
                history.rebuildCells();
            }
            findings = new ArrayList<>(history.check(context().clock().instant()));
            LedgerRows ledger = history.ledger();
            if (!ledger.equals(LedgerRows.NONE)) {
                jobs = Optional.of(ledger.jobs().size());
                findings.addAll(LedgerFiles.check(
                        ledger, LedgerFiles.beside(HistoryAccess.existingFile(context(), config.get(Keys.STORE)))));
            }
            runs = Math.toIntExact(history.count());
        }
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.check(findings, runs));
        } else {
            findings.forEach(finding -> console().print(finding + "\n"));
            String seen = Figures.counted(runs, "run")
                    + jobs.map(count -> ", " + Figures.counted(count, "job") + " of a coordinator")
                            .orElse("");
            console()
                    .say(
                            findings.isEmpty()
                                    ? "%s, nothing wrong".formatted(seen)
                                    : "%s, %s; --rebuild-cells mends cells, and the last good backup the rest"
                                            .formatted(seen, Figures.counted(findings.size(), "finding")));
        }
        return findings.isEmpty() ? ExitCode.OK : ExitCode.FAILURES;
    }
}
