package dev.bascule.cli.output.run;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.List;

/** Which cases run, in a line. Stateless. */
public final class SelectionText {
    private SelectionText() {}

    /** {@code onnx-node: 13 of 1288 cases; a sample of 100, seed 42; shard 2/8}. */
    public static String of(String suite, int cases, Selection selection, long seed) {
        List<String> parts = new ArrayList<>();
        if (!selection.filters().isEmpty()) {
            parts.add("filter " + String.join(" ", selection.filters()));
        }
        selection.sample().ifPresent(wanted -> parts.add("a sample of %d, seed %d".formatted(wanted, seed)));
        selection.shard().ifPresent(shard -> parts.add("shard " + shard));
        if (selection.shuffled()) {
            parts.add("shuffled, seed " + seed);
        }
        String head = cases == selection.cases()
                ? "%s: %s".formatted(suite, Figures.counted(cases, "case"))
                : "%s: %d of %s".formatted(suite, cases, Figures.counted(selection.cases(), "case"));
        return parts.isEmpty() ? head : head + "; " + String.join("; ", parts);
    }

    /** That of a run; a run that says nothing of its selection has the name of its suite alone. */
    public static String of(RunRecord record) {
        int ran =
                (int) record.runs().stream().map(run -> run.caseId()).distinct().count();
        int unread = record.extent()
                .selection()
                .map(selection -> selection.unread().size())
                .orElse(0);
        int cases = ran + unread;
        String line = record.extent()
                .selection()
                .map(selection -> of(
                        record.invocation().suite(),
                        cases,
                        selection,
                        record.invocation().seed()))
                .orElseGet(() -> "%s: %s".formatted(record.invocation().suite(), Figures.counted(cases, "case")));
        return unread == 0 ? line : line + "; %d cannot be read".formatted(unread);
    }
}
