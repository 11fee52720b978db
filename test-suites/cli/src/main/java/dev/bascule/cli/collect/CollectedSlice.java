package dev.bascule.cli.collect;

import dev.bascule.app.run.StoreReadiness;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.cli.run.StoreTurn;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Takes the run of one slice to the history; there are no reports of it, for nobody reads hundreds.
 *
 * @param store the history's file
 */
public record CollectedSlice(CliContext context, String store) {

    /** What is in the history now. */
    public record Kept(RunRecord record, int works) {}

    /**
     * Its own turn on the machine, so that other runs get theirs between slices.
     *
     * @throws RunAbortedException where something broke the run off after it had measured cells, which are kept
     */
    public Kept run(RunRequest request) {
        MachineLease turn = new StoreTurn(context, MachineTurn.lock(context, request), store, history -> {})
                .take(MachineUse.TIMED, request.whenBusy(), request.invocation().command());
        try (turn) {
            return context.interrupts().during(() -> {
                CompletableFuture<History> opening = HistoryAccess.open(context, store);
                RunRecord record = measured(request, turn, opening);
                // Writing does not go with a pending interrupt; the record remembers it.
                boolean interrupted = Thread.interrupted() || record.extent().interrupted();
                try (History history = HistoryOpening.await(opening)) {
                    history.append(record);
                    return new Kept(record, interrupted ? 0 : learn(request, record, history));
                }
            });
        }
    }

    private RunRecord measured(RunRequest request, MachineLease turn, CompletableFuture<History> opening) {
        try (Progress progress = Progress.on(context.console())) {
            return context.services().runs().run(request, new RunTurn(turn, new StoreReadiness(opening)), progress);
        } catch (RunAbortedException e) {
            Thread.interrupted();
            try (History history = HistoryOpening.await(opening)) {
                history.append(e.kept());
            }
            throw e;
        } catch (RuntimeException | Error e) {
            HistoryOpening.letGo(opening);
            throw e;
        }
    }

    /** The kernels of those models of the slice of which none are known on this engine. */
    private int learn(RunRequest request, RunRecord record, History history) {
        List<ModelWork> works = works(request, record, known(history), context.console());
        keep(works, history);
        return works.size();
    }

    /** SHA-256 of the models whose kernels are known on this engine. */
    static Set<String> known(History history) {
        return history.works().stream()
                .filter(work -> work.engine().version().equals(bundled()))
                .map(ModelWork::model)
                .collect(Collectors.toSet());
    }

    /** The kernels of the other models of a record. Takes long, and no history. */
    List<ModelWork> works(RunRequest request, RunRecord record, Set<String> known, Console console) {
        Set<String> all =
                record.runs().stream().map(run -> run.model().sha256()).collect(Collectors.toSet());
        if (known.containsAll(all)) {
            return List.of();
        }
        console.say("learning the kernels of models");
        try (Progress progress = Progress.on(console)) {
            return context.services().works().works(request, known::contains, progress);
        }
    }

    /** Also where an interrupt is pending, which writing does not go with; it stays pending. */
    static void keep(List<ModelWork> works, History history) {
        boolean interrupted = Thread.interrupted();
        works.forEach(history::keepWork);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String bundled() {
        return EngineBuilds.BUNDLED;
    }
}
