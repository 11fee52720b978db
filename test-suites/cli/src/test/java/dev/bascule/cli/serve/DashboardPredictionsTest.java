package dev.bascule.cli.serve;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.MACHINE;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.model;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.fixture.Fixtures.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.bridge.dashboard.predict.PredictionService.Gap;
import dev.bascule.bridge.dashboard.predict.PredictionService.Prediction;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.prediction.World;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.reports.fixture.ConditionFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.MadePrediction;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.MatrixQuery;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over a real history, and a world whose times are known. */
class DashboardPredictionsTest {
    private static final Instant NOW = Fixtures.START.minusSeconds(1);
    private static final World WORLD = new World(12, 3, 0.02);
    private static final PredictedModel ASKED = WORLD.models().get(0);
    private static final PredictedModel OTHER = WORLD.models().get(5);

    @TempDir
    Path folder;

    private WatchedHistory history;
    private DashboardPredictions predictions;

    @BeforeEach
    void open() {
        history = new WatchedHistory(DuckDbHistory.open(folder.resolve("h.duckdb")));
        predictions = new DashboardPredictions(
                history, DashboardPredictionsTest::others, Clock.fixed(NOW, ZoneOffset.UTC), history::keepPredictions);
        history.append(record("first", run(ASKED, NATIVE_CPU), run(OTHER, WASM), run(OTHER, NATIVE_CPU)));
    }

    @AfterEach
    void close() {
        history.close();
    }

