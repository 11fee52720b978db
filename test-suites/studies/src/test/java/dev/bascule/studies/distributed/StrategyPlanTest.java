package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.studies.distributed.SplitNetwork.Split;
import dev.bascule.studies.distributed.SplitNetwork.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StrategyPlanTest {
    private static StrategyPlan plan(Strategy strategy, int ranks, int batch, int blocks, int hidden, int micro) {
        return new StrategyPlan(
                strategy,
                List.of(ranks),
                batch,
                4,
                2,
                1,
                blocks,
                hidden,
                micro,
                Optional.empty(),
                Duration.ofMinutes(1));
    }

    private static int[] places(Tensor tensor, Layout layout, int shard) {
        return IntStream.range(0, tensor.size(layout))
                .map(i -> tensor.place(layout, shard, i))
                .toArray();
    }

    @Test
    void shards_of_rows_follow_each_other_and_those_of_columns_lie_side_by_side() {
        Layout two = new Layout(1, 1, 2);

        assertThat(places(new Tensor("0.up", 4, 3, Split.ROWS, 0), two, 1)).containsExactly(6, 7, 8, 9, 10, 11);
        assertThat(places(new Tensor("0.down", 2, 4, Split.COLUMNS, 0), two, 1)).containsExactly(2, 3, 6, 7);
        assertThat(places(new Tensor("head", 1, 2, Split.WHOLE, 0), two, 1)).containsExactly(0, 1);
    }

    @Test
    void the_first_stage_has_the_embedding_and_the_last_the_head() {
        SplitNetwork network = new SplitNetwork(2, 4);
        Layout two = new Layout(1, 2, 1);

        assertThat(network.of(two, 0))
                .extracting(Tensor::name)
                .containsExactly("embed", "0.up", "0.upBias", "0.down", "0.downBias");
        assertThat(network.of(two, 1))
                .extracting(Tensor::name)
                .containsExactly("1.up", "1.upBias", "1.down", "1.downBias", "head");
        assertThat(network.parameters(two, 0)).isEqualTo(network.parameters(two, 1));
    }

    @Test
    void ranks_know_their_places() {
        Layout layout = new Layout(2, 3, 2);

        assertThat(layout.all().map(layout::shard).limit(4)).containsExactly(0, 1, 0, 1);
        assertThat(layout.all())
                .allMatch(rank -> layout.rank(layout.replica(rank), layout.stage(rank), layout.shard(rank)) == rank);
        assertThat(layout.words()).isEqualTo("2 replicas × 3 stages × 2 shards");
        assertThat(Layout.ONE.words()).isEqualTo("one rank");
    }

    @Test
    void what_does_not_divide_is_said() {
        assertThat(plan(Strategy.TENSOR, 3, 8, 2, 4, 1).misfit().orElseThrow()).contains("--hidden 4", "3 shards");
        assertThat(plan(Strategy.PIPELINE, 4, 8, 2, 4, 1).misfit().orElseThrow())
                .contains("--blocks 2", "4 stages");
        assertThat(plan(Strategy.PIPELINE, 2, 8, 2, 4, 3).misfit().orElseThrow())
                .contains("--batch 8", "3 micro-batches");
        assertThat(plan(Strategy.MIXED, 4, 9, 2, 4, 1).misfit().orElseThrow()).contains("--batch 9");
        assertThat(plan(Strategy.MIXED, 5, 8, 2, 4, 1).misfit().orElseThrow()).contains("5 ranks");
        assertThat(plan(Strategy.MIXED, 4, 8, 2, 4, 2).misfit()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> plan(Strategy.TENSOR, 2, 8, 0, 4, 1));
    }

    @Test
    void fewer_micro_batches_than_stages_are_told() {
        assertThat(plan(Strategy.PIPELINE, 4, 8, 4, 4, 2).notes(4))
                .hasSize(2)
                .allMatch(note -> note.contains("fewer than the 4"));
        assertThat(plan(Strategy.PIPELINE, 4, 8, 4, 4, 4).notes(4)).isEmpty();
    }

    @Test
    void the_shares_of_a_step_make_one_and_the_greatest_is_named_first() {
        StepShares shares = StepShares.of(10, 3, 4, 2, 4);

        assertThat(shares.imbalance()).isEqualTo(0.1);
        assertThat(shares.bubble()).isEqualTo(0.1);
        assertThat(shares.bottleneck())
                .isEqualTo("communication 50 % of a step; computing 30 %, bubble 10 %, the slowest rank's excess 10 %");
        StepShares full = StepShares.of(4, 4, 6, 4, 1);
        assertThat(full).isEqualTo(new StepShares(1, 0, 0, 0));
    }
}
