package dev.bascule.fallback.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FeedsTest {
    private static final Tensor A = Tensor.floats(Shape.of(1), 1);
    private static final Tensor B = Tensor.floats(Shape.of(1), 2);

    @Test
    void one_tensor_serves_every_step_and_a_list_serves_one_each() {
        Feeds feeds = new Feeds(Map.of("x", List.of(A, B), "rate", List.of(A)), Map.of());
        assertThat(feeds.steps()).isEqualTo(2);
        assertThat(feeds.step(0)).isEqualTo(Map.of("x", A, "rate", A));
        assertThat(feeds.step(1)).isEqualTo(Map.of("x", B, "rate", A));
    }

    @Test
    void a_model_without_inputs_has_one_step() {
        assertThat(Feeds.of(Map.of()).steps()).isEqualTo(1);
        assertThat(Feeds.of(Map.of("x", A)).step(0)).isEqualTo(Map.of("x", A));
    }

    @Test
    void inputs_with_different_numbers_of_steps_do_not_fit() {
        assertMismatch(Map.of("x", List.of(A, B), "y", List.of(A, B, A)), Map.of());
        assertMismatch(Map.of("x", List.of(A, B), "y", List.of()), Map.of());
    }

    @Test
    void a_carried_input_needs_a_tensor_to_start_from() {
        assertMismatch(Map.of("x", List.of(A)), Map.of("state", "stateN"));
        Feeds feeds = new Feeds(Map.of("x", List.of(A, B), "state", List.of(B)), Map.of("state", "stateN"));
        assertThat(feeds.step(1)).containsEntry("state", B);
    }

    @Test
    void the_default_settings_are_these() {
        assertThat(SessionSettings.defaults())
                .isEqualTo(new SessionSettings(
                        1,
                        GraphOptimization.ALL,
                        false,
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        EngineOptions.DEFAULTS));
    }

    @Test
    void the_reference_runs_without_graph_optimisation_and_without_an_evidence_session() {
        SessionSettings settings = SessionSettings.defaults().withThreads(4).withDeviceType(DeviceType.GPU);
        assertThat(settings.asReference())
                .isEqualTo(new SessionSettings(
                        4,
                        GraphOptimization.DISABLED,
                        false,
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        EngineOptions.DEFAULTS));
    }

    private static void assertMismatch(Map<String, List<Tensor>> inputs, Map<String, String> carry) {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> new Feeds(inputs, carry))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH));
    }
}
