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
import dev.bascule.reports.history.AllowedPaths;
import dev.bascule.reports.history.DuckDbHistory;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "backup",
        description = {
            "Copies the history into a new file, whole and as it is at this moment.",
            "A copy by other means may lack the newest runs, which lie in a log beside the file."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule history backup history-2026-11-22.duckdb",
            "  bascule history backup /mnt/backup/bascule.duckdb --store team.duckdb"
        })
final class HistoryBackupCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The new file; one that is there is not touched.")
    private Path file = Path.of("");

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryBackupCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Path to = context().folder().resolve(file);
        try (DuckDbHistory history = HistoryAccess.file(context(), config.get(Keys.STORE), AllowedPaths.backup(to))) {
            history.backup(to);
        }
        long bytes = to.toFile().length();
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.backup(to, bytes));
        } else {
            console().print(to.toString());
            console().say(Figures.counted(bytes, "byte"));
        }
        return ExitCode.OK;
    }
}
