package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollectiveTest {
    /** PERFORMANCE.md of nccl-tests. */
    @Test
    void bus_factors_are_those_of_nccl_tests() {
        assertThat(Collective.ALL_REDUCE.busFactor(4)).isEqualTo(1.5);
        assertThat(Collective.ALL_GATHER.busFactor(4)).isEqualTo(0.75);
        assertThat(Collective.REDUCE_SCATTER.busFactor(4)).isEqualTo(0.75);
        assertThat(Collective.ALL_TO_ALL.busFactor(4)).isEqualTo(0.75);
        assertThat(Collective.BROADCAST.busFactor(4)).isEqualTo(1);
    }

    @Test
    void a_rank_of_an_all_reduce_sends_twice_its_buffer_but_one_share() {
        assertThat(Collective.ALL_REDUCE.sentBytes(4, 1000) / 4).isEqualTo(1500);
    }

    @Test
    void words_are_read_back() {
        for (Collective each : Collective.values()) {
            assertThat(Collective.of(each.word())).contains(each);
        }
        assertThat(Collective.of("gather")).isEmpty();
    }

    @Test
    void a_rate_is_read_and_one_that_is_none_is_not() {
        assertThat(LinkLimit.parse("100mbit")).contains(new LinkLimit(100_000_000));
        assertThat(LinkLimit.parse("1gbit").map(LinkLimit::words)).contains("1000mbit");
        assertThat(LinkLimit.parse("999kbit")).isEqualTo(Optional.empty());
        assertThat(LinkLimit.parse("100")).isEmpty();
        assertThat(LinkLimit.parse("100mbit;reboot")).isEmpty();
    }
}
