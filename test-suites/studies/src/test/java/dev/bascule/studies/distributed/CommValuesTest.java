package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommValuesTest {
    /** Told by real ranks of PyTorch 1.13 over gloo. */
    @Test
    void the_host_computes_the_checksums_that_real_ranks_told() {
        long mega = 1 << 20;

        assertThat(CommValues.checksum(Collective.ALL_REDUCE, 0, 2, 8, 1)).isEqualTo(-2843);
        assertThat(CommValues.checksum(Collective.ALL_REDUCE, 1, 2, mega, 0)).isEqualTo(-242_109_587);
        assertThat(CommValues.checksum(Collective.ALL_GATHER, 0, 2, mega, 0)).isEqualTo(-200_772_615);
        assertThat(CommValues.checksum(Collective.BROADCAST, 1, 2, mega, 0)).isEqualTo(-165_480_873);
        assertThat(List.of(
                        CommValues.checksum(Collective.REDUCE_SCATTER, 0, 2, mega, 0),
                        CommValues.checksum(Collective.REDUCE_SCATTER, 1, 2, mega, 0)))
                .containsExactlyInAnyOrder(-236_499_592L, 196_936_207L);
        assertThat(List.of(
                        CommValues.checksum(Collective.ALL_TO_ALL, 0, 2, mega, 0),
                        CommValues.checksum(Collective.ALL_TO_ALL, 1, 2, mega, 0)))
                .containsExactlyInAnyOrder(-200_772_615L, 62_268_741L);
    }

    @Test
    void zeros_and_what_one_rank_put_in_have_other_checksums_than_the_sum() {
        long sum = CommValues.checksum(Collective.ALL_REDUCE, 0, 4, 4096, 2);

        assertThat(sum).isNotZero().isNotEqualTo(CommValues.checksum(Collective.BROADCAST, 0, 4, 4096, 2));
    }

    @Test
    void an_all_reduce_is_the_sum_of_what_ranks_put_in_each_times_its_place() {
        long naive = IntStream.range(0, 1500)
                .mapToLong(i -> (i + 1L)
                        * IntStream.range(0, 3)
                                .mapToLong(rank -> CommValues.value(rank, 5, i))
                                .sum())
                .sum();

        assertThat(CommValues.checksum(Collective.ALL_REDUCE, 2, 3, 6000, 5)).isEqualTo(naive);
    }
}
