package dev.bascule.prediction.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.LayerDecision.Layer;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A layer answers where leaving architectures out shows that it pays, and nowhere else. */
class LayersTest {
    private static final String MACHINE = World.CPU.machine();
    /** A second machine, whose prices are all those of a target that is no native CPU. */
    private static final TargetKey OTHER_CPU = new TargetKey("second", World.CPU.target(), World.CPU.threads());

    private static final TargetKey OTHER_WASM = new TargetKey("second", World.WASM.target(), World.WASM.threads());

    private static World clean() {
        return new World(12, 3, 0.02)
                .disturbed("s1", World.CPU, 3)
                .disturbed("s1", World.WASM, 3)
                .disturbed("s1", World.OTHER, 3);
    }

    private static World contaminated() {
        return new World(12, 3, 0.02)
                .contaminated("s1", World.CPU, 3)
                .contaminated("s1", World.WASM, 3)
                .contaminated("s1", World.OTHER, 3);
    }

    private static Layers layers(TrainingSet set) {
        return new Layers(new Fits(set));
    }

    private static Prediction minimum(World world) {
        Predictor predictor = new Predictor(world.set());
        PredictedModel model = world.models().get(4);
        Question question = Question.known(predictor.fits(), model, target -> !target.equals(World.WASM));
        return predictor.undisturbed().predict(question.undisturbed().orElseThrow(), World.WASM, 0.8);
    }

