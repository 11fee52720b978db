package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What was fitted to one training set, each fit made once. Belongs to one thread. */
public final class Fits {
    private final TrainingSet set;
    private final Map<Of, Fit> made = new HashMap<>();
    private final Map<Of, Map<PredictedModel.Key, Double>> missed = new HashMap<>();
    /** Which architectures were left out, in whatever order; and what is shared by all that some were left out of. */
    private final SortedSet<String> gone;

    private final Map<SortedSet<String>, Fits> reduced;
    private final Map<PredictedModel.Key, Fits> withoutModel = new HashMap<>();
    /** With one model more, whose residuals of the others are taken; empty where they are worked out. */
    private final Optional<Fits> larger;

    private final Supplier<Fits> minima;
    private Optional<Fits> undisturbed = Optional.empty();

    private record Of(String method, TargetKey target) {}

    public Fits(TrainingSet set) {
        this(set, Optional.empty(), () -> new Fits(set.undisturbed()), new TreeSet<>(), new HashMap<>());
    }

    private Fits(
            TrainingSet set,
            Optional<Fits> larger,
            Supplier<Fits> minima,
            SortedSet<String> gone,
            Map<SortedSet<String>, Fits> reduced) {
        this.set = set;
        this.larger = larger;
        this.minima = minima;
        this.gone = gone;
        this.reduced = reduced;
    }

    public TrainingSet set() {
        return set;
    }

    public Lesson lesson(TargetKey target) {
        return new Lesson(this, target);
    }

    /** What a method makes of a target. */
    public Fit of(Method method, TargetKey target) {
        // Not computeIfAbsent: a method may ask for what others make of it.
        Of key = new Of(method.id(), target);
        Fit known = made.get(key);
        if (known == null) {
            known = method.learner().learn(lesson(target));
            made.put(key, known);
        }
        return known;
    }

    /** Of the set without an architecture. */
    public Fits without(String architecture) {
        SortedSet<String> all = new TreeSet<>(gone);
        all.add(architecture);
        return reduced.computeIfAbsent(
                all,
                left -> new Fits(
                        set.without(architecture),
                        Optional.empty(),
                        () -> undisturbed().without(architecture),
                        left,
                        reduced));
    }

    /**
     * Of the set without a model. What is missed of the other models is taken from this: of its own architecture nobody has seen the
     * model there, of others the fits have, as one of all their models.
     */
    public Fits without(PredictedModel.Key model) {
        return withoutModel.computeIfAbsent(
                model,
                left -> new Fits(
                        set.only(other -> !other.key().equals(left)),
                        Optional.of(this),
                        () -> undisturbed().without(left),
                        new TreeSet<>(),
                        new HashMap<>()));
    }

    /** Of the same models' minima. */
    public Fits undisturbed() {
        Fits known = undisturbed.orElseGet(minima);
        undisturbed = Optional.of(known);
        return known;
    }

    /**
     * What a method misses each model by when it never saw the model's architecture: measured minus predicted, in logarithms. What
     * is learned of a method's errors is learned from these, not from those that it makes on what it was fitted to.
     */
    public Map<PredictedModel.Key, Double> residuals(Method method, TargetKey target) {
        Of key = new Of(method.id(), target);
        Map<PredictedModel.Key, Double> known = missed.get(key);
        if (known == null) {
            Lesson lesson = lesson(target);
            known = larger.isPresent()
                    ? ofThese(larger.get().residuals(method, target))
                    : method.misser().isPresent()
                            ? method.misser().get().misses(lesson, any -> true)
                            : residuals(method, lesson);
            missed.put(key, known);
        }
        return known;
    }

    /**
     * What it misses them by when of a model no more was measured than on some targets.
     *
     * @param siblings beside native CPU; of a method that uses none the same as without
     */
    public Map<PredictedModel.Key, Double> residuals(Method method, TargetKey target, Set<TargetKey> siblings) {
        return method.misser().isPresent()
                ? method.misser().get().misses(lesson(target), siblings::contains)
                : residuals(method, target);
    }

    private Map<PredictedModel.Key, Double> ofThese(Map<PredictedModel.Key, Double> residuals) {
        Map<PredictedModel.Key, Double> kept = new TreeMap<>(residuals);
        kept.keySet().retainAll(set.models().keySet());
        return Collections.unmodifiableMap(kept);
    }

    private Map<PredictedModel.Key, Double> residuals(Method method, Lesson lesson) {
        List<PredictedModel> models = lesson.models();
        SortedSet<String> architectures = new TreeSet<>();
        models.forEach(model -> architectures.add(model.architecture()));
        Map<PredictedModel.Key, Double> residuals = new TreeMap<>();
        for (String left : architectures) {
            Fit fit = without(left).of(method, lesson.target());
            for (PredictedModel model : models) {
                if (model.architecture().equals(left)) {
                    OptionalDouble predicted = fit.log(lesson.question(model));
                    predicted.ifPresent(log -> residuals.put(model.key(), lesson.log(model) - log));
                }
            }
        }
        return Collections.unmodifiableMap(residuals);
    }
}
