package dev.bascule.prediction.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MemoryBoundsTest {
    private static final long MIB = 1L << 20;
    private static final TargetKind CPU = new TargetKind("native", "cpu");
    private static final TargetKind CHROMIUM = new TargetKind("chromium", "wasm");
    private static final TargetKind FIREFOX = new TargetKind("firefox", "wasm");

    /** 52 MiB of tensors and the 48 that count with each: growths in percent. */
    private static MemorySample sample(TargetKind kind, int number, long growthMib) {
        return new MemorySample(kind, "m" + number, "a" + number, 52 * MIB, growthMib * MIB);
    }

    private static MemoryEstimate tensors(long weights, long activations) {
        return new MemoryEstimate(Map.of(DType.FLOAT32, weights), activations, 0, "");
    }

    private static List<MemorySample> samples(TargetKind kind, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> sample(kind, i, 100L * i))
                .toList();
    }

    @Test
    void the_greatest_ratio_of_nine_architectures_bounds_a_tenth_and_covers_nine_tenths() {
        MemoryBound bound = MemoryBounds.of(samples(CPU, 9))
                .of(CPU, tensors(40 * MIB, 12 * MIB))
                .orElseThrow();

        assertThat(bound.factor()).isCloseTo(9, Offset.offset(1e-9));
        assertThat(bound.bytes()).isEqualTo(900 * MIB);
        assertThat(bound.coverage()).isCloseTo(0.9, Offset.offset(1e-9));
        assertThat(bound.basis())
                .isEqualTo("9.0 × (tensors + 48 MiB), the most of 9 architectures (9 models) measured on native cpu:"
                        + " covers 90 %");
    }

    @Test
    void where_nothing_was_measured_there_is_no_number() {
        MemoryBounds bounds = MemoryBounds.of(samples(CPU, 9));

        assertThat(bounds.of(CHROMIUM, tensors(MIB, MIB))).isEmpty();
        assertThat(bounds.of(Backends.WASM, tensors(MIB, MIB))).isEmpty();
        assertThat(MemoryBounds.of(List.of()).kinds()).isEmpty();
    }

    @Test
    void a_backend_without_a_browser_has_the_bound_of_the_browser_that_grew_most() {
        MemoryBounds bounds = MemoryBounds.of(samples(CHROMIUM, 3)).plus(samples(FIREFOX, 4));

        assertThat(bounds.of(Backends.WASM, tensors(52 * MIB, 0)).orElseThrow().kind())
                .isEqualTo(FIREFOX);
    }

    @Test
    void a_history_raises_a_factor_and_never_lowers_it() {
        MemoryBounds bounds = MemoryBounds.of(samples(CPU, 9));
        MemoryEstimate model = tensors(52 * MIB, 0);

        assertThat(bounds.plus(List.of(sample(CPU, 20, 10)))
                        .of(CPU, model)
                        .orElseThrow()
                        .bytes())
                .isEqualTo(900 * MIB);
        assertThat(bounds.plus(List.of(sample(CPU, 9, 1000)))
                        .of(CPU, model)
                        .orElseThrow()
                        .bytes())
                .isEqualTo(1000 * MIB);
    }

    @Test
    void what_was_certainly_exceeded_raises_the_factor_and_counts_for_no_architecture() {
        MemoryBound bound = MemoryBounds.of(samples(CPU, 9))
                .plus(List.of(new MemorySample(CPU, "m30", "a30", 52 * MIB, 1100 * MIB, true)))
                .of(CPU, tensors(52 * MIB, 0))
                .orElseThrow();

        assertThat(bound.bytes()).isEqualTo(1100 * MIB);
        assertThat(bound.architectures()).isEqualTo(9);
        assertThat(bound.models()).isEqualTo(9);
    }

    @Test
    void a_process_is_never_bounded_below_its_own_tensors() {
        MemoryBound bound = MemoryBounds.of(List.of(sample(CPU, 1, -5)))
                .of(CPU, tensors(70 * MIB, MIB))
                .orElseThrow();

        assertThat(bound.bytes()).isEqualTo(71 * MIB);
    }
}
