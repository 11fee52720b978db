package dev.bascule.scheduling.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RememberedTest {
    @Test
    void what_nobody_asked_for_longest_is_forgotten() {
        Map<Integer, String> map = Remembered.map();
        for (int i = 0; i < Remembered.MOST; i++) {
            map.put(i, "given");
        }
        assertThat(map.getOrDefault(0, "none")).isEqualTo("given");

        map.put(Remembered.MOST, "given");

        assertThat(map)
                .hasSize(Remembered.MOST)
                .containsKeys(0, Remembered.MOST)
                .doesNotContainKey(1);
    }

    @Test
    void a_policy_forgets_workers_that_were_long_gone() {
        Policy policy = Policies.of("least-loaded", 0);
        assertThat(because(policy, "first")).endsWith(": 0");
        assertThat(because(policy, "first")).endsWith(": 1");

        for (int i = 0; i < Remembered.MOST; i++) {
            because(policy, "other-" + i);
        }

        assertThat(because(policy, "first")).endsWith(": 0");
    }

    private static String because(Policy policy, String worker) {
        return policy.place(PolicyRounds.round(
                        PolicyRounds.NOW,
                        List.of(PolicyRounds.job("a")),
                        PolicyRounds.times(Map.of()),
                        PolicyRounds.idle(worker)))
                .get(0)
                .because();
    }
}
