package dev.bascule.cli.history;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.Ages;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.PrunePlan;
import dev.bascule.reports.history.Retention;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "prune",
        description = {
            "Takes old runs out of the history for good, and says which. --dry-run only says so.",
            "A run stays that is younger, that is among the newest, or that some cell of the matrix rests on. `history"
                    + " compact` then gives the room back."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule history prune --older-than 90d --dry-run",
            "  bascule history prune --older-than 90d --keep-last 100",
            "  bascule history prune --older-than 52w --keep-last 0 --drop-cells"
        })
final class HistoryPruneCommand extends CliCommand {
    @Option(
            names = "--older-than",
            required = true,
            paramLabel = "AGE",
            description = "Only runs that began so long ago: 90d, 12w or 36h.")
    private String olderThan = "";

    @Option(
            names = "--keep-last",
            paramLabel = "N",
            defaultValue = "20",
            description = "The newest N runs stay, whatever their age (default: 20).")
    private int keepLast;

    @Option(
            names = "--drop-cells",
            description = "Also runs that a cell of the matrix rests on: an older result takes its place, or none.")
    private boolean dropCells;

    @Option(names = "--dry-run", description = "Says what would go; changes nothing.")
    private boolean dryRun;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    HistoryPruneCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (keepLast < 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "to keep %d runs".formatted(keepLast), "bascule history prune --help");
        }
        Retention retention = new Retention(
                context()
                        .clock()
                        .instant()
                        .minus(Ages.read(
                                "--older-than", olderThan, "bascule history prune --older-than 90d --dry-run")),
                keepLast,
                !dropCells);
        PrunePlan plan;
        int newest;
        try (DuckDbHistory history = HistoryAccess.file(context(), config.get(Keys.STORE))) {
            plan = history.plan(retention);
            PrunePlan ofAnyAge = history.plan(new Retention(retention.before(), 0, retention.keepCells()));
            newest = old(ofAnyAge) - old(plan);
            if (!dryRun) {
                history.prune(plan);
            }
        }
        if (json.wanted()) {
            JsonText.print(console(), HistoryDocuments.prune(plan, !dryRun));
            return ExitCode.OK;
        }
        if (!plan.going().isEmpty()) {
            console().print(HistoryCommand.table(plan.going()));
        }
        console()
                .say("%s with %s %s; %s%s"
                        .formatted(
                                Figures.counted(plan.going().size(), "run"),
                                Figures.counted(plan.attempts(), "attempt"),
                                dryRun ? "would go" : "went",
                                plan.staying() == 1 ? "1 stays" : plan.staying() + " stay",
                                why(plan, newest)));
        return ExitCode.OK;
    }

    /** Runs that began so long ago, but for the newest that stay whatever their age. */
    private static int old(PrunePlan plan) {
        return plan.going().size() + plan.keptForCells().size();
    }

    /** Why runs stay though they are old, or that none is. */
    private String why(PrunePlan plan, int newest) {
        if (newest == 0 && old(plan) == 0) {
            return plan.staying() == 0 ? "" : ", for none began longer ago than " + olderThan.strip();
        }
        StringBuilder why = new StringBuilder();
        if (newest > 0) {
            why.append(", %d of them old, but among the newest %d (--keep-last)".formatted(newest, keepLast));
        }
        if (!plan.keptForCells().isEmpty()) {
            why.append(", %d of them old, but cells of the matrix rest on them (--drop-cells)"
                    .formatted(plan.keptForCells().size()));
        }
        return why.toString();
    }
}
