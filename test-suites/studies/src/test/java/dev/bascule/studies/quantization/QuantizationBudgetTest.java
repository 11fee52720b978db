package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.studies.quantization.QuantizationBudget.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantizationBudgetTest {

    @Test
    void it_reads_what_is_kept() {
        QuantizationBudget budget = QuantizationBudget.parse("accuracy=0.5%,bytes=1MB,p95=20ms");

        assertThat(budget.limits())
                .containsEntry(Limit.ACCURACY, 0.005)
                .containsEntry(Limit.BYTES, 1e6)
                .containsEntry(Limit.P95, 20.0);
        assertThat(budget.words()).isEqualTo("accuracy 0.50 points, bytes 977 KiB, p95 20.0 ms");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acuracy=1%|did you mean 'accuracy'",
                "accuracy|is no WHAT=MOST",
                "accuracy=1%,|is no WHAT=MOST",
                "accuracy=101%|no share",
                "accuracy=1|with the % sign",
                "accuracy=0.005|with the % sign",
                "accuracy=-1|no share",
                "bytes=0|no size",
                "p95=0|no time",
                "p50=fast|no time",
                "p50=1ms,p50=2ms|limited twice"
            })
    void what_it_cannot_read_is_told(String text, String why) {
        assertThatThrownBy(() -> QuantizationBudget.parse(text))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining(why);
    }
}
