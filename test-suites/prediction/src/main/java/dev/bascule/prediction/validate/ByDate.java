package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Circumstances;
import dev.bascule.prediction.fit.Fit;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Layers;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What sessions before a moment foretell of those after it, as a user would have been told then of a new architecture: models of
 * the same one are left out, for intervals are made of errors on such. Nothing of the later sessions is known but, to methods that ask for native CPU, the model's own time there in the same session, and that of others, by which the
 * machine's drift is told. Belongs to one thread.
 */
public final class ByDate {
    private final Days days;
    private final Days undisturbed;
    private final Fits fits;

    /** @param moment of which observations are before, or after it and at it */
    public ByDate(TrainingSet set, Instant moment) {
        TrainingSet before = set.observed(one -> one.at().isBefore(moment));
        List<Observation> after = set.observations().stream()
                .filter(one -> !one.at().isBefore(moment))
                .toList();
        this.fits = new Fits(before);
        this.days = new Days(before, after);
        this.undisturbed = new Days(
                fits.undisturbed().set(),
                after.stream().flatMap(one -> one.undisturbed().stream()).toList());
    }

    /** Methods that answered then, by what was decided of the earlier sessions. */
    public List<Method> answering() {
        return new Layers(fits).answering();
    }

    /** What was predicted of each later observation whose target was known before, by models of other architectures alone. */
    public List<Trial> trials(Method method) {
        List<Trial> trials = new ArrayList<>();
        for (Observation later : days.after()) {
            PredictedModel model = days.before().models().get(later.model());
            if (model != null && isKnownWithout(model.architecture(), later.target())) {
                // Held to bounds of architectures that no fit saw, so it must not have seen this one either.
                Fits unseen = fits.without(model.architecture());
                Fit fit = unseen.of(method, later.target());
                Question question = days.question(method.level(), model, later)
                        .with(undisturbed.question(method.level(), model, later));
                OptionalDouble predicted = fit.log(question);
                predicted.ifPresent(log -> trials.add(new Trial(
                        method.id(),
                        model,
                        later.target(),
                        log - Math.log(later.millis()),
                        Circumstances.of(unseen, method, later.target(), question))));
            }
        }
        return List.copyOf(trials);
    }

    private boolean isKnownWithout(String architecture, TargetKey target) {
        return !fits.without(architecture).set().measuredOn(target).isEmpty();
    }

    /** How often the intervals of then hold what came: an alarm where too few do. */
    public Coverage coverage(Method method, double level) {
        LeaveOut known = new LeaveOut(fits);
        List<Trial> scores = days.before().targets().keySet().stream()
                .flatMap(target -> known.architectures(method, target).stream())
                .toList();
        return Coverages.others(trials(method), scores, level);
    }

    /** What was known, and what came; of medians or of minima. */
    private record Days(TrainingSet before, List<Observation> after) {

        Question question(Level level, PredictedModel model, Observation later) {
            return level == Level.L0 ? new Question(model, Map.of()) : new Question(model, cpuOf(later), drift(later));
        }

        /** Told from models of other architectures on native CPU in the same session. */
        private double drift(Observation later) {
            Optional<TargetKey> cpu = before.cpuOf(later.target());
            String own = Optional.ofNullable(before.models().get(later.model()))
                    .map(PredictedModel::architecture)
                    .orElse("");
            Map<PredictedModel.Key, Double> today = new HashMap<>();
            after.stream()
                    .filter(other -> cpu.equals(Optional.of(other.target()))
                            && other.session().equals(later.session())
                            && Optional.ofNullable(before.models().get(other.model()))
                                    .filter(model -> !model.architecture().equals(own))
                                    .isPresent())
                    .forEach(other -> today.put(other.model(), other.millis()));
            return cpu.flatMap(before::target)
                    .map(times -> Question.drift(times, today).orElse(0))
                    .orElse(0.0);
        }

        private Map<TargetKey, Double> cpuOf(Observation later) {
            Map<TargetKey, Double> measured = new HashMap<>();
            Optional<TargetKey> cpu = before.cpuOf(later.target());
            after.stream()
                    .filter(other -> cpu.isPresent()
                            && other.target().equals(cpu.get())
                            && other.model().equals(later.model())
                            && other.session().equals(later.session()))
                    .findFirst()
                    .ifPresent(other -> measured.put(other.target(), Math.log(other.millis())));
            return measured;
        }
    }
}
