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
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.ImportResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = {
            "Takes in the runs of other histories: files, or folders that `history export` wrote, also those of an"
                    + " earlier Bascule.",
            "A run that is here already is not added again. Where a run of the same id differs, nothing at all is"
                    + " imported."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule history import laptop.duckdb desktop.duckdb",
            "  bascule history import /mnt/share/machine-* --store team.duckdb",
            "  bascule history import exported --json"
        })
final class HistoryImportCommand extends CliCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE|DIR",
            description = "Histories, exports, or run.json files; they stay as they are.")
    private List<Path> sources = List.of();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryImportCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        ImportResult result = imported(context().folder().resolve(config.get(Keys.STORE)));
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.imported(result));
        } else {
            TextTable table = new TextTable("SOURCE", "ADDED", "HERE ALREADY");
            result.sources()
                    .forEach(source -> table.row(source.path().toString(), "" + source.added(), "" + source.known()));
            console().print(table.toString());
        }
        return ExitCode.OK;
    }

    /** What was imported into the history; one that was not there before is not left behind where nothing was. */
    private ImportResult imported(Path store) {
        boolean fresh = !Files.exists(store);
        try (DuckDbHistory history = DuckDbHistory.open(store, HistoryAccess.talk(context()))) {
            return history.importAll(
                    sources.stream()
                            .map(source -> context().folder().resolve(source))
                            .toList(),
                    context().clock().instant());
        } catch (BasculeException e) {
            if (fresh) {
                remove(store, e);
            }
            throw e;
        }
    }

    private static void remove(Path store, BasculeException cause) {
        try {
            Files.deleteIfExists(store);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}
