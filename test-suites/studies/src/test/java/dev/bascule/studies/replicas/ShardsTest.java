package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShardsTest {
    @Test
    void parts_are_as_even_as_it_goes_and_follow_on_each_other() {
        Shards shards = Shards.even(50, 3);

        assertThat(shards.counts()).containsExactly(17, 17, 16);
        assertThat(shards.batch()).isEqualTo(50);
        assertThat(List.of(shards.from(0), shards.from(1), shards.from(2))).containsExactly(0, 17, 34);
        assertThat(shards.words()).isEqualTo("17+17+16");
    }

    @Test
    void a_replica_without_a_sample_is_none() {
        assertThatIllegalArgumentException().isThrownBy(() -> Shards.even(2, 3));
    }
}
