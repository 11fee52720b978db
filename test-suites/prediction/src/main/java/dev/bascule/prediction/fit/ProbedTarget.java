package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.probe.ProbeChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A target of which only a few probes are known, told from others: its log-ratio to native CPU is a mean of those that are
 * predicted for known targets, of the same backend where there are any, and a shift of its own; and as far as the probes speak
 * for it, more of one of them and less of another, and more for small models or large ones. Stateless.
 */
public final class ProbedTarget {
    /** Models that a target is measured on before others are told from it. */
    private static final int ENOUGH = 24;
    /** How strongly weights are drawn to the mean, in units of the probes' own spread. */
    private static final double PULL = 4;

    private static final double LAMBDA = 0.1;
    /** Times of models lie some 3 apart in logarithms. */
    private static final double SIZES = 3;

    private static final double MAD_TO_SIGMA = 1.4826;

    private ProbedTarget() {}

    /** Needs native CPU of the same machine. */
    public static final Method METHOD = new Method(
            "probed-target",
            Level.L1,
            "ratios to native CPU predicted for known targets, moved by what a few probes show",
            ProbedTarget::learn);

    private static Fit learn(Lesson lesson) {
        List<TargetKey> known = known(lesson);
        List<PredictedModel> probes = lesson.pairs();
        if (known.isEmpty() || probes.isEmpty()) {
            return question -> OptionalDouble.empty();
        }
        Set<TargetKey> akin = akin(lesson.target(), known);
        List<double[]> rows = new ArrayList<>();
        List<Double> rest = new ArrayList<>();
        for (PredictedModel probe : probes) {
            Optional<double[]> row = ratios(lesson, known, probe, lesson.onCpu(probe), 0);
            if (row.isPresent()) {
                rows.add(row.get());
                rest.add(lesson.ratio(probe) - mean(row.get(), known, akin));
            }
        }
        if (rows.isEmpty()) {
            return question -> OptionalDouble.empty();
        }
        double shift = Medians.of(rest.stream().mapToDouble(Double::doubleValue).toArray());
        double[] centre = centre(rows);
        double[] moves = Regression.linear(
                rows.stream().map(row -> minus(row, centre)).toArray(double[][]::new),
                rest.stream().mapToDouble(value -> value - shift).toArray(),
                PULL);
        return question -> {
            OptionalDouble cpu = lesson.onCpu(question);
            if (cpu.isEmpty()) {
                return cpu;
            }
            return ratios(lesson, known, question.model(), cpu.getAsDouble(), question.drift())
                    .map(row -> OptionalDouble.of(cpu.getAsDouble()
                            + mean(row, known, akin)
                            + shift
                            + Regression.dot(minus(row, centre), moves)))
                    .orElse(OptionalDouble.empty());
        };
    }

    private static List<TargetKey> known(Lesson lesson) {
        return lesson.set().targets().keySet().stream()
                .filter(other -> !other.equals(lesson.target())
                        && !other.isReferenceCpu()
                        && lesson.set().measuredOn(other).size() >= ENOUGH)
                .toList();
    }

    private static Set<TargetKey> akin(TargetKey target, List<TargetKey> known) {
        Set<TargetKey> same = known.stream()
                .filter(other -> other.backend().equals(target.backend()))
                .collect(Collectors.toSet());
        return same.isEmpty() ? Set.copyOf(known) : same;
    }

    /**
     * What each known target would take for a model, as the logarithm of a ratio to native CPU; and last the model's size, for what
     * an inference takes to be begun is another on each target.
     */
    private static Optional<double[]> ratios(
            Lesson lesson, List<TargetKey> known, PredictedModel model, double cpuLog, double drift) {
        double[] ratios = new double[known.size() + 1];
        ratios[known.size()] = cpuLog / SIZES;
        for (int i = 0; i < known.size(); i++) {
            Lesson other = lesson.of(known.get(i));
            Map<TargetKey, Double> measured =
                    other.cpu().map(cpu -> Map.of(cpu, cpuLog)).orElse(Map.of());
            OptionalDouble log =
                    lesson.fits().of(Methods.BLEND, known.get(i)).log(new Question(model, measured, drift));
            if (log.isEmpty()) {
                return Optional.empty();
            }
            ratios[i] = log.getAsDouble() - cpuLog;
        }
        return Optional.of(ratios);
    }

    private static double mean(double[] row, List<TargetKey> known, Set<TargetKey> akin) {
        double sum = 0;
        for (int i = 0; i < known.size(); i++) {
            sum += akin.contains(known.get(i)) ? row[i] : 0;
        }
        return sum / akin.size();
    }

