package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FreeMemoryTest {
    private static final Optional<String> HOST =
            Optional.of("MemTotal: 16000 kB\nMemAvailable:    8000 kB\nBuffers: 1 kB");

    @Test
    void the_kernels_estimate_counts_where_no_group_is_closer() {
        FreeMemory free = FreeMemory.of(HOST, Optional.of(9000L * 1024));

        assertThat(free.bytes()).hasValue(8000L * 1024);
        assertThat(free.source()).isEqualTo("MemAvailable");
    }

    @Test
    void a_closer_limit_of_the_control_group_counts() {
        FreeMemory free = FreeMemory.of(HOST, Optional.of(2_000_000L));

        assertThat(free.bytes()).hasValue(2_000_000);
        assertThat(free.source()).contains("control group");
    }

    @Test
    void webassembly_alone_has_no_more_than_it_can_address() {
        FreeMemory plenty = new FreeMemory(OptionalLong.of(64L << 30), "MemAvailable");
        FreeMemory little = new FreeMemory(OptionalLong.of(1L << 30), "MemAvailable");

        assertThat(plenty.within(List.of(Backends.WASM)).bytes()).hasValue(4L << 30);
        assertThat(plenty.within(List.of(Backends.WASM)).source()).contains("WebAssembly");
        assertThat(little.within(List.of(Backends.WASM))).isEqualTo(little);
        assertThat(plenty.within(List.of(Backends.WASM, Backends.NATIVE_CPU))).isEqualTo(plenty);
        assertThat(plenty.within(List.of())).isEqualTo(plenty);
    }

    @Test
    void without_either_it_is_unknown_with_a_reason() {
        FreeMemory free = FreeMemory.of(Optional.empty(), Optional.empty());

        assertThat(free.bytes()).isEmpty();
        assertThat(free.source()).isNotBlank();
    }
}
