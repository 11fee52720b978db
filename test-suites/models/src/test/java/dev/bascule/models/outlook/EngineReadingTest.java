package dev.bascule.models.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.outlook.EngineReading.Fit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineReadingTest {
    @ParameterizedTest
    @CsvSource({
        "1.29.0, 26, READS",
        "1.29.0, 27, REFUSES",
        "1.24.1, 25, READS",
        "1.24.1, 26, REFUSES",
        "1.28.0, 25, READS", // as the older one does
        "1.28.0, 27, REFUSES", // as the newer one does
        "1.28.0, 26, UNKNOWN",
        "1.20.0, 26, REFUSES",
        "1.20.0, 20, UNKNOWN", // older than any that was asked
        "1.31.0, 26, READS",
        "1.31.0, 27, UNKNOWN",
        "unknown, 17, UNKNOWN",
        "2.7.1, 17, UNKNOWN"
    })
    void a_version_reads_what_an_older_one_reads_and_refuses_what_a_newer_one_refuses(
            String version, long opset, Fit fit) {
        assertThat(EngineReading.of(version, Models.relu(opset, "ai.onnx", DType.FLOAT32))
                        .fit())
                .isEqualTo(fit);
    }

    @Test
    void a_domain_that_no_build_has_is_refused_by_the_operators_name() {
        EngineReading reading = EngineReading.of("1.29.0", Models.relu(17, "com.acme", DType.FLOAT32));
        assertThat(reading.fit()).isEqualTo(Fit.REFUSES);
        assertThat(reading.reason()).contains("com.acme.Relu", "ONNX Runtime 1.29");
    }
}
