package dev.bascule.prediction.data;

import static dev.bascule.prediction.Attempts.WASM;
import static dev.bascule.prediction.Attempts.WEBNN;
import static dev.bascule.prediction.Attempts.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.prediction.Attempts;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CannotRunTest {
    private static final String SMALL = "x float32[1,3,224,224]";
    private static final String LARGE = "x float32[64,3,224,224]";

    private final List<TimedAttempt> attempts = new ArrayList<>();

    private CannotRunTest tried(String inputs, TargetKey target, Outcome outcome) {
        attempts.add(Attempts.of("a", inputs, target, attempts.size(), outcome, 5));
        return this;
    }

    private Optional<String> why(String inputs, TargetKey target) {
        return CannotRun.of(attempts).why(new PredictedModel.Key("a", inputs), target);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNSUPPORTED", "COMPILE_FAILED", "OUT_OF_MEMORY", "WRONG", "CRASHED"})
    void the_same_model_with_the_same_inputs_cannot_run_where_it_ended_so(Outcome outcome) {
        tried(SMALL, WEBNN, outcome);
        assertThat(why(SMALL, WEBNN))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains(outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .contains("2026-11-28"));
        assertThat(why(SMALL, WASM)).isEmpty();
        tried(SMALL, WEBNN, Outcome.SUCCEEDED);
        assertThat(why(SMALL, WEBNN)).as("it went right since").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"SUCCEEDED", "TIMED_OUT", "DEVICE_LOST", "FAILED", "NOT_JUDGED", "CANCELLED"})
    void other_ends_say_nothing_of_it(Outcome outcome) {
        tried(SMALL, WEBNN, outcome);
        assertThat(why(SMALL, WEBNN)).isEmpty();
    }

    @Test
    void what_did_not_fit_in_memory_does_not_with_larger_inputs_and_may_with_smaller_ones() {
        tried(LARGE, WEBNN, Outcome.OUT_OF_MEMORY);
        assertThat(why(SMALL, WEBNN)).isEmpty();
        assertThat(why("x float32[65,3,224,224]", WEBNN))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("out of memory").contains("no larger inputs"));
        tried(LARGE, WEBNN, Outcome.SUCCEEDED);
        assertThat(why("x float32[65,3,224,224]", WEBNN)).isEmpty();
    }

    @Test
    void a_crash_and_wrong_outputs_with_other_inputs_say_nothing() {
        tried(SMALL, WEBNN, Outcome.CRASHED);
        tried(SMALL, WEBNN, Outcome.WRONG);
        assertThat(why(LARGE, WEBNN)).isEmpty();
    }

    @Test
    void a_crash_on_one_number_of_threads_says_nothing_of_another() {
        tried(SMALL, threads(WASM, 2), Outcome.CRASHED);
        assertThat(why(SMALL, WASM)).isEmpty();
        assertThat(why(SMALL, threads(WASM, 2))).isPresent();
    }

    @Test
    void one_crash_among_as_many_right_runs_is_none_of_the_model() {
        tried(SMALL, WASM, Outcome.SUCCEEDED);
        tried(SMALL, WASM, Outcome.CRASHED);
        assertThat(why(SMALL, WASM)).isEmpty();
        tried(SMALL, WASM, Outcome.CRASHED);
        assertThat(why(SMALL, WASM)).isPresent();
    }

    @Test
    void what_a_backend_does_not_take_it_does_not_take_on_other_threads() {
        tried(SMALL, WASM, Outcome.UNSUPPORTED);
        assertThat(why(SMALL, threads(WASM, 2)))
                .hasValueSatisfying(why -> assertThat(why).contains("on one thread"));
        tried(SMALL, threads(WASM, 2), Outcome.SUCCEEDED);
        assertThat(why(SMALL, threads(WASM, 2))).isEmpty();
        assertThat(why(SMALL, WASM))
                .as("that number of threads was tried itself")
                .isPresent();
    }

    @Test
    void a_backend_that_was_not_there_is_a_reason_until_something_ran_there() {
        tried(SMALL, WEBNN, Outcome.UNAVAILABLE);
        assertThat(why(LARGE, WEBNN)).hasValueSatisfying(why -> assertThat(why).contains("was not there"));
        assertThat(CannotRun.of(attempts).failed(new PredictedModel.Key("a", SMALL), WEBNN))
                .isFalse();
        attempts.add(Attempts.of("b", SMALL, WEBNN, 1, Outcome.SUCCEEDED, 5));
        assertThat(why(LARGE, WEBNN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            x float32[1,3]            ; x float32[1,3]            ; true
            x float32[1,3]            ; x float32[2,3]            ; true
            x float32[2,3]            ; x float32[1,9]            ; false
            x float32[1,3]            ; y float32[1,3]            ; false
            x float32[1,3]            ; x float16[1,3]            ; false
            x float32[1,3]            ; x float32[1,3,1]          ; false
            a int64[1,8], b int64[1]  ; a int64[1,9], b int64[1]  ; true
            ''                        ; x float32[1,3]            ; false
            """)
    void inputs_are_no_larger_where_no_dimension_is(String tried, String asked, boolean noLarger) {
        assertThat(CannotRun.isNoLarger(tried, asked)).isEqualTo(noLarger);
    }
}
