package dev.bascule.reports.history;

import static dev.bascule.reports.fixture.Trainings.BEGUN;
import static dev.bascule.reports.fixture.Trainings.fell;
import static dev.bascule.reports.fixture.Trainings.right;
import static dev.bascule.reports.fixture.Trainings.together;
import static dev.bascule.reports.fixture.Trainings.wrong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What was trained. */
interface TrainingContract {
    /** A new, empty history. */
    History history();

    @Test
    default void trainings_are_read_back_as_they_were_kept_and_make_no_run_and_no_cell() {
        List<TrainingRun> kept = List.of(
                right("r1", 1, "wasm"),
                wrong("r1", 2, "webgpu"),
                fell("r1", 3, "webnn", "no kernel for 'Einsum' <b>&\n\u0000\uD83D\uDE00"));
        try (History history = history()) {
            assertThat(history.trainings()).isEmpty();
            history.keepTrainings(kept);
            history.keepTrainings(List.of(right("r2", 1, "cpu").asImported()));
            history.keepTrainings(List.of());
            assertThat(history.training("r1")).isEqualTo(kept);
            assertThat(history.training("r2"))
                    .containsExactly(right("r2", 1, "cpu").asImported());
            assertThat(history.training("r3")).isEmpty();
            assertThat(history.trainings())
                    .containsExactly(
                            new TrainingHeading(
                                    "r2",
                                    BEGUN,
                                    "mlp",
                                    "digits",
                                    "adam",
                                    List.of("cpu"),
                                    List.of(Verdict.PASS),
                                    Optional.of(new TrainingHeading.Accuracies(337 / 359.0, 337 / 359.0)),
                                    true),
                            new TrainingHeading(
                                    "r1",
                                    BEGUN,
                                    "mlp",
                                    "digits",
                                    "adam",
                                    List.of("wasm", "webgpu", "webnn"),
                                    List.of(Verdict.PASS, Verdict.WRONG, Verdict.UNSUPPORTED),
                                    Optional.of(new TrainingHeading.Accuracies(337 / 359.0, 337 / 359.0)),
                                    false));
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
            assertThat(history.matrixPage(MatrixQuery.ALL).totals().cells()).isZero();
        }
    }

    @Test
    default void one_that_went_on_from_a_checkpoint_says_so_when_it_is_read() {
        TrainingRun kept = Trainings.resumed("r1", 1, "wasm");
        try (History history = history()) {
            history.keepTrainings(List.of(kept));
            assertThat(history.training("r1")).containsExactly(kept);
            assertThat(history.training("r1").get(0).wentOnFrom())
                    .contains("step 20 of ck.safetensors (state abababababab…)");
        }
    }

    @Test
    default void replicas_that_trained_together_are_one_training_with_all_their_places() {
        TrainingRun kept = together("r1", 1);
        TrainingRun pooled = Trainings.pooled("r3", 1);
        try (History history = history()) {
            history.keepTrainings(List.of(kept));
            history.keepTrainings(List.of(right("r2", 1, "cpu")));
            assertThat(history.training("r1")).containsExactly(kept);
            assertThat(history.training("r2").get(0).place().replicas()).isEmpty();
            assertThat(history.trainings().get(1).backends()).containsExactly("3 replicas (wasm, wasm, cpu)");
            history.keepTrainings(List.of(pooled));
            assertThat(history.training("r3")).containsExactly(pooled);
            assertThat(history.trainings())
                    .anySatisfy(heading ->
                            assertThat(heading.backends()).containsExactly("3 replicas (wasm, wasm, cpu elsewhere)"));
        }
        assertThat(pooled.place().words()).endsWith("; cpu, onnxruntime 1.29.0 by w1");
        assertThat(kept.place().words())
                .isEqualTo("3 replicas: 2 × wasm in Chrome Headless Shell 153; cpu, onnxruntime 1.29.0");
    }

    @Test
    default void accuracies_are_of_what_is_right_and_none_where_nothing_is() {
        try (History history = history()) {
            history.keepTrainings(List.of(wrong("r1", 1, "wasm"), fell("r1", 2, "webnn", "no kernel")));
            TrainingRun early = right("r2", 2, "cpu");
            history.keepTrainings(List.of(
                    right("r2", 1, "wasm"),
                    new TrainingRun(
                            early.key(),
                            early.at(),
                            early.product(),
                            early.place(),
                            early.task(),
                            early.found(),
                            early.steps(),
                            early.evaluations().subList(0, 1),
                            early.layers(),
                            false)));
            assertThat(history.trainings())
                    .extracting(TrainingHeading::accuracies)
                    .containsExactly(
                            Optional.of(new TrainingHeading.Accuracies(280 / 359.0, 337 / 359.0)), Optional.empty());
        }
    }

    @Test
    default void a_loss_that_is_no_number_stays_one() {
        TrainingRun one = wrong("r1", 1, "wasm");
        TrainingRun broken = new TrainingRun(
                one.key(),
                one.at(),
                one.product(),
                one.place(),
                one.task(),
                one.found(),
                List.of(
                        new TrainingStep(1, Double.NaN, OptionalDouble.empty(), OptionalDouble.empty()),
                        new TrainingStep(2, Double.POSITIVE_INFINITY, OptionalDouble.of(0), OptionalDouble.of(0.1))),
                one.evaluations(),
                one.layers(),
                false);
        try (History history = history()) {
            history.keepTrainings(List.of(broken));
            assertThat(history.training("r1")).containsExactly(broken);
        }
    }

    @Test
    default void a_training_is_kept_once() {
        try (History history = history()) {
            history.keepTrainings(List.of(right("r1", 1, "wasm")));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> history.keepTrainings(List.of(right("r1", 2, "cpu"), right("r1", 1, "cpu"))));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> history.keepTrainings(List.of(right("r2", 1, "cpu"), right("r2", 1, "wasm"))));
            assertThat(history.training("r1")).containsExactly(right("r1", 1, "wasm"));
            assertThat(history.training("r2")).isEmpty();
        }
    }
}
