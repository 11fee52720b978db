package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A model that takes longer than predicted on some targets does so on others of the same backend as well. What it was measured at on
 * these beside what was predicted there says by how much to move the prediction: the mean of a normal distribution of the targets'
 * residuals, given those that are known. Variances and correlations are told from models measured on both, correlations of few
 * models drawn to 0. Stateless.
 */
final class JointResiduals {
    /** Models without correlation, as many as that are put to those that were measured on both. */
    private static final double PULL = 2;

    private static final int FEWEST = 8;
    /** One odd model says no more than this residual. */
    private static final double ODD = 0.5;
    /** How much of a known residual is noise of its own, beside what it shares, as a ratio of variances. */
    private static final double OWN = 1;

    private static final double TINY = 1e-12;

    private JointResiduals() {}

    static Method over(Method base) {
        return new Method(
                base.id() + "+siblings",
                Level.L2,
                "%s, moved by what the model's measured times on other targets are beside those predicted there"
                        .formatted(base.id()),
                lesson -> learn(base, lesson),
                Optional.of((lesson, known) -> misses(base, lesson, known)));
    }

    /** With correlations learned from the other architectures: what the base misses is of architectures that were not seen. */
    private static Map<PredictedModel.Key, Double> misses(Method base, Lesson lesson, Predicate<TargetKey> known) {
        Map<String, Joint> joints = new HashMap<>();
        Map<PredictedModel.Key, Double> left = new TreeMap<>();
        Map<PredictedModel.Key, Double> missed = lesson.fits().residuals(base, lesson.target());
        List<TargetKey> siblings = siblings(base, lesson).stream().filter(known).toList();
        for (PredictedModel model : lesson.models()) {
            Joint joint = joints.computeIfAbsent(
                    model.architecture(), name -> Joint.of(base, lesson, siblings, other -> !other.equals(name)));
            List<OptionalDouble> apart = siblings.stream()
                    .map(sibling -> residual(lesson.fits().residuals(base, sibling), model.key()))
                    .toList();
            OptionalDouble shift = joint.shift(apart);
            OptionalDouble miss = residual(missed, model.key());
            if (shift.isPresent() && miss.isPresent()) {
                left.put(model.key(), miss.getAsDouble() - shift.getAsDouble());
            }
        }
        return left;
    }

    private static OptionalDouble residual(Map<PredictedModel.Key, Double> residuals, PredictedModel.Key model) {
        Double there = residuals.get(model);
        return there == null ? OptionalDouble.empty() : OptionalDouble.of(there);
    }

    /** Other targets of the same machine and backend that share enough models with this one. */
    private static List<TargetKey> siblings(Method base, Lesson lesson) {
        TargetKey target = lesson.target();
        Map<PredictedModel.Key, Double> own = lesson.fits().residuals(base, target);
        return lesson.set().targets().keySet().stream()
                .filter(other -> !other.equals(target)
                        && other.machine().equals(target.machine())
                        && other.backend().equals(target.backend())
                        && !lesson.cpu().equals(Optional.of(other)))
                .filter(other -> lesson.fits().residuals(base, other).keySet().stream()
                                .filter(own::containsKey)
                                .count()
                        >= FEWEST)
                .toList();
    }

    private static Fit learn(Method base, Lesson lesson) {
        Fit own = lesson.fits().of(base, lesson.target());
        List<TargetKey> siblings = siblings(base, lesson);
        Joint joint = Joint.of(base, lesson, siblings, architecture -> true);
        List<Fit> fits =
                siblings.stream().map(other -> lesson.fits().of(base, other)).toList();
        return question -> {
            OptionalDouble log = own.log(question);
            if (log.isEmpty()) {
                return log;
            }
            List<OptionalDouble> apart = new ArrayList<>();
            for (int i = 0; i < fits.size(); i++) {
                OptionalDouble measured = question.on(siblings.get(i));
                OptionalDouble there = measured.isPresent() ? fits.get(i).log(question) : measured;
                apart.add(
                        there.isPresent()
                                // What was measured there is of the data's days, what is predicted there of today.
                                ? OptionalDouble.of(measured.getAsDouble() + question.drift() - there.getAsDouble())
                                : OptionalDouble.empty());
            }
            OptionalDouble shift = joint.shift(apart);
            return shift.isPresent() ? OptionalDouble.of(log.getAsDouble() + shift.getAsDouble()) : shift;
        };
    }

    /** The distribution of residuals of a target and of its siblings. */
    private static final class Joint {
        /** Of the target, which is first, and the siblings in their order. */
        private final double[][] covariance;

        private Joint(double[][] covariance) {
            this.covariance = covariance;
        }

        static Joint of(Method base, Lesson lesson, List<TargetKey> siblings, Predicate<String> architectures) {
            List<Map<PredictedModel.Key, Double>> all = Stream.concat(Stream.of(lesson.target()), siblings.stream())
                    .map(target -> of(base, lesson, target, architectures))
                    .toList();
            double[][] covariance = new double[all.size()][all.size()];
            for (int a = 0; a < covariance.length; a++) {
                for (int b = 0; b < covariance.length; b++) {
                    covariance[a][b] = a == b ? square(all.get(a)) : covariance(all.get(a), all.get(b));
                }
            }
            return new Joint(covariance);
        }

        private static Map<PredictedModel.Key, Double> of(
                Method base, Lesson lesson, TargetKey target, Predicate<String> architectures) {
            Map<PredictedModel.Key, Double> kept = new TreeMap<>(lesson.fits().residuals(base, target));
            kept.keySet()
                    .removeIf(key -> Optional.ofNullable(lesson.set().models().get(key))
                            .filter(model -> architectures.test(model.architecture()))
                            .isEmpty());
            return kept;
        }

        private static double square(Map<PredictedModel.Key, Double> residuals) {
            return TINY
                    + residuals.values().stream()
                            .mapToDouble(residual -> clip(residual) * clip(residual))
                            .average()
                            .orElse(0);
        }

        private static double covariance(Map<PredictedModel.Key, Double> one, Map<PredictedModel.Key, Double> other) {
            double sum = 0;
            int both = 0;
            for (Map.Entry<PredictedModel.Key, Double> residual : one.entrySet()) {
                Double there = other.get(residual.getKey());
                if (there != null) {
                    sum += clip(residual.getValue()) * clip(there);
                    both++;
                }
            }
            return sum / (both + PULL);
        }

        private static double clip(double residual) {
            return Math.max(-ODD, Math.min(ODD, residual));
        }

        /**
         * By how much the target's own residual is to be expected.
         *
         * @param apart measured minus predicted on each sibling, where it is known
         * @return empty where none is
         */
        OptionalDouble shift(List<OptionalDouble> apart) {
            List<Integer> known = new ArrayList<>();
            for (int i = 0; i < apart.size(); i++) {
                if (apart.get(i).isPresent()) {
                    known.add(i + 1);
                }
            }
            if (known.isEmpty()) {
                return OptionalDouble.empty();
            }
            int width = known.size();
            double[][] system = new double[width][width + 1];
            for (int a = 0; a < width; a++) {
                for (int b = 0; b < width; b++) {
                    system[a][b] = covariance[known.get(a)][known.get(b)];
                }
                system[a][a] *= 1 + OWN;
                system[a][width] = clip(apart.get(known.get(a) - 1).orElse(0));
            }
            double[] weights = Regression.solve(system);
            double shift = 0;
            for (int a = 0; a < width; a++) {
                shift += covariance[0][known.get(a)] * weights[a];
            }
            return OptionalDouble.of(shift);
        }
    }
}
