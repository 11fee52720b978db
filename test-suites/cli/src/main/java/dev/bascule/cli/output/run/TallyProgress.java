package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Console;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A line for each tenth of the cells, with what those of their column came to so far, for logs. Called from one thread at a time. */
final class TallyProgress implements Progress {
    private final Console console;
    private final Map<String, Map<Verdict, Integer>> columns = new HashMap<>();
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
        String column = CellText.where(run);
        Map<Verdict, Integer> counts = columns.computeIfAbsent(column, first -> new EnumMap<>(Verdict.class));
        counts.merge(run.verdict(), 1, Integer::sum);
        // Whole tenths before and after this one differ: exactly one cell passes each mark.
        if (planned > 0 && 10L * done / planned > 10L * (done - 1) / planned) {
            console.say("[%d/%d] %s: %s".formatted(done, planned, column, tally(counts)));
        }
    }

    private String tally(Map<Verdict, Integer> counts) {
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
