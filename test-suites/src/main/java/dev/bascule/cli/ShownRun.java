package dev.bascule.cli;

import dev.bascule.cli.output.Progress;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.suites.conformance.ConformanceCase;
import dev.bascule.suites.conformance.ConformanceListener;
import dev.bascule.suites.conformance.SelfCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows how a conformance run gets on, and keeps outputs for the self-check.
 *
 * @param progress what is shown
 * @param check where outputs go; empty where nobody wants them
 */
record ShownRun(Progress progress, Optional<SelfCheck> check) implements ConformanceListener {

    @Override
    public void planned(int cells) {
        progress.planned(cells);
    }

    @Override
    public void started(Cell cell) {
        progress.started(cell);
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        progress.finished(cell, run);
    }

    @Override
    public void retried(Cell cell, CaseRun run) {
        progress.retried(cell, run);
    }

    @Override
    public void phase(String activity) {
        progress.phase(activity);
    }

    @Override
    public void note(String text) {
        progress.note(text);
    }

    @Override
    public void right(ConformanceCase one, List<Map<String, Value>> outputs) {
        check.ifPresent(kept -> kept.keep(one, outputs));
    }
}
