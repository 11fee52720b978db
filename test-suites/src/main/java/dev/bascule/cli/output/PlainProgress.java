package dev.bascule.cli.output;

import dev.bascule.fallback.attempt.CaseRun;

/** One line for each cell, for logs. Called from one thread at a time. */
final class PlainProgress implements Progress {
    private final Console console;
    private final ToldFailures told = new ToldFailures();
    private int planned;
    private final FinishedCells finished = new FinishedCells();
    private int done;

    PlainProgress(Console console) {
        this.console = console;
    }

    @Override
    public void planned(int cells) {
        planned = cells;
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        done++;
        console.say("[%d/%d] %s: %s"
                .formatted(
                        done, planned, cell, CellText.of(run, finished.measuredBefore(run), console.errStyle(), told)));
    }

    @Override
    public void retried(Cell cell, CaseRun run) {
        console.say("retried %s: %s".formatted(cell, CellText.of(run, console.errStyle(), told)));
    }

    @Override
    public void phase(String activity) {
        console.say(activity);
    }

    @Override
    public void note(String text) {
        console.say(console.errStyle().warning("note") + ": " + text);
    }

    @Override
    public void close() {
        // Nothing is drawn.
    }
}
