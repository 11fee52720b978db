package dev.bascule.workers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.core.client.FailoverEventType;
import org.junit.jupiter.api.Test;

class LinkStateTest {
    private final List<Boolean> told = new ArrayList<>();
    private final LinkState state = new LinkState(told::add);

    @Test
    void it_is_up_until_it_breaks_and_again_when_it_is_mended_and_tells_each_once() {
        assertThat(state.isUp()).isTrue();
        state.failoverEvent(FailoverEventType.FAILURE_DETECTED);
        state.failoverEvent(FailoverEventType.FAILURE_DETECTED);
        assertThat(state.isUp()).isFalse();
        state.failoverEvent(FailoverEventType.FAILOVER_COMPLETED);
        assertThat(state.isUp()).isTrue();
        assertThat(told).containsExactly(false, true);
    }

    @Test
    void one_that_the_library_gave_up_is_over_and_one_that_it_mends_is_not() {
        state.failoverEvent(FailoverEventType.FAILURE_DETECTED);
        assertThat(state.isOver()).isFalse();
        state.failoverEvent(FailoverEventType.FAILOVER_FAILED);
        assertThat(state.isUp()).isFalse();
        assertThat(state.isOver()).isTrue();
        assertThat(told).containsExactly(false);
    }
}
