package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Console;
import dev.bascule.fallback.attempt.CaseRun;
import java.time.Duration;

/**
 * One line for each cell, for logs, and one for each while of silence. Called from one thread at a time, beside its own that
 * breaks the silence.
 */
final class PlainProgress implements Progress {
    static final Duration SILENCE = Duration.ofSeconds(10);

    private final Console console;
    private final Heartbeat heartbeat;
    private final ReportedFailures told = new ReportedFailures();
    private int planned;
    private final FinishedCells finished = new FinishedCells();
    private int done;

    PlainProgress(Console console) {
        this(console, SILENCE);
    }

    /** @param silence how long nothing may be said */
    PlainProgress(Console console, Duration silence) {
        this.console = console;
        this.heartbeat = new Heartbeat(console, silence);
    }

    @Override
    public void planned(int cells) {
        planned = cells;
    }

    @Override
    public void started(Cell cell) {
        heartbeat.beat(CellText.name(cell));
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        done++;
        String place = "[%d/%d]".formatted(done, planned);
        heartbeat.rest();
        console.say("%s %s: %s"
                .formatted(
                        place,
                        CellText.name(cell),
                        CellText.of(run, place, finished.measuredBefore(run), console.errStyle(), told)));
        heartbeat.beat("after " + place);
    }

    @Override
    public void retried(Cell cell, CaseRun run) {
        String name = CellText.name(cell);
        heartbeat.rest();
        console.say("retried %s: %s".formatted(name, CellText.of(run, name, console.errStyle(), told)));
        heartbeat.beat("trying failed cells again");
    }

    @Override
    public void phase(String activity) {
        console.say(activity);
        heartbeat.beat(activity);
    }

    @Override
    public void note(String text) {
        console.say(console.errStyle().warning("note") + ": " + text);
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
