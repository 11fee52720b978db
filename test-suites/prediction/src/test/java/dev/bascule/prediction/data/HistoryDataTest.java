package dev.bascule.prediction.data;

import static dev.bascule.prediction.Attempts.WASM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.prediction.Attempts;
import dev.bascule.reports.history.TimedAttempt;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryDataTest {
    private static final String INPUTS = "x float32[1,3,64,64]";
    private static final TimedAttempt PLAIN = Attempts.of("a", INPUTS, WASM, 0, Outcome.SUCCEEDED, 5);
    private static final TimedAttempt UNSUPPORTED = Attempts.of("a", INPUTS, WASM, 0, Outcome.UNSUPPORTED, 5);

    @ParameterizedTest
    @CsvSource({
        "executionMode, parallel",
        "graphOptimization, disabled",
        "precision, fp16",
        "arena, off",
        "device, 1",
        "deviceMemoryLimit, 2GiB"
    })
    void what_ran_by_other_settings_teaches_nothing_of_the_plain_place(String setting, String value) {
        Map<String, String> settings = Map.of("batch", "1", "threads", "4", setting, value);

        assertThat(HistoryData.observed(Attempts.by(settings, PLAIN))).isEmpty();
        assertThat(CannotRun.of(List.of(Attempts.by(settings, UNSUPPORTED)))
                        .why(new PredictedModel.Key("a", INPUTS), WASM))
                .isEmpty();
    }

    @Test
    void threads_batch_and_sizes_are_told_by_the_keys_and_teach() {
        Map<String, String> settings = Map.of("batch", "8", "threads", "4", "dim.sequence", "32", "frame.audio", "512");

        assertThat(HistoryData.observed(Attempts.by(settings, PLAIN)))
                .hasValueSatisfying(seen -> assertThat(seen.millis()).isEqualTo(5));
        assertThat(CannotRun.of(List.of(Attempts.by(settings, UNSUPPORTED)))
                        .why(new PredictedModel.Key("a", INPUTS), WASM))
                .isPresent();
    }
}
