package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Why no other machine tells what a fallback costs: of each backend that is absent here, what its cells there lack. Stateless. */
final class ElsewhereGap {
    private ElsewhereGap() {}

    /**
     * @param cell that fell back, and of which nothing was found
     * @param known strict timed cells of its model, of any machine
     */
    static String of(CaseResult cell, Collection<CaseResult> known) {
        return ElsewhereCosts.absent(cell.run()).stream()
                .map(absent -> why(cell, absent, known))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String why(CaseResult cell, Attempt absent, Collection<CaseResult> known) {
        Target reached = cell.run().decisive().target();
        String backend = absent.target().backend().id();
        List<CaseResult> there = known.stream()
                .filter(Elsewhere.alike(cell, absent.target()))
                .filter(other ->
                        !other.machine().fingerprint().equals(cell.machine().fingerprint()))
                .toList();
        if (there.isEmpty()) {
            return "no other machine of the history has a strict timed cell of this model, these settings and this engine%s on %s"
                    .formatted(
                            reached.browser()
                                    .map(browser -> " in " + browser.name())
                                    .orElse(""),
                            backend);
        }
        List<String> lacks = there.stream().map(ElsewhereGap::lack).distinct().toList();
        return lacks.contains("")
                ? "other machines measured %s, but none of these measured %s as well, and this cell is no measure of it: it %s"
                        .formatted(backend, reached.backend().id(), lack(cell))
                : "the cells of other machines on %s are no measure of it: they %s"
                        .formatted(backend, String.join(" or ", lacks));
    }

    /** What keeps a cell from being a measure; empty where nothing does. */
    private static String lack(CaseResult cell) {
        if (cell.software().orElse(false)) {
            return "ran on a software adapter";
        }
        if (ComparableSamples.of(cell).isEmpty()) {
            return "gave no right outputs that were timed";
        }
        return Elsewhere.samples(cell)
                .map(run -> run.enough() ? "" : "took fewer than %d samples".formatted(RunSamples.ENOUGH))
                .orElse("met too coarse a clock");
    }
}
