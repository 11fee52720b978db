package dev.bascule.cli.output;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A line for each tenth of the cells, with what they came to so far, for logs. Called from one thread at a time. */
final class TallyProgress implements Progress {
    private final Console console;
    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    private int planned;
    private int done;

    TallyProgress(Console console) {
        this.console = console;
    }

    @Override
    public void planned(int cells) {
        planned = cells;
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        done++;
        counts.merge(run.verdict(), 1, Integer::sum);
        // Whole tenths before and after this one differ: exactly one cell passes each mark.
        if (planned > 0 && 10L * done / planned > 10L * (done - 1) / planned) {
            console.say("[%d/%d] %s: %s".formatted(done, planned, CellText.where(run), tally()));
        }
    }

    private String tally() {
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + console.errStyle().verdict(count.getKey()))
                .collect(Collectors.joining(", "));
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
