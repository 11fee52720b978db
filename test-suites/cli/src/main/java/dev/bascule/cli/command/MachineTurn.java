package dev.bascule.cli.command;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;

/** A run's turn on the machine, where it needs one. Stateless. */
public final class MachineTurn {
    private MachineTurn() {}

    /** Waits for it as the request says; whom it waits for is told. */
    public static MachineLease of(CliContext context, RunRequest request, RunListener listener) {
        return lock(context, request)
                .take(MachineUse.TIMED, request.whenBusy(), request.invocation().command(), listener::waiting);
    }

    /** What such a run takes its turn at. */
    public static MachineLock lock(CliContext context, RunRequest request) {
        return request.isMeasuredHere() ? context.services().machine() : MachineLock.none();
    }
}
