package dev.bascule.prediction.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.prediction.World;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.FailedPair;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.history.TimedAttempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PredictedFiguresTest {
    private static final Remedy RUN = Remedy.of("bascule run it");
    private static final Expectation NO_MEMORY =
            (quantity, model, target, measuring) -> new Figure.Unknown("nobody looked", measuring);

    private final World world = new World(12, 3, 0.02);
    private final PredictedModel left = world.models().get(20);
    /** All models on native CPU, all but one on wasm. */
    private final TrainingSet data = world.measured("s1", World.CPU, 1)
            .measured(
                    "s1",
                    World.WASM,
                    1,
                    world.models().stream().filter(model -> !model.equals(left)).toList())
            .set();

    private static CandidateModel candidate(PredictedModel model) {
        return new CandidateModel(model.name(), model.name(), Optional.of(model.key()), OptionalLong.empty());
    }

    private Figure figure(Quantity quantity, TailRatios tails) {
        return new PredictedFigures(new Feasibility(data, List.of()), tails, NO_MEMORY, 0.9)
                .of(quantity, candidate(left), World.WASM, RUN);
    }

    /** Nineteen inferences of 10 ms and two of as many times that. */
    private static TimedAttempt attempt(String architecture, double tail) {
        double[] millis = new double[21];
        Arrays.fill(millis, 10.017);
        millis[19] = millis[20] = 10.017 * tail;
        return new TimedAttempt(
                new TimedAttempt.Origin("run", Instant.EPOCH, "machine", false),
                TimedAttempt.Subject.of(architecture, "sha", Family.VISION, "task", "x", Map.of()),
                Fixtures.target(Backends.WASM),
                OptionalInt.of(1),
                0,
                Outcome.SUCCEEDED,
                Optional.of(true),
                new TimedAttempt.Place(ProofClass.PROVEN, Optional.of("wasm"), OptionalDouble.of(1)),
                new TimedAttempt.Costs(Samples.ofMillis(millis), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static final TargetKey SHELL =
            new TargetKey("machine", Fixtures.target(Backends.WASM).id(), 1);

    private static TailRatios tails(int architectures) {
        List<TimedAttempt> attempts = new ArrayList<>();
        for (int i = 1; i <= architectures; i++) {
            attempts.add(attempt("a" + i, 1 + i / 10.0));
        }
        return TailRatios.of(attempts);
    }

    @Test
    void a_median_comes_with_its_interval() {
        Figure.Predicted predicted = (Figure.Predicted) figure(Quantity.MEDIAN, tails(0));

        assertThat(World.millis(left, World.WASM)).isBetween(predicted.low(), predicted.high());
        assertThat(predicted.covers()).isEqualTo(0.9);
    }

    @Test
    void a_time_that_may_not_come_true_for_the_model_may_not_run_is_unknown() {
        List<FailedPair> relative = List.of(new FailedPair(world.models().get(19), World.WASM));
        PredictedFigures figures = new PredictedFigures(new Feasibility(data, relative), tails(0), NO_MEMORY, 0.9);
        assertThat(figures.of(Quantity.MEDIAN, candidate(left), World.WASM, RUN))
                .isEqualTo(
                        new Figure.Unknown("doubtful whether it runs: a model of its architecture failed there", RUN));
        assertThat(figures.told()).isEmpty();
    }

    @Test
    void a_percentile_is_unknown_where_nobody_measured_how_far_it_lies_above_the_median() {
        assertThat(figure(Quantity.P95, tails(0)))
                .isEqualTo(new Figure.Unknown(
                        "how far the p95 lies above the median is known of 0 architectures there, and a bound of 90 % takes 9",
                        RUN.withSamples(20)));
    }

    @Test
    void the_ratio_of_a_percentile_is_bounded_by_architectures() {
        TailRatios.Ratio ratio = tails(9).on(SHELL, 0.95, 0.9);

        assertThat(ratio.middle().orElseThrow()).isCloseTo(1.5, Offset.offset(0.01));
        assertThat(ratio.bound().orElseThrow()).isCloseTo(1.9, Offset.offset(0.01));
        assertThat(ratio.architectures()).isEqualTo(9);
        assertThat(tails(8).on(SHELL, 0.95, 0.9).bound()).isEmpty();
        // 21 samples tell no 99th percentile.
        assertThat(tails(9).on(SHELL, 0.99, 0.9).middle()).isEmpty();
    }

    @Test
    void a_percentile_is_the_median_times_the_ratio_and_claims_less() {
        World other = new World(12, 3, 0.02);
        PredictedModel asked = other.models().get(20);
        TrainingSet set = other.measured("s1", World.CPU, 1)
                .measured(
                        "s1",
                        SHELL,
                        1,
                        other.models().stream()
                                .filter(model -> !model.equals(asked))
                                .toList())
                .set();
        PredictedFigures expected = new PredictedFigures(new Feasibility(set, List.of()), tails(9), NO_MEMORY, 0.9);

        Figure.Predicted median = (Figure.Predicted) expected.of(Quantity.MEDIAN, candidate(asked), SHELL, RUN);
        Figure.Predicted p95 = (Figure.Predicted) expected.of(Quantity.P95, candidate(asked), SHELL, RUN);

        assertThat(p95.low()).isEqualTo(median.low());
        assertThat(p95.high() / median.high()).isCloseTo(1.9, Offset.offset(0.01));
        assertThat(p95.middle().orElseThrow() / median.middle().orElseThrow()).isCloseTo(1.5, Offset.offset(0.01));
        assertThat(p95.covers()).isCloseTo(0.8, Offset.offset(1e-9));
        assertThat(p95.basis()).startsWith("p95 ÷ median is ×1.50 there, for 90 % below ×1.90 (9 attempts of 9");
    }

    @Test
    void what_others_data_have_of_the_model_on_the_very_target_is_not_used() {
        TrainingSet lying = data.plus(TrainingSet.of(
                List.of(left), List.of(new Observation(left.key(), World.WASM, "s1", Instant.EPOCH, 1e6))));

        Figure.Predicted predicted =
                (Figure.Predicted) new PredictedFigures(new Feasibility(lying, List.of()), tails(0), NO_MEMORY, 0.9)
                        .of(Quantity.MEDIAN, candidate(left), World.WASM, RUN);

        assertThat(predicted.high()).isLessThan(1e5);
    }

    @Test
    void a_model_whose_kernels_nobody_learned_is_unknown_with_the_command_that_learns_them() {
        CandidateModel stranger = new CandidateModel("x", "zoo:x", Optional.empty(), OptionalLong.empty());

        Figure.Unknown unknown =
                (Figure.Unknown) new PredictedFigures(new Feasibility(data, List.of()), tails(0), NO_MEMORY, 0.9)
                        .of(Quantity.MEDIAN, stranger, World.WASM, RUN);

        assertThat(unknown.remedy().command(List.of("zoo:x"))).isEqualTo("bascule predict zoo:x");
    }

    @Test
    void what_nobody_predicts_is_not_told_of_what_is() {
        assertThat(figure(Quantity.MEAN, tails(9))).isInstanceOf(Figure.Unknown.class);
        assertThat(figure(Quantity.LOAD, tails(9))).isInstanceOf(Figure.Unknown.class);
    }
}
