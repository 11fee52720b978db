package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Console;
import dev.bascule.fallback.attempt.CaseRun;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that says what is being run. Called from one thread at a time. */
final class BarProgress implements Progress {
    private final Console console;
    private final ReportedFailures told = new ReportedFailures();
    private final boolean eachFailure;
    private final ProgressBar bar;

    /**
     * @param eachFailure whether a cell that fails is worth a line of its own
     */
    BarProgress(Console console, boolean eachFailure) {
        this.console = console;
        this.eachFailure = eachFailure;
        int width = Math.max(40, console.terminal().width() - 1);
        this.bar = new ProgressBarBuilder()
                .setTaskName("bascule")
                .setInitialMax(1)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(200)
                .setMaxRenderedLength(width)
                .continuousUpdate()
                .clearDisplayOnFinish()
                .hideEta()
                // With a length of its own it does not ask the terminal library, which is slow to load.
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, width))
                .build();
    }

    private void draw(String line) {
        console.err().print("\r" + line);
        console.err().flush();
    }

    @Override
    public void planned(int cells) {
        bar.maxHint(cells);
    }

    @Override
    public void started(Cell cell) {
        bar.setExtraMessage(" " + CellText.name(cell));
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        bar.step();
        if (eachFailure && run.verdict().isFailure()) {
            String name = CellText.name(cell);
            line(name + ": " + CellText.of(run, name, console.errStyle(), told));
        }
    }

    @Override
    public void retried(Cell cell, CaseRun run) {
        String name = CellText.name(cell);
        line("retried " + name + ": " + CellText.of(run, name, console.errStyle(), told));
    }

    @Override
    public void waiting(String why) {
        // Longer than the bar has room for.
        line(why);
    }

    @Override
    public void phase(String activity) {
        bar.setExtraMessage(" " + activity);
    }

    @Override
    public void note(String text) {
        line(console.errStyle().warning("note") + ": " + text);
    }

    /** A line above the bar, which is drawn anew below it. */
    private void line(String text) {
        console.err().println("\r\u001b[2K" + text);
    }

    @Override
    public void close() {
        bar.close();
        console.err().print("\r\u001b[2K");
        console.err().flush();
    }
}
