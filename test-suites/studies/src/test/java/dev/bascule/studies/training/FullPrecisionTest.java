package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.SessionSettings;
import org.junit.jupiter.api.Test;

class FullPrecisionTest {
    private static final SessionSettings USUAL = SessionSettings.defaults();

    @Test
    void openvino_is_told_and_it_is_said() {
        FullPrecision precision = FullPrecision.of(Backends.OPENVINO, USUAL);

        assertThat(precision.settings().options().precision()).contains(Precision.FLOAT32);
        assertThat(precision.note().orElseThrow()).contains("bf16");
    }

    @Test
    void what_was_asked_for_stays() {
        SessionSettings narrow = USUAL.withOptions(EngineOptions.DEFAULTS.withPrecision(Precision.BFLOAT16));

        assertThat(FullPrecision.of(Backends.OPENVINO, narrow).settings()).isEqualTo(narrow);
    }

    @Test
    void backends_without_a_switch_are_left_alone_and_the_one_that_needs_it_says_what_to_do() {
        assertThat(FullPrecision.of(Backends.NATIVE_CPU, USUAL).settings()).isEqualTo(USUAL);
        assertThat(FullPrecision.of(Backends.TENSORRT, USUAL).settings()).isEqualTo(USUAL);
        assertThat(FullPrecision.of(Backends.TENSORRT, USUAL).note().orElseThrow())
                .contains("NVIDIA_TF32_OVERRIDE=0");
    }
}