    private static double[] centre(List<double[]> rows) {
        double[] centre = new double[rows.get(0).length];
        rows.forEach(row -> {
            for (int i = 0; i < row.length; i++) {
                centre[i] += row[i] / rows.size();
            }
        });
        return centre;
    }

    private static double[] minus(double[] row, double[] centre) {
        double[] less = row.clone();
        for (int i = 0; i < less.length; i++) {
            less[i] -= centre[i];
        }
        return less;
    }

    /**
     * The models that a new target is to be learned from: those whose ratios to native CPU differ most from each other over the
     * targets that are known.
     *
     * @param candidates of which to choose
     * @param count how many at most
     * @param budgetMillis what one inference of each may take together, on native CPU
     */
    public static List<PredictedModel> probes(
            TrainingSet set, TargetKey target, List<PredictedModel> candidates, int count, double budgetMillis) {
        Lesson lesson = new Fits(set.without(target)).lesson(target);
        List<TargetKey> known = known(lesson);
        List<PredictedModel> usable = new ArrayList<>();
        List<double[]> rows = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        for (PredictedModel model : candidates) {
            OptionalDouble cpu = lesson.onCpu(lesson.question(model));
            if (cpu.isPresent()) {
                ratios(lesson, known, model, cpu.getAsDouble(), 0).ifPresent(row -> {
                    usable.add(model);
                    rows.add(row);
                    costs.add(Math.exp(cpu.getAsDouble()));
                });
            }
        }
        if (rows.isEmpty() || known.isEmpty()) {
            return List.of();
        }
        List<double[]> apart = clipped(rows).stream().map(ProbedTarget::withOne).toList();
        return ProbeChoice.choose(apart, costs, count, budgetMillis, LAMBDA).stream()
                .map(usable::get)
                .toList();
    }

    /**
     * Each column from its median, and one deviation away at most: what tells most is otherwise the few models unlike all others, from
     * which nobody can tell what the rest would take.
     */
    private static List<double[]> clipped(List<double[]> rows) {
        int width = rows.get(0).length;
        double[] middle = new double[width];
        double[] reach = new double[width];
        for (int i = 0; i < width; i++) {
            int at = i;
            double median = Regression.median(rows, row -> row[at]);
            middle[i] = median;
            reach[i] = MAD_TO_SIGMA * Regression.median(rows, row -> Math.abs(row[at] - median));
        }
        return rows.stream()
                .map(row -> {
                    double[] less = minus(row, middle);
                    for (int i = 0; i < width; i++) {
                        less[i] = Math.max(-reach[i], Math.min(reach[i], less[i]));
                    }
                    return less;
                })
                .toList();
    }

    /** With the shift's own column. */
    private static double[] withOne(double[] row) {
        double[] longer = Arrays.copyOf(row, row.length + 1);
        longer[row.length] = 1;
        return longer;
    }

    /** What a known target's models would be missed by if only so many probes of it were known: predicted minus measured. */
    public static Map<PredictedModel.Key, Double> misses(TrainingSet set, TargetKey target, int count) {
        return misses(set, set, target, count);
    }

    /** The same of the models of one architecture, of which nothing at all is known. */
    public static Map<PredictedModel.Key, Double> misses(
            TrainingSet set, TargetKey target, int count, String architecture) {
        Map<PredictedModel.Key, Double> misses = new TreeMap<>(misses(set, set.without(architecture), target, count));
        misses.keySet()
                .removeIf(key -> Optional.ofNullable(set.models().get(key))
                        .filter(model -> model.architecture().equals(architecture))
                        .isEmpty());
        return Collections.unmodifiableMap(misses);
    }

    private static Map<PredictedModel.Key, Double> misses(
            TrainingSet asked, TrainingSet seen, TargetKey target, int count) {
        Set<PredictedModel.Key> probes = probes(seen, target, seen.measuredOn(target), count, Double.MAX_VALUE).stream()
                .map(PredictedModel::key)
                .collect(Collectors.toSet());
        Optional<TargetTimes> own = seen.target(target);
        Map<PredictedModel.Key, Double> misses = new TreeMap<>();
        if (own.isEmpty() || probes.isEmpty()) {
            return misses;
        }
        Fit fit = new Fits(seen.with(own.get().only(probes::contains))).of(METHOD, target);
        Lesson lesson = new Fits(asked).lesson(target);
        for (PredictedModel model : asked.measuredOn(target)) {
            if (!probes.contains(model.key())) {
                fit.log(lesson.question(model))
                        .ifPresent(predicted -> misses.put(model.key(), predicted - lesson.log(model)));
            }
        }
        return misses;
    }
}
