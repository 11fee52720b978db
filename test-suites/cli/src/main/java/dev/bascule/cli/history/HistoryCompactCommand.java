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
import dev.bascule.reports.history.HistoryCopy;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "compact",
        description = {
            "Writes the file of the history anew, without the room that pruned runs left, and puts it in the place of"
                    + " the old one.",
            "Needs room for both for a moment. Nobody else may have the history open."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  bascule history compact", "  bascule history compact --store team.duckdb --json"})
final class HistoryCompactCommand extends CliCommand {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryCompactCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Path file = HistoryAccess.existingFile(context(), config.get(Keys.STORE));
        HistoryCopy.Compacted sizes = HistoryCopy.compact(file, HistoryAccess.talk(context()));
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.compact(file, sizes));
        } else {
            console()
                    .print("%s: %s before, %s now%n"
                            .formatted(
                                    file,
                                    Figures.counted(sizes.before(), "byte"),
                                    Figures.counted(sizes.after(), "byte")));
        }
        return ExitCode.OK;
    }
}
