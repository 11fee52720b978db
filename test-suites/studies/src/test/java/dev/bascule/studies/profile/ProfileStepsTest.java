package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileStepsTest {
    @Test
    void each_workload_is_told_before_it_is_timed_with_how_far_it_is() {
        List<String> heard = new ArrayList<>();
        ProfileSteps steps = new ProfileSteps(17, heard::add);
        ModelPlan.Stopwatch watch = steps.before((workload, threads) -> {
            heard.add("timed");
            throw new IllegalStateException("nothing runs here");
        });
        for (int threads : List.of(1, 2)) {
            try {
                watch.time(OperatorWorkloads.matmul(DType.FLOAT32, 64), threads);
            } catch (IllegalStateException expected) {
                assertThat(expected).hasMessage("nothing runs here");
            }
        }
        assertThat(heard)
                .containsExactly(
                        "matmul float32 64 (1 of at most 17)",
                        "timed",
                        "matmul float32 64 on 2 threads (2 of at most 17)",
                        "timed");
    }
}
