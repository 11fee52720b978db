package dev.bascule.cli.history;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.AllowedPaths;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.Manifest;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "export",
        description = {
            "Writes the history into a folder: a Parquet file for each table, and manifest.json with versions and"
                    + " checksums.",
            "Any tool that reads Parquet reads these; `history import` takes them in again, also with a later Bascule."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule history export exported",
            "  bascule history export /mnt/share/machine-7 --store team.duckdb"
        })
final class HistoryExportCommand extends CliCommand {
    @Parameters(paramLabel = "DIR", description = "The folder: a new or an empty one.")
    private Path folder = Path.of("");

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryExportCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Path to = context().folder().resolve(folder);
        Manifest manifest;
        try (DuckDbHistory history = HistoryAccess.file(context(), config.get(Keys.STORE), AllowedPaths.export(to))) {
            manifest = history.export(to, Version.number(), context().clock().instant());
        }
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.export(to, manifest));
        } else {
            console().print(to.toString());
            console()
                    .say("%s in %d tables"
                            .formatted(
                                    Figures.counted(manifest.runs(), "run"),
                                    manifest.tables().size()));
        }
        return ExitCode.OK;
    }
}
