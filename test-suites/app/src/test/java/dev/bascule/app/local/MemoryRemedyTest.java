package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemoryRemedyTest {
    private static final long GIB = 1L << 30;

    /** A gibibyte of weights, and another for each row of a batch of 16. */
    private static final MemoryEstimate NEED = new MemoryEstimate(Map.of(DType.FLOAT32, GIB), 16 * GIB, 0, "");

    private static FreeMemory free(long bytes) {
        return new FreeMemory(OptionalLong.of(bytes), "MemAvailable");
    }

    @Test
    void the_batch_that_fits_by_the_graph_is_named_with_what_it_rests_on() {
        assertThat(MemoryRemedy.of(NEED, 16, free(6 * GIB), OptionalInt.empty()).get(0))
                .isEqualTo("--batch 5 fits by the graph alone: a row needs 1.00 GiB beside 1.00 GiB of weights,"
                        + " and 6.00 GiB are free (MemAvailable)");
    }

    @Test
    void a_batch_that_ran_goes_before_one_that_was_reckoned() {
        assertThat(MemoryRemedy.of(NEED, 16, free(6 * GIB), OptionalInt.of(4)))
                .containsExactly("--batch 4: it ran there in this run");
    }

    @Test
    void what_failed_is_not_advised_again_though_it_would_fit_by_the_graph() {
        assertThat(MemoryRemedy.of(NEED, 16, free(64 * GIB), OptionalInt.empty())
                        .get(0))
                .startsWith("--batch 8 fits");
    }

    @Test
    void where_not_one_row_fits_no_batch_is_named_but_smaller_variants_are() {
        assertThat(MemoryRemedy.of(NEED, 16, free(GIB + 1), OptionalInt.empty()))
                .satisfiesExactly(
                        words -> assertThat(words).startsWith("no batch fits by the graph alone"),
                        words -> assertThat(words).contains("float16 needs about half of its 17.0 GiB"));
        assertThat(MemoryRemedy.of(NEED, 1, free(GIB), OptionalInt.empty()))
                .singleElement()
                .asString()
                .startsWith("a variant in float16");
    }

    @Test
    void where_nobody_tells_what_is_free_half_is_advised_and_that_is_said() {
        assertThat(MemoryRemedy.of(
                                NEED, 16, new FreeMemory(OptionalLong.empty(), "no MemAvailable"), OptionalInt.empty())
                        .get(0))
                .startsWith("--batch 8, half of this one")
                .contains("what is free is not known: no MemAvailable");
    }
}
