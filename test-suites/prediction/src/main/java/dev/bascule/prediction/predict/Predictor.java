package dev.bascule.prediction.predict;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Circumstance;
import dev.bascule.prediction.fit.Circumstances;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Layers;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.ProbedTarget;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.interval.AdaptiveConformal;
import dev.bascule.prediction.interval.GroupedConformal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Predicts from a training set. Fits and intervals are made of the data each time and never read back, so that whoever has the
 * data can check them. Belongs to one thread.
 */
public final class Predictor {
    /** Models that a target was measured on before it counts as known: fewer hardly settle as many prices as there are. */
    public static final int KNOWN = Layers.KNOWN;
    /** Models that a new target takes at least. */
    public static final int LEAST = 5;

    private final Fits fits;
    private final Layers layers;
    private final Map<TargetKey, GroupedConformal> acrossTargets = new HashMap<>();
    private final Map<Source, AdaptiveConformal> within = new HashMap<>();

    /** @param siblings targets that the model was measured on; of a method that uses none, none */
    private record Source(String machine, String method, Set<TargetKey> siblings) {}

    /**
     * How far a prediction may be off.
     *
     * @param size in natural logarithms; empty where there is too little to tell
     * @param reason why it is empty; blank where it is not
     */
    private record Bound(OptionalDouble size, String reason) {
        /** @param groups that speak */
        static Bound of(OptionalDouble size, double level, String unit, int groups) {
            return new Bound(
                    size,
                    size.isPresent()
                            ? ""
                            : "an interval of %.0f %% takes %d %s, and there are %d"
                                    .formatted(100 * level, GroupedConformal.needed(level), unit, groups));
        }
    }

    private Optional<Predictor> undisturbed = Optional.empty();

    public Predictor(TrainingSet set) {
        this(new Fits(set));
    }

    private Predictor(Fits fits) {
        this(fits, new Layers(fits));
    }

    private Predictor(Fits fits, Layers layers) {
        this.fits = fits;
        this.layers = layers;
    }

    public TrainingSet data() {
        return fits.set();
    }

    /** What was learned, for questions with what the data have ({@link Question#known}). */
    public Fits fits() {
        return fits;
    }

    /** Which layers answer on which machine, and which were left out. */
    public Layers layers() {
        return layers;
    }

    /**
     * Predicts minima, of questions in minima: what models take while nothing else takes the processor. It has no number where the data do
     * not say that minima are nearer than medians on the target's machine ({@link Layers#leftOut}).
     */
    public Predictor undisturbed() {
        Predictor known = undisturbed.orElseGet(() -> new Predictor(fits.undisturbed(), layers.undisturbed()));
        undisturbed = Optional.of(known);
        return known;
    }

    /**
     * What a model takes on each target that the data have.
     *
     * @param question with what was measured of the model; targets among these are answered for as well, as if they had not been
     * @param level of the intervals
     */
    public List<Prediction> predict(Question question, double level) {
        return fits.set().targets().keySet().stream()
                .map(target -> predict(question, target, level))
                .toList();
    }

    /** What a model takes on one target. */
    public Prediction predict(Question asked, TargetKey target, double level) {
        Question question = asked.without(target);
        int models = fits.set().measuredOn(target).size();
        if (models < LEAST) {
            return new Prediction.None(
                    target,
                    "of models measured there are %d, and predictions take %d: bascule collect --probes 10"
                            .formatted(models, LEAST));
        }
        List<Method> methods = models < KNOWN ? List.of(ProbedTarget.METHOD) : layers.used(target.machine());
        for (Method method : methods) {
            OptionalDouble log = fits.of(method, target).log(question);
            if (log.isPresent()) {
                Optional<String> leftOut = layers.leftOut(target.machine(), method.level());
                return leftOut.isPresent()
                        ? new Prediction.None(target, leftOut.get())
                        : time(question, target, method, log.getAsDouble(), level);
            }
        }
        return new Prediction.None(
                target,
                "nothing was measured of it on native CPU of that machine, nor do the data have enough of its work");
    }

