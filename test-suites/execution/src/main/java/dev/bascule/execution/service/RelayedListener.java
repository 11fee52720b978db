package dev.bascule.execution.service;

import dev.bascule.fallback.attempt.CaseRun;

/** Passes on all that it hears; one who extends it does more at some of it. */
public abstract class RelayedListener implements RunListener {
    private final RunListener next;

    protected RelayedListener(RunListener next) {
        this.next = next;
    }

    @Override
    public void planned(int cells) {
        next.planned(cells);
    }

    @Override
    public void started(Cell cell) {
        next.started(cell);
    }

    @Override
    public final void finished(Cell cell, CaseRun run) {
        next.finished(cell, run);
    }

    @Override
    public final void retried(Cell cell, CaseRun run) {
        next.retried(cell, run);
    }

    @Override
    public final void amended(Cell cell, CaseRun run) {
        next.amended(cell, run);
    }

    @Override
    public void right(RightOutputs outputs) {
        next.right(outputs);
    }

    @Override
    public final void waiting(String why) {
        next.waiting(why);
    }

    @Override
    public void phase(String activity) {
        next.phase(activity);
    }

    @Override
    public final void note(String text) {
        next.note(text);
    }
}
