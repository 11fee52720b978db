package dev.bascule.studies.collect;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectPaceTest {
    private static final Duration SLOW = Duration.ofSeconds(30);
    private static final CollectPace PACE = Begins.pace("chromium", WEBGPU, SLOW, 10);

    @Test
    void a_target_takes_what_its_models_took_and_another_one_what_is_assumed() {
        assertThat(PACE.estimate("chromium", WEBGPU)).isEqualTo(new CollectPace.Estimate(SLOW, 10));
        assertThat(PACE.cell("unseen", "chromium", WEBGPU)).isEqualTo(SLOW);
        assertThat(PACE.estimate("chromium", WASM)).isEqualTo(new CollectPace.Estimate(CollectPace.ASSUMED, 0));
        assertThat(PACE.estimate("firefox", WEBGPU).models()).isZero();
    }

    @Test
    void a_model_takes_the_middle_of_what_it_took_itself() {
        CollectPace more = PACE.with(Begins.of("second", "chromium", WEBGPU, Duration.ofSeconds(10), 1))
                .with(Begins.of("third", "chromium", WEBGPU, Duration.ofSeconds(10), 1));

        assertThat(more.cell("model-0", "chromium", WEBGPU)).isEqualTo(Duration.ofSeconds(10));
        assertThat(more.cell("model-1", "chromium", WEBGPU)).isEqualTo(SLOW);
    }

    @Test
    void a_machine_that_slept_within_one_cell_does_not_make_a_target_slow() {
        Instant after = Instant.EPOCH.plus(SLOW.multipliedBy(10)).plus(Duration.ofHours(8));
        CollectPace slept = PACE.with(List.of(new CollectPace.Begun("run", after, "last", "chromium", WEBGPU)));

        assertThat(slept.estimate("chromium", WEBGPU)).isEqualTo(new CollectPace.Estimate(SLOW, 11));
    }

    @Test
    void one_of_five_models_that_slept_is_cut_to_the_next_and_its_own_time_is_not_believed() {
        Instant after = Instant.EPOCH.plus(SLOW.multipliedBy(4)).plus(Duration.ofHours(8));
        CollectPace slept = Begins.pace("chromium", WEBGPU, SLOW, 4)
                .with(List.of(new CollectPace.Begun("run", after, "last", "chromium", WEBGPU)));

        assertThat(slept.estimate("chromium", WEBGPU)).isEqualTo(new CollectPace.Estimate(SLOW, 5));
        assertThat(slept.cell("model-4", "chromium", WEBGPU)).isEqualTo(SLOW.multipliedBy(20));
    }

    @Test
    void four_models_are_no_pace_of_a_target_but_their_own() {
        CollectPace few = Begins.pace("native", NATIVE_CPU, SLOW, CollectPace.LEAST - 1);

        assertThat(few.knows("native", NATIVE_CPU)).isFalse();
        assertThat(few.cell("unseen", "native", NATIVE_CPU)).isEqualTo(CollectPace.ASSUMED);
        assertThat(few.cell("model-0", "native", NATIVE_CPU)).isEqualTo(SLOW);
    }

    @Test
    void cells_whose_begin_nobody_told_apart_tell_nothing() {
        assertThat(Begins.pace("native", NATIVE_CPU, Duration.ZERO, 9)
                        .estimate("native", NATIVE_CPU)
                        .models())
                .isZero();
    }
}
