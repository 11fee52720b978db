package dev.bascule.benchmark;

import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.numerics.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BetaDistribution;

/** Cells of engines that are taken for right, and which of them came out wrong. Not thread-safe. */
final class FalseAlarmTally {
    static final String HEAD =
            "| model | cells | wrong | worst σ | rms σ, at most | notes |\n| --- | --- | --- | --- | --- | --- |";
    private static final double CONFIDENCE = 0.95;

    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Integer> refused = new TreeMap<>();
    private final List<String> left = new ArrayList<>();
    private int models;
    private int cells;
    private long values;
    private double most;
    private double rms;

    /** @param cell the engine and the inputs */
    void add(String cell, Numerics numerics) {
        cells++;
        models = Math.max(1, models);
        Difference difference = numerics.difference();
        values += difference.elements();
        difference.noise().ifPresent(noise -> {
            if (numerics.ok()) {
                most = Math.max(most, noise.most());
                rms = Math.max(rms, noise.rms());
            }
        });
        if (!numerics.ok()) {
            wrong.add("%s: %s"
                    .formatted(
                            cell,
                            difference
                                    .noise()
                                    .map(noise -> "%.3g σ".formatted(noise.most()))
                                    .orElse(difference.outside() + " values outside")));
        }
    }

    /** The engine does not run the model. */
    void refused(String engine) {
        refused.merge(engine, 1, Integer::sum);
    }

    /** From here on the model is not fed. */
    void leave(String why) {
        left.add(why);
    }

    /** Another model's. */
    void add(FalseAlarmTally other) {
        models += other.models;
        cells += other.cells;
        values += other.values;
        most = Math.max(most, other.most);
        rms = Math.max(rms, other.rms);
        wrong.addAll(other.wrong);
        left.addAll(other.left);
    }

    String row(String model) {
        List<String> notes = new ArrayList<>();
        refused.forEach((engine, times) -> notes.add("%s does not run it (%d times)".formatted(engine, times)));
        notes.addAll(left);
        wrong.stream().limit(3).forEach(notes::add);
        return "| %s | %d | %d | %.2g | %.2g | %s |"
                .formatted(model, cells, wrong.size(), most, rms, String.join("; ", notes));
    }

    /** All of it, and how rare false alarms are by counting alone, were the cells independent. */
    String conclusion() {
        return cells == 0
                ? "no cell was judged"
                : ("%d of %d cells of %d models came out WRONG (%d values, the worst of the others at %.2g σ; %d models were"
                                + " left before their time): by counting alone at most %.2g %% do (one-sided, %.0f %%, Clopper and"
                                + " Pearson)")
                        .formatted(
                                wrong.size(),
                                cells,
                                models,
                                values,
                                most,
                                left.size(),
                                100 * atMost(wrong.size(), cells),
                                100 * CONFIDENCE);
    }

    private static double atMost(int found, int of) {
        return found == of ? 1 : BetaDistribution.of(found + 1.0, of - found).inverseCumulativeProbability(CONFIDENCE);
    }
}
