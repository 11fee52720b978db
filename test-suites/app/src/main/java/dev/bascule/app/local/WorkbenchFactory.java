package dev.bascule.app.local;

import dev.bascule.execution.TimeLedger;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;

/** Makes the workbench of a run; tests put scripted runners on theirs. */
@FunctionalInterface
public interface WorkbenchFactory {

    Workbench open(RunRequest request, TimeLedger ledger, RunListener listener);
}
