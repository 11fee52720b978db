package dev.bascule.prediction.held;

import static dev.bascule.prediction.Attempts.START;
import static dev.bascule.prediction.Attempts.WASM;
import static dev.bascule.prediction.Attempts.WEBNN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.prediction.Attempts;
import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.held.HeldReport.Group;
import dev.bascule.prediction.held.HeldReport.Row;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import dev.bascule.reports.history.MadePrediction;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class HeldPredictionsTest {
    private static final String INPUTS = "x float32[1]";

    private final List<MadePrediction> predictions = new ArrayList<>();
    private final List<TimedAttempt> attempts = new ArrayList<>();

    private static MadePrediction prediction(String model, TargetKey target, int minute, double millis, double spread) {
        return new MadePrediction(
                START.plusSeconds(60L * minute),
                "predict",
                new MadePrediction.Subject(model, model, INPUTS),
                new MadePrediction.Place(target.machine(), target.target(), target.threads()),
                new MadePrediction.Basis("L1", "new architecture", "class-blend"),
                millis,
                Optional.of(new MadePrediction.Bounds(0.9, millis / spread, millis * spread)));
    }

    private HeldPredictionsTest told(String model, int minute, double millis) {
        predictions.add(prediction(model, WASM, minute, millis, 1.5));
        return this;
    }

    private HeldPredictionsTest measured(String model, int minute, double millis) {
        attempts.add(Attempts.of(model, INPUTS, WASM, minute, Outcome.SUCCEEDED, millis));
        return this;
    }

    private HeldReport report() {
        return HeldPredictions.of(predictions, attempts);
    }

    private Row all() {
        return report().all().orElseThrow();
    }

    @Test
    void a_prediction_is_held_against_the_first_session_after_it() {
        told("a", 10, 10).measured("a", 5, 99).measured("a", 11, 8).measured("a", 12, 99);
        HeldReport report = report();
        assertThat(List.of(report.made(), report.measured(), report.failed(), report.open(), report.replaced()))
                .containsExactly(1, 1, 0, 0, 0);
        assertThat(all().medianError()).isCloseTo(0.25, Offset.offset(1e-12));
        assertThat(all().coverage()).singleElement().satisfies(one -> {
            assertThat(one.level()).isEqualTo(0.9);
            assertThat(one.held().hits()).isEqualTo(1);
        });
    }

    /** The session's samples are all the same, but for one that nothing disturbed. */
    @Test
    void a_minimum_is_held_against_the_least_sample_and_a_median_against_the_middle_one() {
        told("a", 10, 8);
        MadePrediction median = predictions.get(0);
        predictions.add(new MadePrediction(
                median.at(),
                median.maker(),
                median.subject(),
                median.place(),
                median.basis(),
                MadePrediction.Figure.MINIMUM,
                4,
                median.bounds()));
        attempts.add(Attempts.of("a", INPUTS, WASM, 11, 2, 8, 8, 8, 8, 8, 8));

        HeldReport report = report();

        assertThat(List.of(report.made(), report.measured(), report.replaced())).containsExactly(2, 2, 0);
        assertThat(report.rows())
                .filteredOn(row -> row.group() == Group.ALL)
                .extracting(Row::name, Row::times, Row::medianError)
                .containsExactly(tuple("all", 1, 0.0), tuple("all, minimum", 1, 1.0));
        assertThat(report.rows())
                .extracting(Row::times)
                .as("no row has both figures of the one session")
                .containsOnly(1);
    }

    @Test
    void of_several_before_a_session_the_last_counts_and_none_twice() {
        told("a", 1, 10)
                .told("a", 2, 20)
                .measured("a", 3, 20)
                .measured("a", 4, 99)
                .told("a", 5, 30);
        HeldReport report = report();
        assertThat(List.of(report.made(), report.measured(), report.open(), report.replaced()))
                .containsExactly(3, 1, 1, 1);
        assertThat(all().medianError()).isZero();
    }

    @Test
    void other_inputs_threads_and_targets_hold_nothing() {
        told("a", 1, 10);
        attempts.add(Attempts.of("a", "x float32[2]", WASM, 2, Outcome.SUCCEEDED, 10));
        attempts.add(Attempts.of("a", INPUTS, Attempts.threads(WASM, 2), 2, Outcome.SUCCEEDED, 10));
        attempts.add(Attempts.of("a", INPUTS, WEBNN, 2, Outcome.SUCCEEDED, 10));
        attempts.add(Attempts.of("b", INPUTS, WASM, 2, Outcome.SUCCEEDED, 10));
        assertThat(report().open()).isEqualTo(1);
        assertThat(report().rows()).isEmpty();
        assertThat(report().isAlarm()).isFalse();
    }

    @Test
    void a_model_that_ended_badly_instead_is_counted_as_that_and_in_no_error() {
        told("a", 1, 10);
        attempts.add(Attempts.of("a", INPUTS, WASM, 2, Outcome.WRONG, 10));
        measured("a", 3, 10);
        assertThat(report().failed()).isEqualTo(1);
        assertThat(report().rows()).isEmpty();
    }

    @Test
    void rows_are_told_by_kind_of_case_level_and_target() {
        told("a", 1, 10).measured("a", 2, 10);
        assertThat(report().rows())
                .extracting(Row::group, Row::name)
                .containsExactly(
                        tuple(Group.ALL, "all"),
                        tuple(Group.REGIME, "new architecture"),
                        tuple(Group.LEVEL, "L1"),
                        tuple(Group.TARGET, WASM.toString()));
    }

    private static List<MadePrediction> imported(List<MadePrediction> predictions) {
        return predictions.stream()
                .map(one -> new MadePrediction(
                        one.at(),
                        one.maker(),
                        one.subject(),
                        one.place(),
                        one.basis(),
                        one.figure(),
                        one.millis(),
                        one.bounds(),
                        true))
                .toList();
    }

    @Test
    void what_was_imported_is_told_apart_counts_nowhere_else_and_never_rings() {
        for (int i = 0; i < 40; i++) {
            told("m" + i, 1, 10).measured("m" + i, 2, 99);
        }
        assertThat(report().isAlarm()).isTrue();
        List<MadePrediction> own = List.copyOf(predictions);
        predictions.replaceAll(one -> imported(List.of(one)).get(0));

        assertThat(report().made()).isZero();
        assertThat(report().imported()).isEqualTo(40);
        assertThat(report().isAlarm()).isFalse();
        assertThat(report().rows()).extracting(Row::group).containsExactly(Group.IMPORTED);
        // Beside those made here they take no place of any.
        predictions.addAll(own);
        assertThat(report().measured()).isEqualTo(40);
        assertThat(report().replaced()).isZero();
    }

    /** Rows that somebody made up would make every row's alarm deafer. */
    @Test
    void made_up_kinds_of_cases_and_targets_that_were_imported_silence_no_alarm() {
        for (int i = 0; i < 4; i++) {
            told("m" + i, 1, 10).measured("m" + i, 2, 99);
        }
        assertThat(report().isAlarm()).isTrue();
        for (int i = 0; i < 400; i++) {
            TargetKey madeUp = Attempts.threads(WASM, 2 + i);
            predictions.addAll(imported(List.of(prediction("x", madeUp, 1, 10, 1.5))));
            attempts.add(Attempts.of("x", INPUTS, madeUp, 2, Outcome.SUCCEEDED, 10));
        }
        assertThat(report().isAlarm()).isTrue();
    }

    /** Forty models whose times lie within nine of ten intervals; then on a machine so many times slower. */
    private static HeldReport world(long seed, double slower) {
        Random random = new Random(seed);
        List<MadePrediction> predictions = new ArrayList<>();
        List<TimedAttempt> attempts = new ArrayList<>();
        // 1.645 standard deviations of a normal distribution hold 90 %.
        double spread = Math.exp(1.645 * 0.2);
        for (int i = 0; i < 40; i++) {
            TargetKey target = i % 2 == 0 ? WASM : WEBNN;
            predictions.add(prediction("m" + i, target, 1, 10, spread));
            attempts.add(Attempts.of(
                    "m" + i,
                    INPUTS,
                    target,
                    2,
                    Outcome.SUCCEEDED,
                    10 * slower * Math.exp(0.2 * random.nextGaussian())));
        }
        return HeldPredictions.of(predictions, attempts);
    }

    /** Predicted by the graph alone from a world at full speed; then measured on a machine so many times slower. */
    private static HeldReport learned(double slower) {
        World world = new World(12, 3, 0.02);
        Predictor predictor = new Predictor(
                world.measured("s1", World.CPU, 1).measured("s2", World.WASM, 1).set());
        List<MadePrediction> predictions = new ArrayList<>();
        List<TimedAttempt> attempts = new ArrayList<>();
        for (PredictedModel model : world.models()) {
            Prediction.Time time = (Prediction.Time) predictor.predict(new Question(model, Map.of()), World.WASM, 0.9);
            Interval interval = time.interval().orElseThrow();
            predictions.add(new MadePrediction(
                    START,
                    "predict",
                    new MadePrediction.Subject(model.name(), model.sha256(), INPUTS),
                    new MadePrediction.Place(WASM.machine(), WASM.target(), WASM.threads()),
                    new MadePrediction.Basis(time.level().name(), time.regime().words(), time.method()),
                    time.millis(),
                    Optional.of(new MadePrediction.Bounds(0.9, interval.low(), interval.high()))));
            attempts.add(Attempts.of(
                    model.sha256(), INPUTS, WASM, 1, Outcome.SUCCEEDED, World.millis(model, World.WASM) * slower));
        }
        return HeldPredictions.of(predictions, attempts);
    }

    @Test
    void what_was_learned_at_full_quota_rings_at_half_and_does_not_at_full() {
        HeldReport full = learned(1);
        assertThat(full.measured()).isEqualTo(36);
        assertThat(full.isAlarm()).isFalse();
        assertThat(full.all().orElseThrow().coverage().get(0).held().share()).isGreaterThan(0.85);
        HeldReport half = learned(2);
        assertThat(half.isAlarm()).isTrue();
        assertThat(half.all().orElseThrow().coverage().get(0).held().share()).isLessThan(0.5);
    }

    @Test
    void half_the_processor_after_the_predictions_rings() {
        for (long seed = 1; seed <= 20; seed++) {
            HeldReport report = world(seed, 2);
            assertThat(report.isAlarm()).as("seed %d", seed).isTrue();
            assertThat(report.all().orElseThrow().coverage().get(0).alarm()).isTrue();
        }
    }

    @Test
    void a_fair_world_rings_no_more_often_than_its_level() {
        int rang = 0;
        int worlds = 400;
        for (long seed = 1; seed <= worlds; seed++) {
            rang += world(seed, 1).isAlarm() ? 1 : 0;
        }
        // One-sided 2.5 % in all rows together; of 400 worlds 10, and hardly ever more than 19.
        assertThat(rang).isLessThanOrEqualTo(19);
    }
}
