package dev.bascule.prediction.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PredictorTest {
    private final World world = new World(12, 3, 0.02);

    private TrainingSet set() {
        return world.measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .measured("s1", World.OTHER, 1, world.models().subList(0, 10))
                .measured("s1", World.WEBNN, 1, world.models().subList(0, 3))
                .set();
    }

    private Question measured(PredictedModel model) {
        return new Question(model, Map.of(World.CPU, Math.log(World.millis(model, World.CPU))));
    }

    @Test
    void a_time_comes_with_its_interval_and_with_what_it_rests_on() {
        PredictedModel model = world.models().get(20);

        Prediction.Time time = (Prediction.Time) new Predictor(set()).predict(measured(model), World.WASM, 0.9);

        assertThat(time.millis() / World.millis(model, World.WASM)).isBetween(0.85, 1.15);
        assertThat(time.interval())
                .hasValueSatisfying(interval ->
                        assertThat(World.millis(model, World.WASM)).isBetween(interval.low(), interval.high()));
        assertThat(time.level())
                .as("where prices are linear native CPU tells no more than the graph")
                .isEqualTo(Level.L0);
        assertThat(time.regime()).isEqualTo(Regime.KNOWN_ARCHITECTURE);
        assertThat(time.models()).isEqualTo(36);
        assertThat(time.architectures()).isEqualTo(12);
        assertThat(time.usualError()).isPresent();
    }

    @Test
    void too_few_architectures_are_said_in_place_of_an_interval() {
        Prediction.Time time = (Prediction.Time)
                new Predictor(set()).predict(measured(world.models().get(20)), World.WASM, 0.95);

        assertThat(time.interval()).isEmpty();
        assertThat(time.noInterval())
                .isEqualTo("an interval of 95 % takes 19 architectures measured there, and there are 12");
    }

    @Test
    void a_target_of_many_models_of_two_architectures_says_that_in_place_of_an_interval() {
        World many = new World(10, 12, 0.02);
        many.measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .measured("s1", World.WEBNN, 1, many.models().subList(0, 24));
        Predictor predictor = new Predictor(many.set());
        Question question = measured(many.models().get(50));

        assertThat(((Prediction.Time) predictor.predict(question, World.WASM, 0.9)).interval())
                .isPresent();
        Prediction.Time time = (Prediction.Time) predictor.predict(question, World.WEBNN, 0.9);
        assertThat(time.interval()).isEmpty();
        assertThat(time.noInterval())
                .isEqualTo("an interval of 90 % takes 9 architectures measured there, and there are 2");
    }

    /** Siblings whose noise differs: who knows the noisy one alone is told of the errors that are made so. */
    @Test
    void intervals_are_of_errors_made_with_no_more_siblings_than_the_question_has() {
        World many = new World(12, 3, 0.02);
        Random random = new Random(5);
        Map<PredictedModel.Key, Double> traits = new HashMap<>();
        many.models().forEach(model -> traits.put(model.key(), 0.4 * random.nextGaussian()));
        List<Observation> observations = new ArrayList<>();
        for (PredictedModel model : many.models()) {
            for (TargetKey target : List.of(World.CPU, World.WASM, World.OLDER, World.OTHER)) {
                double trait = target.equals(World.CPU) ? 0 : traits.getOrDefault(model.key(), 0.0);
                double noise = target.equals(World.OTHER) ? 0.3 * random.nextGaussian() : 0;
                observations.add(new Observation(
                        model.key(),
                        target,
                        "s1",
                        Instant.parse("2026-11-28T10:00:00Z"),
                        World.millis(model, target) * Math.exp(trait + noise)));
            }
        }
        TrainingSet set = TrainingSet.of(many.models(), observations);
        PredictedModel model = many.models().get(20);
        Map<TargetKey, Double> all = new HashMap<>();
        List.of(World.CPU, World.OLDER, World.OTHER)
                .forEach(target -> all.put(
                        target,
                        set.target(target).orElseThrow().log(model.key()).orElseThrow()));
        Map<TargetKey, Double> one = new HashMap<>(all);
        one.remove(World.OLDER);
        Predictor predictor = new Predictor(set);

        double wide = width((Prediction.Time) predictor.predict(new Question(model, one), World.WASM, 0.8));
        double narrow = width((Prediction.Time) predictor.predict(new Question(model, all), World.WASM, 0.8));

        assertThat(narrow).isLessThan(0.9 * wide);
    }

    private static double width(Prediction.Time time) {
        assertThat(time.level()).isEqualTo(Level.L2);
        return time.interval().map(one -> Math.log(one.high() / one.low())).orElseThrow();
    }

    @Test
    void a_target_of_ten_probes_is_told_from_others_and_says_that_it_is_new() {
        PredictedModel model = world.models().get(30);

        Prediction.Time time = (Prediction.Time) new Predictor(set()).predict(measured(model), World.OTHER, 0.8);

        assertThat(time.regime()).isEqualTo(Regime.NEW_TARGET);
        assertThat(time.millis() / World.millis(model, World.OTHER)).isBetween(0.7, 1.4);
        assertThat(time.noInterval()).isEqualTo("an interval of 80 % takes 4 targets, and there are 0");
    }

    @Test
    void a_target_that_hardly_anything_is_known_of_has_no_number() {
        Prediction none = new Predictor(set()).predict(measured(world.models().get(30)), World.WEBNN, 0.8);

        assertThat(none)
                .isEqualTo(new Prediction.None(
                        World.WEBNN,
                        "of models measured there are 3, and predictions take 5: bascule collect --probes 10"));
    }

    @Test
    void without_native_cpu_the_graph_alone_answers() {
        PredictedModel model = world.models().get(20);

        Prediction.Time time =
                (Prediction.Time) new Predictor(set()).predict(new Question(model, Map.of()), World.WASM, 0.9);

        assertThat(time.level()).isEqualTo(Level.L0);
    }

    @Test
    void every_target_of_the_data_is_answered_for() {
        List<Prediction> all =
                new Predictor(set()).predict(measured(world.models().get(0)), 0.9);

        assertThat(all)
                .extracting(Prediction::target)
                .containsExactlyInAnyOrder(World.CPU, World.WASM, World.OTHER, World.WEBNN);
    }

    @Test
    void a_model_measured_on_the_very_target_is_predicted_as_if_it_had_not_been() {
        PredictedModel model = world.models().get(20);
        Question told = new Question(
                model, Map.of(World.CPU, Math.log(World.millis(model, World.CPU)), World.WASM, Math.log(1e6)));

        Prediction.Time time = (Prediction.Time) new Predictor(set()).predict(told, World.WASM, 0.9);

        assertThat(time.millis() / World.millis(model, World.WASM)).isBetween(0.85, 1.15);
    }
}
