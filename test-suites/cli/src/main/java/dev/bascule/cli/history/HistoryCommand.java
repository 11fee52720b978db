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
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.run.Tool;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.Times;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.QuantizationHeading;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.history.TrainingHeading;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "history",
        description = {
            "Lists the runs that are kept, the newest first.",
            "Its commands copy, merge, export, tidy up and check the history's file."
        },
        subcommands = {
            HistoryBackupCommand.class,
            HistoryExportCommand.class,
            HistoryImportCommand.class,
            HistoryPruneCommand.class,
            HistoryCompactCommand.class,
            HistoryCheckCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule history",
            "  bascule history --suite nightly --limit 0 --json",
            "  bascule history import laptop.duckdb phone-export/   one history of several machines",
            "  bascule history prune --older-than 90d --dry-run",
            "  bascule history check"
        })
public final class HistoryCommand extends CliCommand {
    private static final String PROGRAM = "bascule ";
    private static final int COMMAND_WIDTH = 72;
    /** Where results went says nothing of what was run. */
    private static final Pattern DESTINATIONS = Pattern.compile(" --(?:store|out|reporter)[ =]\\S+");
    /** The folders of a file that was run. */
    private static final Pattern FOLDERS = Pattern.compile("( )(?:/|\\.{1,2}/)(?:[^\\s/]+/)*+");

    @Option(names = "--suite", paramLabel = "NAME", description = "Only runs of this suite.")
    private @Nullable String suite;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "No more runs than this, the newest (default: 20; 0: all).")
    private int limit;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (limit < 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "a limit of %d runs".formatted(limit), "bascule history --limit 20");
        }
        List<RunHeading> all;
        List<TrainingHeading> trained;
        List<QuantizationHeading> quantized;
        try (History history = HistoryAccess.existing(context(), config.get(Keys.STORE))) {
            all = history.runs(suite == null ? RunFilter.ALL : RunFilter.ofSuite(suite));
            // They are of no suite.
            trained = suite == null ? history.trainings() : List.of();
            quantized = suite == null ? history.quantizations() : List.of();
        }
        long most = limit == 0 ? Long.MAX_VALUE : limit;
        List<RunHeading> shown = all.stream().limit(most).toList();
        List<TrainingHeading> trainings = trained.stream().limit(most).toList();
        List<QuantizationHeading> quantizations = quantized.stream().limit(most).toList();
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.list(shown, all.size(), trainings, quantizations));
            return ExitCode.OK;
        }
        console().print(table(shown));
        if (!trainings.isEmpty()) {
            console().print("\n" + ListedTrainings.table(trainings));
        }
        if (!quantizations.isEmpty()) {
            console().print("\n" + ListedQuantizations.table(quantizations));
        }
        console()
                .say("%s%s, %d shown"
                        .formatted(
                                Figures.counted(all.size(), "run"),
                                suite == null ? "" : " of the suite '%s'".formatted(suite),
                                shown.size()));
        return ExitCode.OK;
    }

    static String table(List<RunHeading> runs) {
        TextTable table = new TextTable("RUN", "BEGAN", "SUITE", "MACHINE", "BASCULE", "CELLS", "COMMAND");
        runs.forEach(run -> table.row(
                run.id(),
                Times.minute(run.startedAt()),
                run.suite() + (run.interrupted() ? " (interrupted)" : ""),
                run.machineFingerprint()
                        .substring(0, Math.min(8, run.machineFingerprint().length())),
                run.tool().map(Tool::version).orElse("unknown"),
                run.verdicts().isEmpty()
                        ? "-"
                        : run.verdicts().entrySet().stream()
                                .map(count -> count.getValue() + " " + count.getKey())
                                .collect(Collectors.joining(", ")),
                shortened(run.command())));
        return table.toString();
    }

    /** What tells runs apart, as many words as fit; {@code --json} has all. */
    static String shortened(String command) {
        String words =
                FOLDERS.matcher(DESTINATIONS.matcher(command).replaceAll("")).replaceAll("$1");
        String bare = words.startsWith(PROGRAM) ? words.substring(PROGRAM.length()) : words;
        return bare.length() <= COMMAND_WIDTH ? bare : bare.substring(0, COMMAND_WIDTH - 1) + "…";
    }
}
