package dev.bascule.cli;

import dev.bascule.cli.config.Config;
import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.MatrixDocument;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.Sighting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "matrix",
        description = "Prints the matrix over all history: for each model and target the newest cell.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule matrix",
            "  bascule matrix --suite quickstart",
            "  bascule matrix --store team.duckdb --json"
        })
final class MatrixCommand extends CliCommand {
    @Option(names = "--suite", paramLabel = "NAME", description = "Only runs of this suite.")
    private @Nullable String suite;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MatrixCommand(CliContext context) {
        super(context);
    }

    @Override
    List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    ExitCode execute(Config config) {
        List<Sighting> cells;
        try (History history = HistoryAccess.existing(context(), config.get(Key.STORE))) {
            cells = history.latestCells(suite == null ? RunFilter.ALL : RunFilter.ofSuite(suite));
        }
        if (cells.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "the history has no cell to show", "bascule run");
        }
        if (json.wanted()) {
            JsonText.print(console(), MatrixDocument.of(cells));
        } else {
            console().print(RunReports.matrix(cells, console()));
        }
        return ExitCode.OK;
    }
}
