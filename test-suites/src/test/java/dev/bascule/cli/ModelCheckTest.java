package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.ModelCheck.Answer;
import dev.bascule.cli.ModelCheck.Basis;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelCheckTest {
    private static final ModelInfo MODEL = new ModelInfo(
            "tiny", "a".repeat(64), 100, Family.VISION, "task", Map.of("ai.onnx", 17L), Map.of("Relu", 1), 0);

    /** Negative control: where nothing was tried and nothing is known, nothing is promised. */
    @Test
    void nothing_known_is_unknown_with_the_reason_and_runs_nowhere() {
        ModelCheck check = ModelCheck.of(
                MODEL, List.of(Backends.WASM, Backends.NATIVE_CPU), Optional.empty(), List.of(), Optional.empty());
        assertThat(check.isRunnable()).isFalse();
        assertThat(check.rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.basis()).isEqualTo(Basis.UNKNOWN);
            assertThat(row.answer()).isEqualTo(Answer.UNKNOWN);
            assertThat(row.reason()).contains("not tried");
            assertThat(row.remedy()).contains("leave --no-run out");
        });
        assertThat(check.document().toString()).contains("basis=unknown");
    }
}
