package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CarriedInferenceTest {
    private static final Tensor START = Tensor.floats(ScriptedSession.ONE, 100);
    private static final Tensor X = Tensor.floats(ScriptedSession.ONE, 5);

    private final ScriptedSession session = new ScriptedSession(i -> i + 1f, 0);

    private List<Float> states() {
        return session.fed().stream()
                .map(inputs -> inputs.get("state").data().getFloat(0))
                .toList();
    }

    private CarriedInference carried(Map<String, Tensor> initial) {
        return new CarriedInference(session, initial, session.feed(initial), Map.of("state", "y"));
    }

    private void run(CarriedInference inferences, Map<String, Tensor> inputs) throws Exception {
        inferences.run(inputs, session.clock()).close();
    }

    @Test
    void a_carried_input_that_is_left_out_takes_the_output_before_and_first_the_sessions_own() throws Exception {
        CarriedInference inferences = carried(Map.of("state", START));
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
        run(carried(initial), Map.of());
        assertThat(states()).containsExactly(100f);
        assertThat(session.open()).isEqualTo(1);
    }

    @Test
    void one_that_is_given_is_used_and_ends_the_row() throws Exception {
        CarriedInference inferences = carried(Map.of("state", START));
        run(inferences, Map.of("x", X));
        run(inferences, Map.of("x", X, "state", X));

        assertThat(states()).containsExactly(100f, 5f);
        assertThat(session.open()).isZero();
        run(inferences, Map.of("x", X));
        assertThat(states()).containsExactly(100f, 5f, 100f);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_step_that_is_given_all_is_gone_on_from_and_only_the_last_results_are_kept(boolean partial) throws Exception {
        CarriedInference steps = carried(Map.of("state", START, "x", X));
        if (partial) {
            session.takingPartialFeeds();
        }
        Tensor given = Tensor.floats(ScriptedSession.ONE, 7);
        for (Map<String, Tensor> inputs :
                List.of(Map.<String, Tensor>of(), Map.of("state", given, "x", given), Map.of("x", given))) {
            steps.step(inputs, session.clock()).close();
            assertThat(session.open()).isEqualTo(1);
        }

        assertThat(states()).containsExactly(100f, 7f, 2f);
        assertThat(session.fed()).allSatisfy(inputs -> assertThat(inputs).containsOnlyKeys("state", "x"));
        assertThat(session.fed().get(0)).containsEntry("x", X);
        assertThat(steps.last().tensor("y")).isEqualTo(Tensor.floats(ScriptedSession.ONE, 3));
        steps.release();
        assertThat(session.open()).isZero();
    }
}