    private static LayerDecision figure(Layers minima, Level level) {
        return minima.decisions(MACHINE).stream()
                .filter(one -> one.layer() == Layer.MINIMUM && one.level() == level)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void minima_that_are_clean_are_a_figure() {
        Layers layers = layers(clean().set());

        for (Level level : Level.values()) {
            assertThat(figure(layers.undisturbed(), level).used())
                    .as("%s", level)
                    .isTrue();
            assertThat(layers.undisturbed().leftOut(MACHINE, level)).isEmpty();
        }
        assertThat(minimum(clean())).isInstanceOf(Prediction.Time.class);
    }

    /** Medians that are struck now and then mislead a fit; minima, times the median ratio, do not. */
    @Test
    void medians_go_by_way_of_minima_where_that_lowers_their_error() {
        World world = new World(12, 3, 0.02);
        for (TargetKey target : List.of(World.CPU, World.WASM, World.OTHER)) {
            world.struck("s1", target, 5);
        }

        assertThat(layers(world.set()).decisions(MACHINE))
                .filteredOn(one -> one.layer() == Layer.BY_MINIMUM)
                .hasSize(3)
                .anyMatch(LayerDecision::used);
    }

    @Test
    void minima_that_are_contaminated_are_left_out_of_both_and_the_reason_has_the_errors() {
        Layers layers = layers(contaminated().set());

        for (Level level : Level.values()) {
            LayerDecision decision = figure(layers.undisturbed(), level);
            LayerEvidence evidence = decision.evidence().orElseThrow();
            assertThat(decision.used()).as("%s", level).isFalse();
            assertThat(evidence.with()).isGreaterThan(2 * evidence.without());
        }
        assertThat(layers.used(MACHINE)).extracting(Method::id).noneMatch(id -> id.endsWith("+minimum"));
        assertThat(minimum(contaminated()))
                .isInstanceOfSatisfying(
                        Prediction.None.class,
                        none -> assertThat(none.reason())
                                .contains("left out: minima are missed by", "and medians by", "of 12 architectures"));
    }

    /**
     * A negative control: what was dealt out by chance shows of no minimum that it pays. Clean ones are nearer than medians even then, by far
     * less than anybody's first try: models kept their ratios to native CPU.
     */
    @Test
    void of_shuffled_times_every_minimum_is_far_off_and_left_out() {
        assertThat(layers(clean().shuffled()).undisturbed().decisions(MACHINE))
                .filteredOn(one -> one.layer() == Layer.MINIMUM)
                .hasSize(3)
                .noneMatch(LayerDecision::used)
                .allSatisfy(
                        one -> assertThat(one.evidence().orElseThrow().with()).isGreaterThan(0.35))
                .extracting(LayerDecision::without)
                .containsExactly("class-work+relatives", "median-ratio", "median-ratio");
        assertThat(layers(contaminated().shuffled()).undisturbed().decisions(MACHINE))
                .filteredOn(one -> one.layer() == Layer.MINIMUM)
                .hasSize(3)
                .noneMatch(LayerDecision::used);
    }

    /** What is far off beside medians that are further off is no figure: one time for all models is nearer than either. */
    @Test
    void of_times_that_are_dealt_out_on_each_target_for_itself_no_minimum_pays() {
        for (int seed = 0; seed < 4; seed++) {
            assertThat(layers(clean().shuffledApart(seed)).undisturbed().decisions(MACHINE))
                    .as("seed %d", seed)
                    .filteredOn(one -> one.layer() == Layer.MINIMUM)
                    .hasSize(3)
                    .noneMatch(LayerDecision::used);
        }
    }

    @Test
    void each_machine_is_decided_by_its_own_data() {
        World world = clean().contaminated("s1", OTHER_CPU, 3).contaminated("s1", OTHER_WASM, 3);
        Layers minima = layers(world.set()).undisturbed();

        assertThat(minima.leftOut(MACHINE, Level.L1)).isEmpty();
        assertThat(minima.leftOut("second", Level.L1)).isPresent();
    }

    @Test
    void what_is_decided_is_what_leaving_architectures_out_says() {
        Fits fits = new Fits(clean().set());
        LayerEvidence evidence = new Layers(fits)
                .decisions(MACHINE).stream()
                        .filter(one -> one.layer() == Layer.BY_MINIMUM && one.level() == Level.L1)
                        .findFirst()
                        .flatMap(LayerDecision::evidence)
                        .orElseThrow();
        Method method = Methods.all().stream()
                .filter(one -> one.id().equals("class-blend+relatives+minimum"))
                .findFirst()
                .orElseThrow();
        double mean = List.of(World.WASM, World.OTHER).stream()
                .flatMap(target -> fits.residuals(method, target).values().stream())
                .mapToDouble(miss -> Math.abs(Math.expm1(-miss)))
                .average()
                .orElseThrow();

        assertThat(evidence.with()).isEqualTo(mean);
        assertThat(evidence.times()).isEqualTo(72);
    }

    /** A question has one other target or more; whoever has all is nearer, and one alone is to pay already. */
    @Test
    void the_highest_level_is_decided_with_one_other_target_at_a_time() {
        World world = new World(12, 3, 0.02);
        for (TargetKey target : List.of(World.CPU, World.WASM, World.OTHER, World.OLDER)) {
            world.measured("s1", target, 1);
        }
        Fits fits = new Fits(world.set());
        LayerDecision decision = new Layers(fits)
                .decisions(MACHINE).stream()
                        .filter(one -> one.layer() == Layer.LEVEL && one.level() == Level.L2)
                        .findFirst()
                        .orElseThrow();
        Method siblings = Methods.all().stream()
                .filter(one -> one.id().equals(decision.method()))
                .findFirst()
                .orElseThrow();
        List<TargetKey> targets = List.of(World.WASM, World.OTHER, World.OLDER);
        List<Double> shares = new ArrayList<>();
        for (TargetKey target : targets) {
            for (TargetKey sibling : targets) {
                fits.residuals(siblings, target, Set.of(sibling))
                        .values()
                        .forEach(miss -> shares.add(Math.abs(Math.expm1(-miss))));
            }
        }

        LayerEvidence evidence = decision.evidence().orElseThrow();
        assertThat(evidence.times()).isEqualTo(shares.size()).isEqualTo(3 * 2 * 36);
        assertThat(evidence.with())
                .isCloseTo(shares.stream().mapToDouble(each -> each).average().orElseThrow(), within(1e-12));
        assertThat(decision.why()).contains("on new architectures with one other target of the backend measured");
    }

    @Test
    void a_level_that_answers_because_too_few_architectures_tell_is_named_as_well() {
        World world = new World(3, 10, 0.02).disturbed("s1", World.CPU, 3).disturbed("s1", World.WASM, 3);
        Layers layers = layers(world.set());

        assertThat(layers.decisions(MACHINE))
                .filteredOn(one -> one.layer() == Layer.LEVEL)
                .singleElement()
                .satisfies(
                        one -> assertThat(one.level()).isEqualTo(Level.L1),
                        one -> assertThat(one.used()).isTrue(),
                        one -> assertThat(one.why())
                                .isEqualTo("used: too few architectures were measured to tell whether it pays"));
        assertThat(layers.decisions(MACHINE))
                .filteredOn(one -> one.layer() == Layer.BY_MINIMUM)
                .extracting(LayerDecision::level, LayerDecision::used)
                .containsExactly(tuple(Level.L0, false), tuple(Level.L1, false));
        assertThat(layers.used(MACHINE).get(0).level()).isEqualTo(Level.L2);
    }

    @Test
    void without_minima_nothing_is_decided_of_them_and_levels_are_decided_all_the_same() {
        Layers layers = layers(new World(12, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .set());

        assertThat(layers.decisions()).extracting(LayerDecision::layer).containsOnly(Layer.LEVEL);
        assertThat(layers.undisturbed().decisions()).isEmpty();
        assertThat(layers.answering()).isNotEmpty();
    }

    @Test
    void what_lowers_the_error_by_less_than_its_noise_does_not_pay() {
        assertThat(evidence(12, 0.2, 0.21, 0).pays()).as("the same everywhere").isTrue();
        assertThat(evidence(12, 0.2, 0.21, 0.2).pays()).as("by chance").isFalse();
        assertThat(evidence(12, 0.2, 0.2, 0).pays()).as("nothing").isFalse();
        assertThat(evidence(12, 0.3, 0.2, 0).pays()).as("worse").isFalse();
    }

    /** Two models of one architecture that go together are no two witnesses. */
    @Test
    void errors_of_one_architecture_are_one_witness() {
        List<LayerEvidence.Pair> apart = pairs(12, 0.2, 0.25, 0.1);
        List<LayerEvidence.Pair> twice = new ArrayList<>(apart);
        twice.addAll(apart);

        assertThat(LayerEvidence.of(twice).orElseThrow().noise())
                .isEqualTo(LayerEvidence.of(apart).orElseThrow().noise());
    }

    @Test
    void of_three_architectures_nothing_is_told() {
        assertThat(LayerEvidence.of(pairs(3, 0.1, 0.5, 0))).isEqualTo(Optional.empty());
        assertThat(LayerEvidence.of(pairs(4, 0.1, 0.5, 0))).isPresent();
    }

    private static LayerEvidence evidence(int architectures, double with, double without, double spread) {
        return LayerEvidence.of(pairs(architectures, with, without, spread)).orElseThrow();
    }

    /** @param spread by which the difference is larger for every second architecture, and smaller for the others */
    private static List<LayerEvidence.Pair> pairs(int architectures, double with, double without, double spread) {
        List<LayerEvidence.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < architectures; i++) {
            pairs.add(new LayerEvidence.Pair("net" + i, with + (i % 2 == 0 ? spread : -spread), without));
        }
        return pairs;
    }
}
