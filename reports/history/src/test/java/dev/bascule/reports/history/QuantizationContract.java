package dev.bascule.reports.history;

import static dev.bascule.reports.fixture.Quantizations.BEGUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.quantization.QuantizationRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was made smaller. */
interface QuantizationContract {
    /** A new, empty history. */
    History history();

    @Test
    default void quantisations_are_read_back_as_they_were_kept_and_make_no_run_and_no_cell() {
        QuantizationRun kept = Quantizations.of("q1");
        QuantizationRun imported = Quantizations.of("q2").asImported();
        try (History history = history()) {
            assertThat(history.quantizations()).isEmpty();
            history.keepQuantization(kept);
            history.keepQuantization(imported);
            assertThat(history.quantization("q1")).contains(kept);
            assertThat(history.quantization("q2")).contains(imported);
            assertThat(history.quantization("q3")).isEmpty();
            List<QuantizationHeading.Target> targets = List.of(
                    new QuantizationHeading.Target("native/cpu", Optional.of("small"), true),
                    new QuantizationHeading.Target("chrome/webnn-cpu", Optional.empty(), false));
            assertThat(history.quantizations())
                    .containsExactly(
                            new QuantizationHeading("q2", BEGUN, "lenet", "digits", 5, targets, false, true),
                            new QuantizationHeading("q1", BEGUN, "lenet", "digits", 5, targets, false, false));
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
            assertThat(history.trainings()).isEmpty();
            assertThat(history.matrixPage(MatrixQuery.ALL).totals().cells()).isZero();
        }
    }

    @Test
    default void one_that_was_stopped_before_anything_was_measured_is_one_all_the_same() {
        QuantizationRun whole = Quantizations.of("q1");
        QuantizationRun stopped = new QuantizationRun(
                "q1",
                whole.at(),
                whole.product(),
                whole.machine(),
                whole.model(),
                new QuantizationRun.Data("made", "d2", 20, 5, Optional.empty()),
                whole.budget(),
                whole.seed(),
                whole.variants().subList(0, 1),
                List.of(),
                List.of("samples are in both parts"),
                List.of(),
                true,
                false);
        try (History history = history()) {
            history.keepQuantization(stopped);
            assertThat(history.quantization("q1")).contains(stopped);
            assertThat(history.quantizations())
                    .containsExactly(new QuantizationHeading("q1", BEGUN, "lenet", "made", 0, List.of(), true, false));
        }
    }

    @Test
    default void a_quantisation_is_kept_once_and_only_one_that_hangs_together() {
        QuantizationRun whole = Quantizations.of("q1");
        QuantizationRun others = new QuantizationRun(
                "q2",
                whole.at(),
                whole.product(),
                whole.machine(),
                whole.model(),
                whole.data(),
                whole.budget(),
                whole.seed(),
                whole.variants().subList(0, 2),
                whole.targets(),
                List.of(),
                List.of(),
                false,
                false);
        try (History history = history()) {
            history.keepQuantization(whole);
            assertThatIllegalArgumentException().isThrownBy(() -> history.keepQuantization(whole.asImported()));
            assertThatIllegalArgumentException()
                    .as("what was measured was not made")
                    .isThrownBy(() -> history.keepQuantization(others));
            assertThat(history.quantization("q1")).contains(whole);
            assertThat(history.quantizations()).hasSize(1);
        }
    }
}
