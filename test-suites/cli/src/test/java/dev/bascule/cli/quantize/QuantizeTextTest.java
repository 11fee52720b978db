package dev.bascule.cli.quantize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.quantization.LayerChange;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuantizeTextTest {
    private static String alone(Map<Integer, Double> measured) {
        return QuantizeText.alone(new LayerChange("n", "MatMul", "w", 4, 8, 16, 4, 0.1).with(measured));
    }

    @Test
    void a_trial_that_is_missing_shifts_no_other() {
        assertThat(alone(Map.of(4, 0.5, 8, 0.25, 16, 0.0))).isEqualTo("0.50, 0.25, 0");
        assertThat(alone(Map.of(8, 0.25, 16, 0.0))).isEqualTo("-, 0.25, 0");
        assertThat(alone(Map.of(4, 0.5, 16, 0.0))).isEqualTo("0.50, -, 0");
    }
}
