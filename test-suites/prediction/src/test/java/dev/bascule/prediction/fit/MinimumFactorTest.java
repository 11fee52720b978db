package dev.bascule.prediction.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Medians that other work disturbs are nearer predicted from minima; what has no minima is predicted as before. */
class MinimumFactorTest {
    private static final Method DIRECT = method("class-blend+relatives");
    private static final Method BY_MINIMUM = method("class-blend+relatives+minimum");
    private static final Method SIBLINGS_OF_MEDIANS = method("class-blend+relatives+siblings");
    private static final Method SIBLINGS = method("class-blend+relatives+siblings+minimum");

    private static Method method(String id) {
        return Methods.all().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static World disturbed(World world) {
        return world.disturbed("s1", World.CPU, 2)
                .disturbed("s1", World.WASM, 2)
                .disturbed("s1", World.OTHER, 2);
    }

    /** Of architectures that the fit never saw, in absolute logarithms. */
    private static double mean(Fits fits, Method method) {
        return fits.residuals(method, World.WASM).values().stream()
                .mapToDouble(Math::abs)
                .average()
                .orElseThrow();
    }

    @Test
    void a_disturbed_median_is_nearer_predicted_from_minima() {
        Fits fits = new Fits(disturbed(new World(12, 3, 0.02)).set());

        assertThat(mean(fits, BY_MINIMUM)).isLessThan(mean(fits, DIRECT));
        assertThat(mean(fits, SIBLINGS)).isLessThan(mean(fits, SIBLINGS_OF_MEDIANS));
        assertThat(mean(fits.undisturbed(), DIRECT)).isLessThan(mean(fits, DIRECT) / 3);
    }

    @Test
    void what_was_trained_on_shuffled_times_fails_in_both_figures() {
        Fits fits = new Fits(disturbed(new World(12, 3, 0.02)).shuffled());

        assertThat(mean(fits, BY_MINIMUM)).isGreaterThan(0.5);
        assertThat(mean(fits.undisturbed(), DIRECT)).isGreaterThan(0.5);
    }

    @Test
    void it_is_the_minimum_times_the_median_ratio_of_the_target() {
        World world = disturbed(new World(12, 3, 0));
        Fits fits = new Fits(world.set());
        PredictedModel model = world.models().get(4);
        Question question = Question.known(fits, model, target -> !target.equals(World.WASM));

        double least = fits.undisturbed()
                .of(DIRECT, World.WASM)
                .log(question.undisturbed().orElseThrow())
                .orElseThrow();
        double median = fits.of(BY_MINIMUM, World.WASM).log(question).orElseThrow();

        assertThat(median - least).isBetween(Math.log(1.3), Math.log(1.7));
    }

    /** A shorter way to the same errors as learning anew without each architecture. */
    @Test
    void its_errors_on_unseen_architectures_are_those_of_a_fit_that_never_saw_them() {
        Fits fits = new Fits(disturbed(new World(12, 3, 0.02)).set());
        Map<PredictedModel.Key, Double> quick = fits.residuals(BY_MINIMUM, World.WASM);

        for (PredictedModel model : fits.set().measuredOn(World.WASM)) {
            OptionalDouble predicted = fits.without(model.architecture())
                    .of(BY_MINIMUM, World.WASM)
                    .log(fits.lesson(World.WASM).question(model));
            assertThat(quick.get(model.key()))
                    .isCloseTo(fits.lesson(World.WASM).log(model) - predicted.orElseThrow(), within(1e-9));
        }
    }

    @Test
    void it_has_no_answer_where_minima_are_not_known_or_too_few() {
        World medians = new World(12, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .measured("s1", World.OTHER, 1);
        Fits fits = new Fits(medians.set());
        Fits few = new Fits(disturbed(new World(7, 3, 0.02)).set());

        for (Method method : List.of(BY_MINIMUM, SIBLINGS)) {
            assertThat(answers(fits, method)).isZero();
            assertThat(answers(few, method)).as("21 models").isZero();
            assertThat(fits.residuals(method, World.WASM)).isEmpty();
        }
        assertThat(answers(fits, DIRECT)).isEqualTo(36);
    }

    private static long answers(Fits fits, Method method) {
        TargetKey target = World.WASM;
        TrainingSet set = fits.set();
        return set.models().values().stream()
                .filter(model -> fits.of(method, target)
                        .log(Question.known(fits, model, other -> !other.equals(target)))
                        .isPresent())
                .count();
    }
}
