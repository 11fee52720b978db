package dev.bascule.cli.predict;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.output.Console;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.prediction.held.HeldPredictions;
import dev.bascule.prediction.held.HeldReport;
import dev.bascule.reports.history.History;

/** Says how predictions held that were told before. */
record HeldSession(CliContext context, Console console, boolean json) {

    ExitCode run(String store) {
        HeldReport report;
        try (History history = HistoryAccess.existing(context, store)) {
            report = HeldPredictions.of(history.predictions(), history.timedAttempts());
        }
        if (json) {
            JsonText.print(console, HeldDocument.of(report));
        } else {
            console.print(HeldText.of(report));
        }
        return ExitCode.OK;
    }
}
