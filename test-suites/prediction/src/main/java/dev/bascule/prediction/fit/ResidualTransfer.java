package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A model that takes longer than predicted on one target does so on its siblings as well. What the model's measured times are
 * above or below those predicted for their targets is carried over: by how much each target's residual follows the others' is
 * learned by ridge regression over models measured on all of them. With one sibling it is one factor. Stateless.
 */
final class ResidualTransfer {
    private static final double PULL = 3;

    private ResidualTransfer() {}

    static Method over(Method base) {
        return new Method(
                base.id() + "+siblings",
                Level.L2,
                "%s, moved by what the model's measured times on other targets are beside those predicted there"
                        .formatted(base.id()),
                lesson -> learn(base, lesson));
    }

    private static Fit learn(Method base, Lesson lesson) {
        Fits fits = lesson.fits();
        Fit own = fits.of(base, lesson.target());
        Map<PredictedModel.Key, Double> target = fits.residuals(base, lesson.target());
        Map<TargetKey, Sibling> siblings = new HashMap<>();
        for (TargetKey other : lesson.set().targets().keySet()) {
            if (!other.equals(lesson.target()) && !lesson.cpu().equals(Optional.of(other))) {
                siblings.put(other, new Sibling(fits.of(base, other), fits.residuals(base, other)));
            }
        }
        return question -> {
            OptionalDouble log = own.log(question);
            List<TargetKey> measured = siblings.keySet().stream()
                    .filter(other -> question.on(other).isPresent())
                    .sorted()
                    .toList();
            if (log.isEmpty() || measured.isEmpty()) {
                return OptionalDouble.empty();
            }
            double[] factors = factors(target, measured.stream().map(siblings::get).toList());
            double moved = log.getAsDouble();
            for (int i = 0; i < factors.length; i++) {
                TargetKey other = measured.get(i);
                OptionalDouble there = siblings.get(other).fit().log(question);
                if (there.isEmpty()) {
                    return OptionalDouble.empty();
                }
                moved += factors[i] * (question.on(other).orElseThrow() - there.getAsDouble());
            }
            return OptionalDouble.of(moved);
        };
    }

    private record Sibling(Fit fit, Map<PredictedModel.Key, Double> residuals) {}

    private static double[] factors(Map<PredictedModel.Key, Double> target, List<Sibling> siblings) {
        List<double[]> rows = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        target.forEach((model, residual) -> {
            if (siblings.stream().allMatch(one -> one.residuals().containsKey(model))) {
                rows.add(siblings.stream()
                        .mapToDouble(one -> one.residuals().getOrDefault(model, 0.0))
                        .toArray());
                y.add(residual);
            }
        });
        return rows.isEmpty()
                ? new double[siblings.size()]
                : Regression.linear(
                        rows.toArray(double[][]::new),
                        y.stream().mapToDouble(Double::doubleValue).toArray(),
                        PULL);
    }
}
