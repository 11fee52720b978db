package dev.bascule.prediction.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TrainingSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A trait that a whole architecture has is carried over to its members; one of a single model is not. */
class RelativesShiftTest {
    /** Models of one architecture, of about one size: {@link World} gives sizes apart. */
    private final World world = new World(12, 12, 0);

    private final Method layer = RelativesShift.over(ClassWork.METHOD);

    private TrainingSet set(Map<PredictedModel.Key, Double> traits) {
        List<Observation> observations = new ArrayList<>();
        for (PredictedModel model : world.models()) {
            observations.add(new Observation(
                    model.key(),
                    World.WASM,
                    "s1",
                    Instant.parse("2026-11-28T10:00:00Z"),
                    World.millis(model, World.WASM) * Math.exp(traits.getOrDefault(model.key(), 0.0))));
        }
        return TrainingSet.of(world.models(), observations);
    }

    private double error(TrainingSet set, Method method) {
        Lesson lesson = new Fits(set).lesson(World.WASM);
        double sum = 0;
        for (PredictedModel left : world.models()) {
            Fits rest = new Fits(set.only(model -> !model.key().equals(left.key())));
            sum += Math.abs(
                    rest.of(method, World.WASM).log(lesson.question(left)).orElseThrow() - lesson.log(left));
        }
        return sum / world.models().size();
    }

    @Test
    void what_the_fit_leaves_of_relatives_is_added() {
        Map<PredictedModel.Key, Double> traits = new HashMap<>();
        world.models()
                .forEach(model -> traits.put(model.key(), model.architecture().hashCode() % 2 == 0 ? 0.3 : -0.3));
        TrainingSet set = set(traits);

        assertThat(error(set, layer)).isLessThan(0.75 * error(set, ClassWork.METHOD));
    }

    @Test
    void traits_that_were_dealt_out_by_chance_are_not_learned() {
        Random random = new Random(5);
        Map<PredictedModel.Key, Double> traits = new HashMap<>();
        world.models().forEach(model -> traits.put(model.key(), random.nextBoolean() ? 0.3 : -0.3));
        TrainingSet set = set(traits);

        assertThat(error(set, layer)).isGreaterThan(0.95 * error(set, ClassWork.METHOD));
    }

    @Test
    void a_model_without_relatives_is_predicted_as_before() {
        PredictedModel model = world.models().get(3);
        TrainingSet set = set(Map.of()).without(model.architecture());
        Fits fits = new Fits(set);
        Question question = new Question(model, Map.of());

        assertThat(fits.of(layer, World.WASM).log(question))
                .isEqualTo(fits.of(ClassWork.METHOD, World.WASM).log(question));
    }
}
