package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.Map;

/**
 * A verdict's part of a bar.
 *
 * @param verdict the verdict
 * @param count of cells
 * @param share of the whole
 */
public record VerdictShare(Verdict verdict, int count, double share) {

    static List<VerdictShare> of(Map<Verdict, Integer> counts) {
        double all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return counts.entrySet().stream()
                .map(entry -> new VerdictShare(entry.getKey(), entry.getValue(), entry.getValue() / all))
                .toList();
    }

    /** Its length in percent. */
    public String width() {
        return Figures.width(share);
    }
}
