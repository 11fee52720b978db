package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How near to the exact result the targets of a case came, the nearest first. The measure is what rounding alone makes of each
 * value, so that outputs of all sizes count alike.
 *
 * @param label the case's, as in the matrix
 * @param targets at least one; each of a backend on its own, native CPU among them
 */
public record ExactDistances(String label, List<Distance> targets) {
    public ExactDistances {
        targets = List.copyOf(targets);
    }

    /**
     * @param target such as {@code webgpu in Chrome 153}
     * @param rms root mean square over all values, in σ
     * @param most of the value furthest off, in σ
     * @param ulp of the value furthest off in that unit, where the type has one
     * @param right whether all values are within what is allowed
     */
    public record Distance(String target, double rms, double most, OptionalDouble ulp, boolean right) {}

    /** Of each case that was held against the exact reference, in the matrix's order. */
    public static List<ExactDistances> of(Matrix matrix) {
        List<ExactDistances> found = new ArrayList<>();
        for (Matrix.Row row : matrix.rows()) {
            List<Distance> targets = matrix.columns().stream()
                    .flatMap(column -> matrix.cell(row, column).stream()
                            .filter(cell -> cell.run().chain().isStrict())
                            .flatMap(cell -> distance(cell.decisive(), column.version()).stream()))
                    .sorted(Comparator.comparingDouble(Distance::rms).thenComparingDouble(Distance::most))
                    .toList();
            if (!targets.isEmpty()) {
                found.add(new ExactDistances(row.label(), targets));
            }
        }
        return found;
    }

    /** In words, the nearest first; those that are equally near as far as is shown are told together. */
    public List<String> ranks() {
        Map<String, List<String>> byDistance = new LinkedHashMap<>();
        for (Distance one : targets) {
            byDistance
                    .computeIfAbsent(
                            Figures.sigma(one.rms()) + "%s" + (one.right() ? "" : " (wrong)"), any -> new ArrayList<>())
                    .add(one.target());
        }
        return byDistance.entrySet().stream()
                .map(rank -> together(rank.getValue()) + " "
                        + rank.getKey().formatted(rank.getValue().size() > 1 ? " each" : ""))
                .toList();
    }

    private static String together(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private static Optional<Distance> distance(Attempt attempt, Optional<String> version) {
        return attempt.numerics()
                .filter(numerics -> numerics.reference() == Numerics.Reference.EXACT && numerics.isByUsualRounding())
                .flatMap(numerics -> numerics.difference()
                        .noise()
                        .map(noise -> new Distance(
                                label(attempt.target(), version),
                                noise.rms(),
                                noise.most(),
                                numerics.difference().maxUlp(),
                                numerics.ok())));
    }

    static String label(Target target, Optional<String> version) {
        return target.backend().id()
                + version.map(own -> " " + own).orElse("")
                + target.browser().map(browser -> " in " + browser.label()).orElse("");
    }
}
