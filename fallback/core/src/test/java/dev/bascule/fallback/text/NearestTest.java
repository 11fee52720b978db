package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> BACKENDS = List.of("webgpu", "webnn", "wasm", "cuda", "cpu", "openvino");

    @Test
    void a_swapped_letter_finds_the_word() {
        assertThat(Nearest.to("wegbpu", BACKENDS)).contains("webgpu");
    }

    @Test
    void case_and_dividers_do_not_count() {
        assertThat(Nearest.to("Min_Iterations", List.of("minIterations", "minDuration")))
                .contains("minIterations");
    }

    @Test
    void a_word_begun_is_meant() {
        assertThat(Nearest.to("openv", BACKENDS)).contains("openvino");
    }

    @Test
    void a_word_of_another_world_is_near_to_nothing() {
        assertThat(Nearest.to("tensorflow", BACKENDS)).isEmpty();
        assertThat(Nearest.hint("tensorflow", BACKENDS))
                .isEqualTo("; there are webgpu, webnn, wasm, cuda, cpu, openvino");
    }

    @Test
    void the_distance_counts_single_edits_and_swaps_of_neighbours() {
        assertThat(Nearest.distance("wasm", "wasm")).isZero();
        assertThat(Nearest.distance("wams", "wasm")).isEqualTo(1);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    }
}
