package dev.bascule.reports.comparison.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.SideDifference;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.comparison.VerdictChange;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.TrainingFindings.Reproduction;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingReplica;
import dev.bascule.reports.training.TrainingRun;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrainingComparerTest {
    private static final Optional<String> MACHINE = Optional.of("d".repeat(64));
    private static final SeededRuns A = SeededRuns.of("20261101-aaaa");
    private static final SeededRuns B = SeededRuns.of("20261102-bbbb");

    private static TrainingComparison compare(SeededRuns candidate, int seeds) {
        return compare(A.seeds(seeds), candidate.seeds(seeds));
    }

    private static TrainingComparison compare(List<TrainingRun> baseline, List<TrainingRun> candidate) {
        return new TrainingComparer(ComparisonOptions.DEFAULT, OptionalDouble.of(0.75)).of(baseline, candidate);
    }

    private static PlaceComparison place(TrainingComparison comparison) {
        assertThat(comparison.places()).hasSize(1);
        return comparison.places().get(0);
    }

    @Test
    void the_same_training_again_is_bitwise_the_same_and_no_regression() {
        TrainingComparison same = compare(B, 8);

        assertThat(same.regressions()).isEmpty();
        assertThat(same.sameMachine()).isTrue();
        assertThat(same.differences()).isEmpty();
        assertThat(place(same).pairs()).hasSize(8).allSatisfy(pair -> {
            assertThat(pair.change()).isEmpty();
            assertThat(pair.losses().orElseThrow().kind()).isEqualTo(Reproduction.BITWISE);
            assertThat(pair.losses().orElseThrow().steps()).isEqualTo(60);
        });
        assertThat(place(same).speed().finding()).isEqualTo(SpeedFinding.EQUIVALENT);
        assertThat(place(same).steps().convergence().orElseThrow().verdict())
                .isEqualTo(ReferenceConvergence.Verdict.AS_THE_REFERENCE);
        assertThat(place(same).accuracy().orElseThrow().difference()).isZero();
    }

    private static List<TrainingRun> together(SeededRuns runs, int seeds) {
        return together(runs, seeds, Trainings.together("any", 1).place());
    }

    /** They are held against held-out data once, at their end. */
    private static List<TrainingRun> together(SeededRuns runs, int seeds, TrainingPlace place) {
        return runs.seeds(seeds).stream()
                .map(run -> new TrainingRun(
                        run.key(),
                        run.at(),
                        run.product(),
                        place,
                        run.task(),
                        run.found(),
                        run.steps(),
                        run.evaluations()
                                .subList(
                                        run.evaluations().size() - 1,
                                        run.evaluations().size()),
                        run.layers(),
                        false))
                .toList();
    }

    private static TrainingPlace browsers(String chrome, String firefox) {
        return TrainingPlace.together(
                MACHINE,
                List.of(page("Chrome Headless Shell " + chrome, chrome), page("Firefox " + firefox, firefox)),
                "on the host",
                new TrainingPlace.Settings(1, "all"));
    }

    /** Each with an engine of its own version. */
    private static TrainingReplica page(String browser, String version) {
        return new TrainingReplica(
                browser.toLowerCase(Locale.ROOT) + "/wasm",
                "wasm",
                Optional.of(browser),
                new Engine("onnxruntime-web", version, Optional.empty()),
                Optional.of(false),
                16,
                60,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void replicas_in_two_browsers_are_paired_whatever_their_versions() {
        TrainingComparison updated =
                compare(together(A, 2, browsers("153.0.1", "150.0")), together(B, 2, browsers("154.1", "151.0")));

        assertThat(place(updated).place()).isEqualTo("2 replicas: wasm in Chrome Headless Shell; wasm in Firefox");
        assertThat(place(updated).pairs()).hasSize(2);
        assertThat(updated.differences())
                .extracting(SideDifference::words)
                .contains("browser: Chrome Headless Shell 153.0.1, Firefox 150.0 → Chrome Headless Shell 154.1, Firefox"
                        + " 151.0");
        assertThatThrownBy(() -> compare(
                        together(A, 2, browsers("153.0.1", "150.0")),
                        together(B, 2, Trainings.together("any", 1).place())))
                .as("other replicas")
                .hasMessageContaining("no target and seed in common");
    }

    @Test
    void replicas_beside_one_place_are_compared_in_losses_and_the_last_accuracy() {
        TrainingComparison mixed = compare(A.seeds(8), together(B, 8));

        PlaceComparison found = place(mixed);
        assertThat(found.place())
                .isEqualTo("wasm in Chrome Headless Shell, and 3 replicas: 2 × wasm in Chrome Headless Shell; cpu,"
                        + " onnxruntime");
        assertThat(found.pairs()).hasSize(8);
        assertThat(found.pairs().get(0).losses().orElseThrow().kind()).isEqualTo(Reproduction.BITWISE);
        assertThat(found.speed().finding()).isEqualTo(SpeedFinding.OTHER_PLAN);
        assertThat(found.speed().why()).contains("losses can be compared, and accuracy at a common last step");
        assertThat(found.steps().convergence())
                .as("they were looked at once, the other one often")
                .isEmpty();
        assertThat(found.accuracy().orElseThrow().difference()).isZero();
        assertThat(mixed.onlyBaseline()).isEmpty();
        assertThat(mixed.onlyCandidate()).isEmpty();
        assertThat(mixed.differences())
                .anyMatch(difference -> difference.words().contains("wasm 12 + wasm 12 + cpu 8"));
    }

    @Test
    void replicas_are_compared_with_the_same_replicas_in_speed_too() {
        TrainingComparison same = compare(together(A, 8), together(B, 8));

        assertThat(place(same).speed().finding()).isEqualTo(SpeedFinding.EQUIVALENT);
        assertThat(place(same).place()).isEqualTo("3 replicas: 2 × wasm in Chrome Headless Shell; cpu, onnxruntime");
    }

    @Test
    void replicas_on_several_machines_are_compared_with_nobody_in_speed() {
        TrainingPlace pooled = Trainings.pooled("any", 1).place();
        for (TrainingComparison compared : List.of(
                compare(together(A, 8), together(B.millis(8), 8, pooled)),
                compare(together(A, 8, pooled), together(B.millis(8), 8)),
                compare(together(A, 8, pooled), together(B.millis(8), 8, pooled)))) {
            assertThat(place(compared).speed().finding()).isEqualTo(SpeedFinding.NOT_COMPARED);
            assertThat(place(compared).speed().estimate()).isEmpty();
            assertThat(place(compared).speed().why()).contains("nobody knows on which machine");
            assertThat(place(compared).pairs().get(0).losses().orElseThrow().kind())
                    .isEqualTo(Reproduction.BITWISE);
        }
        assertThat(compare(together(A, 8), together(B, 8, pooled)).differences())
                .extracting(SideDifference::words)
                .contains("replicas: wasm 12 + wasm 12 + cpu 8 → wasm 12 + wasm 12 + cpu elsewhere 8");
    }

    @Test
    void losses_are_bounded_or_divergent_from_the_first_step_that_differs() {
        LossAgreement bounded = place(compare(B.loss(step -> step < 7 ? loss(step) : loss(step) * (1 + 1e-6)), 1))
                .pairs()
                .get(0)
                .losses()
                .orElseThrow();
        assertThat(bounded.kind()).isEqualTo(Reproduction.BOUNDED);
        assertThat(bounded.firstOther()).hasValue(7);
        LossAgreement divergent = place(compare(B.loss(step -> step < 9 ? loss(step) : Double.NaN), 1))
                .pairs()
                .get(0)
                .losses()
                .orElseThrow();
        assertThat(divergent.kind()).isEqualTo(Reproduction.DIVERGENT);
        assertThat(divergent.firstBeyond()).hasValue(9);
        assertThat(divergent.furthest()).isInfinite();
    }

    private static double loss(long step) {
        return A.loss().applyAsDouble(step);
    }

    @Test
    void what_is_no_longer_right_is_a_regression_and_nothing_is_said_of_its_speed() {
        TrainingComparison wrong = compare(B.verdict(Verdict.WRONG).millis(1), 1);

        assertThat(place(wrong).pairs().get(0).change()).hasValue(VerdictChange.Kind.CORRECTNESS);
        assertThat(wrong.regressions())
                .singleElement()
                .asString()
                .contains("was PASS and is WRONG")
                .contains("40 σ off");
        assertThat(place(wrong).speed().estimate()).isEmpty();
        assertThat(place(wrong).steps().convergence()).isEmpty();
        assertThat(place(wrong).accuracy()).isEmpty();
        assertThat(compare(A.verdict(Verdict.WRONG).seeds(1), B.seeds(1)).regressions())
                .as("better than before")
                .isEmpty();
    }

    @Test
    void a_slower_step_is_shown_by_several_seeds_and_on_one_machine_only() {
        TrainingComparison slower = compare(B.millis(8), 6);
        assertThat(place(slower).speed().finding()).isEqualTo(SpeedFinding.SLOWER);
        assertThat(place(slower).speed().estimate().orElseThrow().ratio()).isBetween(1.8, 2.0);
        assertThat(slower.regressions()).singleElement().asString().contains("the baseline's time for a step");
        assertThat(compare(B.millis(2), 6).regressions()).isEmpty();

        TrainingComparison elsewhere =
                compare(B.millis(8).place(Optional.of("e".repeat(64)), "Chrome Headless Shell 153.0.1", "1.29.0"), 6);
        assertThat(elsewhere.sameMachine()).isFalse();
        assertThat(elsewhere.regressions()).isEmpty();
        assertThat(compare(B.millis(8).place(Optional.empty(), "Chrome Headless Shell 153.0.1", "1.29.0"), 6)
                        .regressions())
                .as("nobody knows the machine")
                .isEmpty();
        assertThat(place(compare(B.millis(4.2), 1)).speed().finding())
                .as("one run a side shows no 5 %")
                .isEqualTo(SpeedFinding.NO_DIFFERENCE_SHOWN);
    }

    @Test
    void steps_to_the_target_are_held_against_each_other_seed_by_seed() {
        TrainingComparison later = compare(B.rightAt(step -> Math.min(190, 80 + 2 * step)), 8);
        ReferenceConvergence found = place(later).steps().convergence().orElseThrow();
        assertThat(found.verdict()).isEqualTo(ReferenceConvergence.Verdict.TOO_SLOW);
        assertThat(found.p()).isEqualTo(2 / 256.0);
        assertThat(later.regressions()).anySatisfy(worse -> assertThat(worse).contains("later than the baseline"));
        assertThat(place(compare(B.rightAt(step -> Math.min(190, 80 + 2 * step)), 5))
                        .steps()
                        .convergence()
                        .orElseThrow()
                        .verdict())
                .isEqualTo(ReferenceConvergence.Verdict.TOO_FEW_SEEDS);

        List<TrainingRun> cut = compareCut(B.rightAt(step -> 20));
        TrainingComparison unknown = compare(A.seeds(1), cut);
        assertThat(place(unknown).steps().leftOut()).isEqualTo(1);
        assertThat(place(unknown).steps().why()).isPresent();
    }

    /** One that ended before its steps were made, not there yet. */
    private static List<TrainingRun> compareCut(SeededRuns runs) {
        TrainingRun whole = runs.seeds(1).get(0);
        return List.of(new TrainingRun(
                whole.key(),
                whole.at(),
                whole.product(),
                whole.place(),
                whole.task(),
                whole.found(),
                whole.steps().subList(0, 30),
                whole.evaluations().subList(0, 3),
                List.of(),
                false));
    }

    @Test
    void a_fifth_more_from_one_day_to_the_next_may_be_the_load_that_nobody_watched() {
        List<TrainingRun> nextDay = B.millis(4.8).seeds(6).stream()
                .map(run -> new TrainingRun(
                        run.key(),
                        run.at().plus(Duration.ofDays(1)),
                        run.product(),
                        run.place(),
                        run.task(),
                        run.found(),
                        run.steps(),
                        run.evaluations(),
                        run.layers(),
                        false))
                .toList();
        TrainingComparison compared = compare(A.seeds(6), nextDay);

        assertThat(place(compared).speed().estimate().orElseThrow().ratio()).isBetween(1.15, 1.25);
        assertThat(place(compared).speed().finding()).isEqualTo(SpeedFinding.NO_DIFFERENCE_SHOWN);
        assertThat(compared.regressions()).isEmpty();
    }

    @Test
    void other_threads_and_another_graph_optimization_are_told_and_their_speed_is_not_compared() {
        TrainingComparison other = compare(
                A.settings(1, "all").seeds(6),
                B.millis(8).settings(2, "disabled").seeds(6));

        assertThat(other.differences())
                .extracting(difference -> difference.words())
                .containsExactly("threads: 1 → 2", "graph optimization: all → disabled");
        assertThat(place(other).speed().finding()).isEqualTo(SpeedFinding.OTHER_PLAN);
        assertThat(other.regressions()).isEmpty();
    }

    @Test
    void less_accuracy_is_told_with_its_interval_and_more_is_no_regression() {
        TrainingComparison less = compare(B.rightAt(step -> Math.min(150, 100 + 2 * step)), 1);
        AccuracyDifference found = place(less).accuracy().orElseThrow();
        assertThat(found.basis()).isEqualTo(AccuracyDifference.Basis.INDEPENDENT_SAMPLES);
        assertThat(found.difference()).isEqualTo(149 / 200.0 - 189 / 200.0);
        assertThat(found.ci95().high()).isNegative();
        assertThat(less.regressions()).anySatisfy(worse -> assertThat(worse).contains("less of the held-out data"));
        assertThat(compare(B.rightAt(step -> 199), 1).regressions()).isEmpty();
        assertThat(compare(B.rightAt(step -> Math.min(187, 100 + 2 * step)), 1).regressions())
                .as("3 of 200, which chance explains")
                .isEmpty();

        AccuracyDifference seeds = place(compare(B.rightAt(step -> Math.min(187, 100 + 2 * step)), 5))
                .accuracy()
                .orElseThrow();
        assertThat(seeds.basis()).isEqualTo(AccuracyDifference.Basis.PAIRED_SEEDS);
        assertThat(seeds.ci95().high()).as("the same at every seed").isNegative();
    }

    /** Worked by hand: Wilson has 0.2366 to 0.7634 of 5 of 10, and 0.5958 to 0.9821 of 9 of 10. */
    @Test
    void the_interval_of_two_shares_is_newcombes() {
        AccuracyDifference found = AccuracyDifference.of(List.of(new AccuracyDifference.Looks(1, 5, 9, 10)))
                .orElseThrow();
        assertThat(found.ci95().low()).isCloseTo(-0.0024, within(5e-4));
        assertThat(found.ci95().high()).isCloseTo(0.6759, within(5e-4));
    }

    @Test
    void other_versions_are_one_place_and_other_seeds_states_and_browsers_are_not() {
        TrainingComparison updated = compare(B.place(MACHINE, "Chrome Headless Shell 154.1", "1.30.0"), 1);
        assertThat(place(updated).pairs()).hasSize(1);
        assertThat(updated.differences())
                .extracting(difference -> difference.words())
                .containsExactly(
                        "browser: Chrome Headless Shell 153.0.1 → Chrome Headless Shell 154.1",
                        "engine: onnxruntime-web 1.29.0 → onnxruntime-web 1.30.0");

        assertThatThrownBy(() -> compare(B.place(MACHINE, "Firefox 150", "1.29.0"), 1))
                .hasMessageContaining("no target and seed in common")
                .hasMessageContaining("wasm in Chrome Headless Shell, seed 1, and wasm in Firefox, seed 1");

        TrainingComparison fewer = compare(A.seeds(3), B.seeds(2));
        assertThat(place(fewer).pairs()).hasSize(2);
        assertThat(fewer.onlyBaseline()).containsExactly("wasm in Chrome Headless Shell, seed 3");
    }

    @Test
    void of_two_versions_of_a_browser_on_one_side_none_is_paired() {
        List<TrainingRun> twice = Stream.concat(
                        B.seeds(1).stream(), B.place(MACHINE, "Chrome Headless Shell 154", "1.29.0").seeds(1).stream())
                .toList();
        assertThat(TrainingSides.of(A.seeds(1), twice).onlyCandidate())
                .singleElement()
                .asString()
                .contains("more than once");
        assertThatThrownBy(() -> compare(A.seeds(1), twice)).hasMessageContaining("no target and seed in common");
    }

    @Test
    void another_batch_or_other_data_are_not_comparable() {
        assertThat(TrainingSides.of(A.seeds(1), B.batch(64).seeds(1)).unlike()).containsExactly("batch: 32 → 64");
        assertThat(TrainingSides.of(A.seeds(1), B.seeds(2)).unlike()).isEmpty();
        assertThatThrownBy(() -> compare(B.batch(64), 1)).hasMessageContaining("not comparable: batch: 32 → 64");
    }

    @Test
    void files_with_other_bytes_are_not_comparable_whatever_they_are_called() {
        SeededRuns known = B.model("beef".repeat(16));

        assertThatThrownBy(() -> compare(A.model("f00d".repeat(16)).seeds(1), known.seeds(1)))
                .hasMessageContaining(
                        "not comparable: hash of the model: %s → %s", "f00d".repeat(16), "beef".repeat(16));
        assertThat(compare(A.model("beef".repeat(16)).seeds(1), known.seeds(1)).differences())
                .isEmpty();
    }

    @Test
    void a_hash_that_one_side_does_not_tell_is_a_difference_and_no_more() {
        assertThat(compare(B.model("beef".repeat(16)), 1).differences())
                .extracting(SideDifference::words)
                .containsExactly("hash of the model: (none) → " + "beef".repeat(16));
    }

    @Test
    void another_chain_to_the_same_backend_is_paired_and_told() {
        TrainingComparison compared = compare(
                A.chain("webnn→wasm", "wasm").seeds(2),
                B.chain("webgpu→wasm", "wasm").seeds(2));

        assertThat(place(compared).pairs()).hasSize(2);
        assertThat(compared.differences())
                .extracting(SideDifference::words)
                .containsExactly("chain asked for: webnn→wasm → webgpu→wasm");
        assertThat(compare(
                                A.chain("webgpu→wasm", "wasm").seeds(2),
                                B.chain("webgpu→wasm", "wasm").seeds(2))
                        .differences())
                .as("negative control")
                .isEmpty();
    }

    @Test
    void a_chain_that_came_to_another_backend_is_told_with_both() {
        List<TrainingRun> there = Stream.of(
                        B.seeds(1), B.chain("webgpu→webnn", "webnn").seeds(1))
                .flatMap(List::stream)
                .toList();
        List<TrainingRun> here = Stream.of(
                        A.seeds(1), A.chain("webgpu→webnn", "webgpu").seeds(1))
                .flatMap(List::stream)
                .toList();

        assertThat(compare(here, there).differences())
                .extracting(SideDifference::words)
                .containsExactly("where the chain webgpu→webnn came to: webgpu in Chrome Headless Shell → webnn in"
                        + " Chrome Headless Shell");
        assertThatThrownBy(() -> compare(here.subList(1, 2), there.subList(1, 2)))
                .hasMessageContaining("where the chain webgpu→webnn came to: webgpu in Chrome");
    }

    @Test
    void the_document_is_as_its_schema_says() {
        for (TrainingComparison each : List.of(
                compare(B, 8),
                compare(B.verdict(Verdict.WRONG), 2),
                compare(B.loss(step -> Double.NaN).millis(8), 3),
                compare(B.place(MACHINE, "Chrome Headless Shell 154", "1.30.0"), 1),
                new TrainingComparer(ComparisonOptions.DEFAULT, OptionalDouble.empty()).of(A.seeds(1), B.seeds(1)))) {
            ObjectNode document = Json.MAPPER.valueToTree(TrainingComparisonDocument.of(each));
            assertThat(SchemaCheck.complaints(TrainingComparisonDocument.schema(), document))
                    .isEmpty();
            document.remove("places");
            assertThat(SchemaCheck.complaints(TrainingComparisonDocument.schema(), document))
                    .as("negative control")
                    .isNotEmpty();
        }
    }
}
