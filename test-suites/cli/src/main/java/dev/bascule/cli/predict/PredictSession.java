package dev.bascule.cli.predict;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.collect.CollectedSlice;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.suites.suite.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Learns of models what predictions take.
 *
 * @param command as typed
 */
record PredictSession(CliContext context, Config config, String command) {

    /** Measures the models and the anchors on native CPU; the run is in the history. */
    RunRecord measured(List<Suite> suites) {
        return new CollectedSlice(context, config.get(Keys.STORE))
                .run(new QuickRun(context, config, command).of(suites, true))
                .record();
    }

    /** The models whose kernels could be learned, each with one model's suite; what was learned is in the history. */
    List<PredictedModel> learned(List<Suite> suites) {
        List<PredictedModel> learned = new ArrayList<>();
        List<ModelWork> works = new ArrayList<>();
        context.interrupts().during(() -> {
            try (Progress progress = Progress.on(context.console())) {
                for (Suite suite : suites) {
                    context.services()
                            .works()
                            .works(
                                    new QuickRun(context, config, command).of(List.of(suite), false),
                                    known -> false,
                                    progress)
                            .forEach(work -> {
                                works.add(work);
                                HistoryData.model(suite.models().get(0).name(), work)
                                        .ifPresent(learned::add);
                            });
                }
            }
            return learned;
        });
        boolean interrupted = Thread.interrupted();
        if (!works.isEmpty()) {
            try (History history = HistoryOpening.await(HistoryAccess.open(context, config.get(Keys.STORE)))) {
                works.forEach(history::keepWork);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return learned;
    }

    /** This machine's fingerprint; blank where nobody can tell. */
    String machine(Optional<RunRecord> run) {
        return run.map(RunRecord::machine)
                .or(() -> context.services().doctor().machine())
                .map(Machine::fingerprint)
                .orElse("");
    }
}
