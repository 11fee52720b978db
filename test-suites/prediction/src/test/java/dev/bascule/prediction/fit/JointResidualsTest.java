package dev.bascule.prediction.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;

/** What a model has on all browsers is carried over from one to the other; what it has on one alone is not. */
class JointResidualsTest {
    private static final List<TargetKey> TARGETS = List.of(World.CPU, World.WASM, World.OTHER, World.OLDER);

    private final World world = new World(20, 2, 0);
    private final Method layer = JointResiduals.over(Methods.BLEND);

    private TrainingSet set(ToDoubleBiFunction<PredictedModel, TargetKey> trait) {
        List<Observation> observations = new ArrayList<>();
        for (PredictedModel model : world.models()) {
            for (TargetKey target : TARGETS) {
                double more = target.equals(World.CPU) ? 0 : trait.applyAsDouble(model, target);
                observations.add(new Observation(
                        model.key(),
                        target,
                        "s1",
                        Instant.parse("2026-11-28T10:00:00Z"),
                        World.millis(model, target) * Math.exp(more)));
            }
        }
        return TrainingSet.of(world.models(), observations);
    }

    /** Mean error on architectures that were not seen, of a method told by its own way or by learning anew. */
    private static double missed(TrainingSet set, Method method) {
        return new Fits(set)
                .residuals(method, World.WASM).values().stream()
                        .mapToDouble(Math::abs)
                        .average()
                        .orElseThrow();
    }

    @Test
    void a_trait_that_shows_on_a_sibling_is_carried_over() {
        Random random = new Random(1);
        Map<PredictedModel.Key, Double> traits = new HashMap<>();
        world.models().forEach(model -> traits.put(model.key(), 0.3 * random.nextGaussian()));
        TrainingSet set = set((model, target) -> traits.getOrDefault(model.key(), 0.0));

        assertThat(missed(set, layer)).isLessThan(0.6 * missed(set, Methods.BLEND));
    }

    @Test
    void noise_of_each_target_is_not_carried_over() {
        Random random = new Random(1);
        TrainingSet set = set((model, target) -> 0.3 * random.nextGaussian());

        assertThat(missed(set, layer)).isBetween(0.9 * missed(set, Methods.BLEND), 1.1 * missed(set, Methods.BLEND));
    }

    @Test
    void what_was_measured_on_a_sibling_is_of_the_datas_days_and_drift_is_no_trait_of_the_model() {
        Random random = new Random(1);
        Map<PredictedModel.Key, Double> traits = new HashMap<>();
        world.models().forEach(model -> traits.put(model.key(), 0.3 * random.nextGaussian()));
        TrainingSet set = set((model, target) -> traits.getOrDefault(model.key(), 0.0));
        PredictedModel model = world.models().get(7);
        double cpu = Math.log(World.millis(model, World.CPU));
        double sibling = set.target(World.OTHER).orElseThrow().log(model.key()).orElseThrow();
        Fit fit = new Fits(set.without(model.architecture())).of(layer, World.WASM);
        double drift = 0.6;

        double then = fit.log(new Question(model, Map.of(World.CPU, cpu, World.OTHER, sibling)))
                .orElseThrow();
        double today = fit.log(new Question(model, Map.of(World.CPU, cpu + drift, World.OTHER, sibling), drift))
                .orElseThrow();

        assertThat(today - then).isCloseTo(drift, within(1e-6));
    }

    @Test
    void who_knows_fewer_siblings_is_further_off() {
        Random random = new Random(1);
        Map<PredictedModel.Key, Double> traits = new HashMap<>();
        world.models().forEach(model -> traits.put(model.key(), 0.3 * random.nextGaussian()));
        TrainingSet set = set((model, target) ->
                traits.getOrDefault(model.key(), 0.0) + (target.equals(World.OTHER) ? 0.2 * random.nextGaussian() : 0));
        Fits fits = new Fits(set);

        double both = mean(fits.residuals(layer, World.WASM, Set.of(World.OTHER, World.OLDER)));
        double noisy = mean(fits.residuals(layer, World.WASM, Set.of(World.OTHER)));

        assertThat(both).isLessThan(0.8 * noisy);
        assertThat(mean(fits.residuals(layer, World.WASM))).isEqualTo(both);
        assertThat(fits.residuals(layer, World.WASM, Set.of(World.CPU))).isEmpty();
    }

    private static double mean(Map<PredictedModel.Key, Double> residuals) {
        return residuals.values().stream().mapToDouble(Math::abs).average().orElseThrow();
    }

    @Test
    void a_model_measured_on_no_sibling_is_left_to_the_level_below() {
        PredictedModel model = world.models().get(0);
        TrainingSet set = set((one, target) -> 0);
        Question question = new Question(model, Map.of(World.CPU, Math.log(World.millis(model, World.CPU))));

        assertThat(new Fits(set).of(layer, World.WASM).log(question)).isEmpty();
    }
}
