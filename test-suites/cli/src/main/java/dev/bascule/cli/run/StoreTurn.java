package dev.bascule.cli.run;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.history.LockedStore;
import java.util.function.Consumer;

/**
 * A command's turn on the machine, which is taken before the history is opened and ends after it is closed: a history is one
 * process's at a time, so that who held it and waited would keep it from everybody, the measuring run included.
 *
 * @param machine whose turn it is
 * @param store the history's file
 * @param early looks at the history where it must wait, so that what is wrong in any case is told before
 */
public record StoreTurn(CliContext context, MachineLock machine, String store, Consumer<History> early) {

    /**
     * Waits where that is wanted, with the history closed.
     *
     * @throws BasculeException {@link ErrorCode#STORE_LOCKED} at once where one holds the history who is no run that will end
     */
    public MachineLease take(MachineUse use, WhenBusy whenBusy, String command) {
        return context.interrupts()
                .during(() -> machine.take(use, whenBusy, command, why -> {
                    look();
                    context.console().say(why);
                }));
    }

    private void look() {
        try (History history = HistoryOpening.await(HistoryAccess.open(context, store))) {
            early.accept(history);
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.STORE_LOCKED
                    || LockedStore.holder(e).filter(this::isNoRun).isPresent()) {
                throw e;
            }
        }
    }

    private boolean isNoRun(long holder) {
        return machine.neighbors().stream().noneMatch(neighbor -> neighbor.pid() == holder);
    }
}