    private Prediction time(Question question, TargetKey target, Method method, double log, double level) {
        Regime regime = regime(question.model(), target);
        Bound bound = regime == Regime.NEW_TARGET
                ? newTarget(target, method, level)
                : knownTarget(question, target, method, level);
        return new Prediction.Time(
                target,
                Math.exp(log),
                bound.size().isPresent()
                        ? Optional.of(new Interval(
                                Math.exp(log - bound.size().getAsDouble()),
                                Math.exp(log + bound.size().getAsDouble()),
                                level))
                        : Optional.empty(),
                bound.reason(),
                method.level(),
                regime,
                method.id(),
                fits.set().measuredOn(target).size(),
                (int) fits.set().measuredOn(target).stream()
                        .map(PredictedModel::architecture)
                        .distinct()
                        .count(),
                usualError(question, target, method));
    }

    private Regime regime(PredictedModel model, TargetKey target) {
        List<PredictedModel> there = fits.set().measuredOn(target);
        if (there.size() < KNOWN) {
            return Regime.NEW_TARGET;
        }
        return there.stream().anyMatch(other -> other.architecture().equals(model.architecture()))
                ? Regime.KNOWN_ARCHITECTURE
                : Regime.NEW_ARCHITECTURE;
    }

    /** What differs between sessions anyway. */
    private double floor(TargetKey target) {
        return fits.set().target(target).map(TargetTimes::noise).orElseThrow();
    }

    /** By errors on targets that were taken as new, in units of the noise floor. */
    private Bound newTarget(TargetKey target, Method method, double level) {
        GroupedConformal known = acrossTargets.get(target);
        if (known == null) {
            known = GroupedConformal.of(acrossTargets(target, method));
            acrossTargets.put(target, known);
        }
        OptionalDouble score = known.bound(level);
        return Bound.of(
                score.isPresent() ? OptionalDouble.of(score.getAsDouble() * floor(target)) : score,
                level,
                "targets",
                known.groups());
    }

    /**
     * By errors on architectures that a fit never saw, on all targets of the machine that are known; of a method that uses siblings,
     * by errors made with no more of them than were measured of the model.
     */
    private Bound knownTarget(Question question, TargetKey target, Method method, double level) {
        Optional<Circumstance> at = Circumstances.of(fits, method, target, question);
        if (at.isEmpty()) {
            return new Bound(
                    OptionalDouble.empty(),
                    "an interval takes a second method that knows the same of the model, and it has no answer");
        }
        Set<TargetKey> siblings = siblings(question, method);
        Source source = new Source(target.machine(), method.id(), siblings);
        AdaptiveConformal known = within.get(source);
        if (known == null) {
            List<TargetKey> targets = fits.set().targets().keySet().stream()
                    .filter(other -> other.machine().equals(target.machine())
                            && fits.set().measuredOn(other).size() >= KNOWN)
                    .toList();
            known = AdaptiveConformal.of(Circumstances.misses(fits, method, targets, siblings));
            within.put(source, known);
        }
        return Bound.of(
                known.bound(target, at.get(), level), level, "architectures measured there", known.groups(target));
    }

    private static Set<TargetKey> siblings(Question question, Method method) {
        return method.level() == Level.L2 ? question.measured().keySet() : Set.of();
    }

    /** Errors on each target that is known, as if only so many probes of it were. */
    private Map<String, List<Double>> acrossTargets(TargetKey target, Method method) {
        Map<String, List<Double>> groups = new TreeMap<>();
        int probes = fits.set().measuredOn(target).size();
        for (TargetKey other : fits.set().targets().keySet()) {
            if (!other.equals(target)
                    && !other.isReferenceCpu()
                    && fits.set().measuredOn(other).size() >= KNOWN) {
                groups.put(
                        other.machine() + other,
                        ProbedTarget.misses(fits.set(), other, probes).values().stream()
                                .map(miss -> Math.abs(miss) / floor(other))
                                .toList());
            }
        }
        return groups;
    }

    private OptionalDouble usualError(Question question, TargetKey target, Method method) {
        if (fits.set().measuredOn(target).size() < KNOWN) {
            return OptionalDouble.empty();
        }
        double[] errors = fits.residuals(method, target, siblings(question, method)).values().stream()
                .mapToDouble(miss -> Math.abs(Math.expm1(-miss)))
                .sorted()
                .toArray();
        return errors.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(errors[errors.length / 2]);
    }
}
