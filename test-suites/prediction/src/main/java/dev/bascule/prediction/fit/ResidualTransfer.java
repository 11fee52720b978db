package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A model that takes longer than predicted on one target does so on its siblings as well. What the model's measured time on one
 * sibling is above or below the one predicted there is carried over, times a factor that is learned from models measured on both;
 * of several siblings the one whose residuals tell most. Stateless.
 */
final class ResidualTransfer {
    /** Models whose residuals are 0, as many as that are put to those that were measured: a factor of few models is small. */
    private static final double PULL = 2;

    private static final int FEWEST = 8;
    /** One odd model says no more of the factor than this residual. */
    private static final double ODD = 0.5;
    /** A sibling that leaves more than this share of the usual residual tells nothing. */
    private static final double WORTH = 0.8;

    private ResidualTransfer() {}

    static Method over(Method base) {
        return new Method(
                base.id() + "+sibling",
                Level.L2,
                "%s, moved by what the model's measured time on another target is beside the one predicted there"
                        .formatted(base.id()),
                lesson -> learn(base, lesson),
                Optional.of(lesson -> misses(base, lesson)));
    }

    /** With the factor of the best sibling, which is one number learned from all: what the base misses is of unseen models. */
    private static Map<PredictedModel.Key, Double> misses(Method base, Lesson lesson) {
        Map<PredictedModel.Key, Double> missed = lesson.fits().residuals(base, lesson.target());
        List<Sibling> siblings = siblings(base, lesson);
        Map<PredictedModel.Key, Double> left = new TreeMap<>();
        if (!siblings.isEmpty()) {
            Sibling best = siblings.get(0);
            Map<PredictedModel.Key, Double> theirs = lesson.fits().residuals(base, best.target());
            missed.forEach((model, miss) -> Optional.ofNullable(theirs.get(model))
                    .ifPresent(there -> left.put(model, miss - best.factor() * there)));
        }
        return left;
    }

    private static Fit learn(Method base, Lesson lesson) {
        Fit own = lesson.fits().of(base, lesson.target());
        List<Sibling> siblings = siblings(base, lesson);
        return question -> {
            OptionalDouble log = own.log(question);
            if (log.isPresent()) {
                for (Sibling sibling : siblings) {
                    OptionalDouble measured = question.on(sibling.target());
                    OptionalDouble there = sibling.fit().log(question);
                    if (measured.isPresent() && there.isPresent()) {
                        double apart = measured.getAsDouble() - there.getAsDouble();
                        return OptionalDouble.of(log.getAsDouble() + sibling.factor() * apart);
                    }
                }
            }
            return OptionalDouble.empty();
        };
    }

    /** Those that tell something, the best first. */
    private static List<Sibling> siblings(Method base, Lesson lesson) {
        Fits fits = lesson.fits();
        Map<PredictedModel.Key, Double> missed = fits.residuals(base, lesson.target());
        List<Sibling> siblings = new ArrayList<>();
        for (TargetKey other : lesson.set().targets().keySet()) {
            if (!other.equals(lesson.target())
                    && other.machine().equals(lesson.target().machine())
                    && !lesson.cpu().equals(Optional.of(other))) {
                Sibling.of(other, fits.of(base, other), missed, fits.residuals(base, other))
                        .ifPresent(siblings::add);
            }
        }
        siblings.sort(Comparator.comparingDouble(Sibling::left));
        return siblings;
    }

    /**
     * Another target.
     *
     * @param factor of its residual that is carried over
     * @param left the median of what that leaves of the target's residuals
     */
    private record Sibling(TargetKey target, Fit fit, double factor, double left) {

        private static double clip(double residual) {
            return Math.max(-ODD, Math.min(ODD, residual));
        }

        static Optional<Sibling> of(
                TargetKey target,
                Fit fit,
                Map<PredictedModel.Key, Double> missed,
                Map<PredictedModel.Key, Double> theirs) {
            List<PredictedModel.Key> both =
                    missed.keySet().stream().filter(theirs::containsKey).toList();
            if (both.size() < FEWEST) {
                return Optional.empty();
            }
            double across = 0;
            double along = 0;
            for (PredictedModel.Key model : both) {
                double there = clip(theirs.getOrDefault(model, 0.0));
                across += there * clip(missed.getOrDefault(model, 0.0));
                along += there * there;
            }
            double factor = across / (along * (1 + PULL / both.size()) + 1e-12);
            double before = Regression.median(both, model -> Math.abs(missed.getOrDefault(model, 0.0)));
            double left = Regression.median(
                    both,
                    model -> Math.abs(missed.getOrDefault(model, 0.0) - factor * theirs.getOrDefault(model, 0.0)));
            return left < WORTH * before ? Optional.of(new Sibling(target, fit, factor, left)) : Optional.empty();
        }
    }
}
