package dev.bascule.suites.local;

import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.service.RunListener;
import dev.bascule.suites.service.RunRequest;

/** Makes the workbench of a run; tests put scripted runners on theirs. */
@FunctionalInterface
public interface WorkbenchFactory {

    Workbench open(RunRequest request, TimeLedger ledger, RunListener listener);
}
