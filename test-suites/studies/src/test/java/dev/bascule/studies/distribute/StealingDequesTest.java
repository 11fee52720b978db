package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distribute.StealingDeques.Turn;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StealingDequesTest {
    @Test
    void samples_are_dealt_as_even_as_can_be_and_each_once() {
        StealingDeques deques = new StealingDeques(3, 10);
        assertThat(deques.left(0) + deques.left(1) + deques.left(2)).isEqualTo(10);
        assertThat(deques.left(0)).isBetween(3, 4);
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            assertThat(seen.add(deques.next(i % 3).orElseThrow().sample())).isTrue();
        }
        assertThat(deques.next(0)).isEmpty();
    }

    @Test
    void a_device_takes_its_own_from_the_head_and_steals_from_the_tail_of_the_longest() {
        StealingDeques deques = new StealingDeques(3, 9);
        assertThat(deques.next(0)).hasValue(new Turn(0, Optional.empty()));
        deques.next(0);
        deques.next(0);
        deques.next(1);
        assertThat(deques.next(0)).hasValue(new Turn(8, Optional.of(2)));
    }

    @Test
    void what_comes_back_goes_to_another_device_first_and_to_the_same_only_when_it_is_the_last() {
        StealingDeques deques = new StealingDeques(2, 2);
        deques.next(0);
        deques.next(1);
        deques.putBack(0, 0);
        assertThat(deques.next(0)).isEmpty();
        deques.retire(1);
        assertThat(deques.next(0)).hasValue(new Turn(0, Optional.empty()));
    }

    @Test
    void the_deque_of_a_lost_device_is_there_to_be_stolen() {
        StealingDeques deques = new StealingDeques(2, 4);
        deques.retire(0);
        for (int i = 0; i < 4; i++) {
            assertThat(deques.next(1)).isPresent();
        }
        assertThat(deques.left(0)).isZero();
    }
}
