package dev.bascule.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private static final long SEED = 7;

    @Test
    void an_epoch_has_each_sample_at_most_once_and_drops_what_is_left_over() {
        Batches batches = new Batches(SEED, 103, 10);
        assertThat(batches.stepsPerEpoch()).isEqualTo(10);
        assertThat(batches.dropped()).isEqualTo(3);
        for (int epoch = 0; epoch < 3; epoch++) {
            assertThat(epoch(batches, epoch))
                    .hasSize(100)
                    .doesNotHaveDuplicates()
                    .allMatch(each -> each < 103);
        }
    }

    @Test
    void each_epoch_and_each_seed_has_an_order_of_its_own_and_equal_ones_the_same() {
        Batches batches = new Batches(SEED, 64, 8);
        assertThat(epoch(batches, 0)).isNotEqualTo(epoch(batches, 1));
        assertThat(epoch(batches, 0)).isNotEqualTo(epoch(new Batches(SEED + 1, 64, 8), 0));
        assertThat(epoch(batches, 0)).isEqualTo(epoch(new Batches(SEED, 64, 8), 0));
        assertThat(epoch(batches, 0))
                .isNotEqualTo(IntStream.range(0, 64).mapToObj(Long::valueOf).toList());
    }

    /** So that a run is the same on every machine and in every version. */
    @Test
    void the_first_batch_of_a_seed_is_pinned() {
        assertThat(longs(new Batches(1, 1000, 8).indices(0)))
                .containsExactly(236L, 904L, 347L, 263L, 43L, 752L, 599L, 374L);
    }

    @Test
    void a_step_is_fed_the_same_whether_a_run_came_there_or_was_resumed() {
        Batches went = new Batches(SEED, 50, 7);
        for (long step = 0; step < 20; step++) {
            Batches.Position position = went.position(step);
            Batches resumed = new Batches(SEED, 50, 7);
            assertThat(resumed.step(position)).isEqualTo(step);
            assertThat(resumed.indices(resumed.step(position))).isEqualTo(went.indices(step));
        }
        assertThat(went.position(20)).isEqualTo(new Batches.Position(SEED, 2, 6));
    }

    @Test
    void what_a_step_is_fed_is_a_vector_of_whole_numbers() {
        Tensor indices = new Batches(SEED, 50, 7).indices(3);
        assertThat(indices.dtype()).isEqualTo(DType.INT64);
        assertThat(indices.shape()).isEqualTo(Shape.of(7));
    }

    @Test
    void positions_of_another_seed_or_beyond_an_epoch_are_refused() {
        Batches batches = new Batches(SEED, 50, 7);
        assertThatThrownBy(() -> batches.step(new Batches.Position(SEED + 1, 0, 0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batches.step(new Batches.Position(SEED, 0, 7)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Batches(SEED, 5, 7)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Long> epoch(Batches batches, int epoch) {
        List<Long> seen = new ArrayList<>();
        for (int i = 0; i < batches.stepsPerEpoch(); i++) {
            seen.addAll(longs(batches.indices((long) epoch * batches.stepsPerEpoch() + i)));
        }
        return seen;
    }

    private static List<Long> longs(Tensor indices) {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < indices.shape().elements(); i++) {
            all.add(indices.data().getLong(i * Long.BYTES));
        }
        return all;
    }
}
