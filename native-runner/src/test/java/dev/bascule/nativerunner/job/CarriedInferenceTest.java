package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CarriedInferenceTest {
    private static final Tensor START = Tensor.floats(ScriptedSession.ONE, 100);
    private static final Tensor X = Tensor.floats(ScriptedSession.ONE, 5);

    private final ScriptedSession session = new ScriptedSession(i -> i + 1f, 0);

    private List<Float> states() {
        return session.fed().stream()
                .map(inputs -> inputs.get("state").data().getFloat(0))
                .toList();
    }

    private void run(CarriedInference inferences, Map<String, Tensor> inputs) throws Exception {
        inferences.run(inputs, session.clock()).close();
    }

    @Test
    void a_carried_input_that_is_left_out_takes_the_output_before_and_first_the_sessions_own() throws Exception {
        CarriedInference inferences = new CarriedInference(session, Map.of("state", START), Map.of("state", "y"));
        for (int i = 0; i < 3; i++) {
            run(inferences, Map.of("x", X));
        }

        assertThat(states()).containsExactly(100f, 1f, 2f);
        assertThat(session.open()).isEqualTo(1);
        inferences.release();
        assertThat(session.open()).isZero();
    }

    @Test
    void what_is_the_same_at_each_step_is_the_sessions_own_where_anything_is_carried() throws Exception {
        Map<String, Tensor> initial = Map.of("state", START, "x", X);
        run(new CarriedInference(session, initial, Map.of("state", "y")), Map.of());
        assertThat(states()).containsExactly(100f);
        assertThat(session.open()).isEqualTo(1);
    }

    @Test
    void one_that_is_given_is_used_and_ends_the_row() throws Exception {
        CarriedInference inferences = new CarriedInference(session, Map.of("state", START), Map.of("state", "y"));
        run(inferences, Map.of("x", X));
        run(inferences, Map.of("x", X, "state", X));

        assertThat(states()).containsExactly(100f, 5f);
        assertThat(session.open()).isZero();
        run(inferences, Map.of("x", X));
        assertThat(states()).containsExactly(100f, 5f, 100f);
    }
}