    /** The world's times as if this machine had measured them; of the model that is asked about those on native CPU alone. */
    private static TrainingSet others() {
        World times = new World(12, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured(
                        "s1",
                        World.WASM,
                        1,
                        WORLD.models().stream()
                                .filter(model -> !model.equals(ASKED))
                                .toList());
        return TrainingSet.of(
                times.models(),
                times.set().observations().stream()
                        .map(one ->
                                new Observation(one.model(), here(one.target()), one.session(), one.at(), one.millis()))
                        .toList());
    }

    private static TargetKey here(TargetKey worlds) {
        return key(worlds.equals(World.CPU) ? NATIVE_CPU : WASM);
    }

    private static TargetKey key(Backend backend) {
        return new TargetKey(MACHINE.fingerprint(), target(backend).id(), 1);
    }

    private static ModelInfo info(PredictedModel model) {
        ModelInfo made = model(model.name(), "", Family.VISION, "image-classification");
        return new ModelInfo(
                made.name(),
                model.sha256(),
                made.bytes(),
                made.family(),
                made.task(),
                made.opsets(),
                made.operators(),
                made.parameters());
    }

    private static CaseRun run(PredictedModel model, Backend backend) {
        double millis = World.millis(model, backend.equals(WASM) ? World.WASM : World.CPU);
        return fed(strict(info(model), Verdict.PASS, on(backend).median(millis).build()));
    }

    private static CaseRun fed(CaseRun run) {
        CaseInputs inputs = new CaseInputs(
                "7".repeat(64),
                List.of(new CaseInputs.Fed("x", DType.FLOAT32, Shape.of(1), 1)),
                List.of(),
                Optional.of(1L));
        return ConditionFixtures.fed(run, inputs, 20);
    }

    /** A place of the matrix, whether it is blank or not. */
    private Gap gap(String model, Backend backend) {
        MatrixPage page = history.matrixPage(MatrixQuery.ALL);
        return new Gap(
                page.rows().stream()
                        .filter(row -> row.model().equals(model))
                        .findFirst()
                        .orElseThrow(),
                page.columns().stream()
                        .filter(column -> column.chain().equals(List.of(backend.id())))
                        .findFirst()
                        .orElseThrow());
    }

    private Prediction asked(boolean measuring) {
        return predictions.predict(List.of(gap(ASKED.name(), WASM)), measuring).get(0);
    }

    @Test
    void a_blank_has_a_time_near_the_true_one_with_what_it_rests_on() {
        assertThat(asked(false)).isInstanceOfSatisfying(PredictionService.Time.class, time -> {
            double truth = World.millis(ASKED, World.WASM);
            assertThat(time.ms()).isBetween(truth * 0.8, truth * 1.25);
            assertThat(time.interval())
                    .hasValueSatisfying(interval -> assertThat(truth).isBetween(interval.lowMs(), interval.highMs()));
            assertThat(time.target()).isEqualTo(target(WASM).id());
            assertThat(time.level())
                    .as("where prices are linear native CPU tells no more than the graph")
                    .isEqualTo("L0");
            assertThat(time.regime()).isEqualTo("known architecture");
            assertThat(time.models()).isEqualTo(35);
            assertThat(time.usualError())
                    .hasValueSatisfying(error -> assertThat(error).isLessThan(0.2));
        });
    }

    @Test
    void what_is_measured_meanwhile_is_predicted_no_more() {
        Gap gap = gap(ASKED.name(), WASM);
        assertThat(predictions.predict(List.of(gap), false).get(0)).isInstanceOf(PredictionService.Time.class);

        history.append(record("second", Fixtures.START.plusSeconds(3600), run(ASKED, WASM)));

        assertThat(predictions.predict(List.of(gap), false).get(0))
                .isEqualTo(new PredictionService.Unknown("its time there is known, from runs that are not shown here"));
    }

    @Test
    void what_the_page_was_told_is_kept_and_stands_beside_the_truth_once_that_is_measured() {
        PredictionService.Time told = (PredictionService.Time) asked(false);
        asked(false);
        PredictionFacts.Held before = predictions.facts(false).orElseThrow().held();
        assertThat(before.newest()).as("nothing was measured since").isEmpty();
        assertThat(history.predictions())
                .as("once, however often it is looked at")
                .hasSize(1);

        history.append(record("second", Fixtures.START.plusSeconds(3600), run(ASKED, WASM)));

        PredictionFacts.Held held = predictions.facts(false).orElseThrow().held();
        assertThat(List.of(held.made(), held.measured(), held.open())).containsExactly(1, 1, 0);
        double truth = World.millis(ASKED, World.WASM);
        assertThat(held.newest()).singleElement().satisfies(one -> {
            assertThat(one.maker()).isEqualTo("serve");
            assertThat(one.at()).isEqualTo(NOW);
            assertThat(one.model()).isEqualTo(ASKED.name());
            assertThat(one.ms()).isEqualTo(told.ms());
            assertThat(one.interval()).isEqualTo(told.interval());
            assertThat(one.measuredMs()).isBetween(truth * 0.95, truth * 1.05);
            assertThat(one.within()).contains(true);
        });
    }

    @Test
    void a_machine_that_is_four_times_slower_afterwards_lies_outside_what_the_page_was_told() {
        asked(false);
        double slow = 4 * World.millis(ASKED, World.WASM);

        history.append(record(
                "second",
                Fixtures.START.plusSeconds(3600),
                fed(strict(info(ASKED), Verdict.PASS, on(WASM).median(slow).build()))));

        PredictionFacts.Held held = predictions.facts(false).orElseThrow().held();
        assertThat(held.newest())
                .singleElement()
                .satisfies(one -> assertThat(one.within()).contains(false));
    }

    @Test
    void nothing_is_kept_where_nothing_may_be_changed() {
        DashboardPredictions reading = DashboardPredictions.of(history, Clock.fixed(NOW, ZoneOffset.UTC), false);

        reading.predict(List.of(gap(ASKED.name(), WASM)), false);

        assertThat(history.predictions()).isEmpty();
    }

    @Test
    void what_the_data_of_the_product_have_is_told_as_such_with_its_time() {
        history.append(record(
                "second", Fixtures.START.plusSeconds(3600), run(WORLD.models().get(7), NATIVE_CPU)));

        Prediction prediction = predictions
                .predict(List.of(gap(WORLD.models().get(7).name(), WASM)), false)
                .get(0);

        assertThat(prediction)
                .isInstanceOfSatisfying(
                        PredictionService.Unknown.class,
                        none -> assertThat(none.reason())
                                .startsWith("the data that the product brings have its time there")
                                .endsWith("s"));
    }

    @Test
    void a_model_whose_kernels_nobody_knows_has_a_reason_and_no_number() {
        history.append(record(
                "second",
                fed(strict(VISION, Verdict.PASS, on(NATIVE_CPU).median(3).build()))));

        assertThat(predictions.predict(List.of(gap(VISION.name(), WASM)), false).get(0))
                .isInstanceOfSatisfying(
                        PredictionService.Unknown.class,
                        none -> assertThat(none.reason()).contains("kernels").contains("bascule collect"));
    }

    @Test
    void a_model_of_which_nothing_tells_its_inputs_has_a_reason_and_no_number() {
        history.append(record(
                "second", strict(VISION, Verdict.PASS, on(NATIVE_CPU).median(3).build())));

        assertThat(predictions.predict(List.of(gap(VISION.name(), WASM)), false).get(0))
                .isInstanceOfSatisfying(
                        PredictionService.Unknown.class,
                        none -> assertThat(none.reason()).contains("nothing tells its inputs"));
    }

    @Test
    void where_its_newest_attempt_crashed_there_is_no_number() {
        Attempt crash = on(WASM).failed(Outcome.CRASHED, ErrorCode.RUNNER_CRASHED, "gone")
                .build();
        history.append(record("second", fed(strict(info(ASKED), Verdict.CRASHED, crash))));

        assertThat(asked(false))
                .isInstanceOfSatisfying(
                        PredictionService.Unknown.class,
                        none -> assertThat(none.reason()).startsWith("cannot run: it was crashed there"));
    }

    @Test
    void while_something_is_measured_only_what_was_worked_out_before_is_told() {
        assertThat(asked(true)).isEqualTo(DashboardPredictions.LATER);
        assertThat(predictions.facts(true)).isEmpty();

        Prediction before = asked(false);

        assertThat(asked(true)).isEqualTo(before).isInstanceOf(PredictionService.Time.class);
        assertThat(predictions.predict(List.of(gap(OTHER.name(), WASM)), true))
                .containsExactly(DashboardPredictions.LATER);
    }

    @Test
    void the_facts_have_the_data_of_now_and_the_validation_that_was_stored() {
        PredictionFacts facts = predictions.facts(false).orElseThrow();

        assertThat(facts.data().models()).isEqualTo(36);
        assertThat(facts.targets())
                .extracting(PredictionFacts.TargetFacts::target)
                .contains(target(WASM).id(), target(NATIVE_CPU).id());
        assertThat(facts.targets()).allSatisfy(target -> {
            assertThat(target.standing()).isEqualTo(PredictionFacts.Standing.KNOWN);
            assertThat(target.words())
                    .hasValueSatisfying(words -> assertThat(words).contains("Intel"));
        });
        List<PredictionFacts.Result> results = facts.stored().results();
        assertThat(results)
                .filteredOn(PredictionFacts.Result::baseline)
                .extracting(PredictionFacts.Result::method)
                .contains("flops", "flops+bytes", "nearest", "median-ratio");
        assertThat(results)
                .filteredOn(PredictionFacts.Result::answers)
                .isNotEmpty()
                .noneMatch(PredictionFacts.Result::baseline);
        assertThat(facts.stored().data().observations()).isPositive();
        assertThat(facts.later()).as("all is of one session").isEmpty();
    }

    @Test
    void the_facts_tell_how_earlier_predictions_came_true() {
        assertThat(predictions.facts(false).orElseThrow().held().made()).isZero();
        history.keepPredictions(List.of(new MadePrediction(
                Fixtures.START.minusSeconds(60),
                "predict",
                new MadePrediction.Subject(OTHER.name(), OTHER.sha256(), OTHER.inputs()),
                new MadePrediction.Place(
                        key(WASM).machine(), key(WASM).target(), key(WASM).threads()),
                new MadePrediction.Basis("L1", "new architecture", "class-blend"),
                World.millis(OTHER, World.WASM) * 2,
                Optional.of(new MadePrediction.Bounds(0.9, 1e-9, 1e9)))));
        history.append(record("second", Fixtures.START.plusSeconds(60)));

        PredictionFacts.Held held = predictions.facts(false).orElseThrow().held();

        assertThat(List.of(held.made(), held.measured(), held.open())).containsExactly(1, 1, 0);
        assertThat(held.rows().get(0).median()).isBetween(0.8, 1.2);
        assertThat(held.alarm()).isFalse();
    }

    @Test
    void a_machine_that_became_half_as_fast_rings_and_one_that_did_not_does_not() {
        assertThat(later(1).coverage())
                .hasValueSatisfying(held -> assertThat(held.alarm()).contains(false));
        assertThat(later(2).coverage())
                .hasValueSatisfying(held -> assertThat(held.alarm()).contains(true));
    }

    /** What is foretold of the graph alone of a session on a machine so many times slower. */
    private PredictionFacts.Foretold later(double slower) {
        TrainingSet both = new World(12, 3, 0.02)
                .measured("s1", World.WASM, 1)
                .measured("s2", World.WASM, slower)
                .set();
        return new DashboardPredictions(history, () -> both, Clock.fixed(NOW, ZoneOffset.UTC), made -> {})
                .facts(false).orElseThrow().later().orElseThrow().methods().stream()
                        .filter(method -> method.level().equals("L0"))
                        .findFirst()
                        .orElseThrow();
    }
}
