package dev.bascule.cli.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.requirements.Requirements.OfTarget;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.MemorySample;
import dev.bascule.prediction.memory.TargetKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RequirementsTest {
    private static final long MIB = 1L << 20;
    private static final TargetKind CPU = new TargetKind("native", "cpu");
    /** Twice the tensors and the 48 MiB that count with each. */
    private static final MemoryBounds TWICE =
            MemoryBounds.of(List.of(new MemorySample(CPU, "m", "a", 2 * MIB, 100 * MIB)));

    private static MemoryEstimate tensors(long activations, int unknown) {
        return new MemoryEstimate(
                Map.of(DType.FLOAT32, 40 * MIB), activations, unknown, unknown == 0 ? "" : "Foo is not known");
    }

    private static MemoryNeed need(MemoryEstimate estimate) {
        return new MemoryNeed(Optional.of(estimate), "x float32[1,3]", estimate.reason());
    }

    private static FreeMemory free(long mib) {
        return new FreeMemory(OptionalLong.of(mib * MIB), "told by the test");
    }

    private static OfTarget cpu(MemoryEstimate one, Optional<MemoryEstimate> two, FreeMemory free) {
        return RequirementsFinder.targets(
                        Backends.NATIVE_CPU, need(one), Optional.of(new BatchRoom(one, two)), TWICE, free)
                .get(0);
    }

    @Test
    void the_batch_that_fits_is_the_greatest_whose_bound_is_free_and_one_byte_less_is_one_row_less() {
        MemoryEstimate one = tensors(12 * MIB, 0);
        Optional<MemoryEstimate> two = Optional.of(tensors(22 * MIB, 0));

        assertThat(cpu(one, two, free(260)).batch()).contains(4L);
        assertThat(cpu(one, two, new FreeMemory(OptionalLong.of(260 * MIB - 1), "told by the test"))
                        .batch())
                .contains(3L);
        assertThat(cpu(one, two, free(260)).bound().orElseThrow().bytes()).isEqualTo(200 * MIB);
    }

    @Test
    void where_not_one_row_fits_the_batch_is_none_and_the_note_says_why() {
        OfTarget none = cpu(tensors(12 * MIB, 0), Optional.of(tensors(22 * MIB, 0)), free(100));

        assertThat(none.batch()).contains(0L);
        assertThat(none.note()).endsWith("more than is free, so it may not fit");
    }

    @Test
    void a_model_whose_inputs_do_not_follow_the_batch_has_a_batch_of_one() {
        OfTarget fixed = cpu(tensors(12 * MIB, 0), Optional.empty(), free(1000));

        assertThat(fixed.batch()).contains(1L);
        assertThat(fixed.note()).endsWith("no input follows the batch");
    }

    @Test
    void no_batch_is_told_where_the_graph_or_the_system_does_not_tell_all() {
        OfTarget partly = cpu(tensors(12 * MIB, 3), Optional.of(tensors(22 * MIB, 3)), free(1000));
        OfTarget untold =
                cpu(tensors(12 * MIB, 0), Optional.empty(), new FreeMemory(OptionalLong.empty(), "nobody says"));

        assertThat(partly.batch()).isEmpty();
        assertThat(partly.note()).contains("not all is counted: Foo is not known");
        assertThat(untold.batch()).isEmpty();
        assertThat(untold.note()).contains("nobody says");
    }

    @Test
    void a_target_where_nobody_measured_has_no_number() {
        MemoryEstimate one = tensors(12 * MIB, 0);
        List<OfTarget> rows = RequirementsFinder.targets(
                Backends.WASM, need(one), Optional.of(new BatchRoom(one, Optional.empty())), TWICE, free(1000));

        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.bound()).isEmpty();
            assertThat(row.batch()).isEmpty();
            assertThat(row.note()).contains("no process's growth was measured on wasm");
        });
    }
}
