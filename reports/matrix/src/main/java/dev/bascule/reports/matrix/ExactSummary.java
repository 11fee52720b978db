package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How near to the exact result a target came in the cases that were judged by published outputs. It has no say in their verdicts:
 * ONNX allows 1e-3, which is far more than rounding needs.
 *
 * @param target such as {@code webgpu in Chrome 153}
 * @param cases whose exact result is known
 * @param rounded those whose values are all the exact ones, rounded to their type
 * @param typical of those that are off, the median of the root mean square over a case's values, in σ; 0 where none is
 * @param beyond those with values further off than rounding explains: first those that are right by what was published, of these the
 *     furthest first
 */
public record ExactSummary(String target, int cases, int rounded, double typical, List<Beyond> beyond) {
    private static final int NAMED = 6;

    public ExactSummary {
        beyond = List.copyOf(beyond);
    }

    /**
     * @param label of the case, as in the matrix
     * @param right whether it is right by what was published
     * @param values how many are further off than rounding explains
     * @param most the furthest, in σ; 0 where they are whole numbers
     */
    public record Beyond(String label, boolean right, long values, double most) {
        private String text() {
            return "%s (%s%s)"
                    .formatted(
                            label,
                            right ? "" : "wrong, ",
                            most > 0 ? Figures.sigma(most) : Figures.counted(values, "whole number"));
        }
    }

    /** Of each target that has such a case, in the order of the runs. */
    public static List<ExactSummary> of(List<CaseRun> runs) {
        Map<Target, List<CaseRun>> byTarget = new LinkedHashMap<>();
        for (CaseRun run : runs) {
            if (noise(run).isPresent()) {
                byTarget.computeIfAbsent(run.decisive().target(), target -> new ArrayList<>())
                        .add(run);
            }
        }
        List<ExactSummary> summaries = new ArrayList<>();
        byTarget.forEach((target, some) -> summaries.add(of(ExactDistances.label(target, Optional.empty()), some)));
        return summaries;
    }

    /** How many of those beyond are right by what was published. */
    public long rightAllTheSame() {
        return beyond.stream().filter(Beyond::right).count();
    }

    /** All of it in one line, with the names of a few of those beyond. */
    public String line() {
        String text = "%s: %s, %d of them correctly rounded%s"
                .formatted(
                        target,
                        Figures.counted(cases, "case"),
                        rounded,
                        rounded == cases
                                ? ""
                                : (cases == 1
                                                ? ", "
                                                : rounded == cases - 1 ? ", the other " : ", the others typically ")
                                        + Figures.sigma(typical)
                                        + " off");
        if (beyond.isEmpty()) {
            return text + "; rounding explains all";
        }
        return "%s; %d further off than rounding explains, %d of them right by what was published: %s"
                .formatted(text, beyond.size(), rightAllTheSame(), names(NAMED));
    }

    /** The names of at most so many of those beyond, with how far they are off. */
    public String names(int most) {
        String names = beyond.stream().limit(most).map(Beyond::text).collect(Collectors.joining(", "));
        return beyond.size() > most ? "%s and %d more".formatted(names, beyond.size() - most) : names;
    }

    private static ExactSummary of(String target, List<CaseRun> runs) {
        List<Difference.Noise> distances =
                runs.stream().flatMap(run -> noise(run).stream()).toList();
        int rounded = (int) distances.stream()
                .filter(one -> one.rms() == 0 && one.beyond() == 0 && one.undetermined() == 0)
                .count();
        double[] rms = distances.stream()
                .mapToDouble(Difference.Noise::rms)
                .filter(off -> off > 0)
                .sorted()
                .toArray();
        double median = rms.length == 0 ? 0 : (rms[(rms.length - 1) / 2] + rms[rms.length / 2]) / 2;
        List<Beyond> beyond = runs.stream()
                .flatMap(run -> noise(run).filter(noise -> noise.beyond() > 0).stream()
                        .map(noise ->
                                new Beyond(run.model().name(), run.verdict().isRight(), noise.beyond(), noise.most())))
                .sorted(Comparator.comparing(Beyond::right)
                        .thenComparingDouble(Beyond::most)
                        .reversed()
                        .thenComparing(Beyond::label))
                .toList();
        return new ExactSummary(target, distances.size(), rounded, median, beyond);
    }

    private static Optional<Difference.Noise> noise(CaseRun run) {
        return run.decisive()
                .numerics()
                .filter(numerics -> numerics.reference() == Numerics.Reference.EXPECTED_OUTPUT)
                .flatMap(numerics -> numerics.difference().noise());
    }
}
