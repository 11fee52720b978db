package dev.bascule.workers.wire;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.client.FailoverEventListener;
import org.apache.activemq.artemis.api.core.client.FailoverEventType;

/** Whether a connection carries anything now, by what the broker's library tells of it. Thread-safe. */
final class LinkState implements FailoverEventListener {
    private final AtomicReference<State> state = new AtomicReference<>(State.UP);
    private final Consumer<Boolean> told;

    private enum State {
        UP,
        /** The library connects again. */
        BROKEN,
        /** It does so no longer, and makes no session any more. */
        GIVEN_UP
    }

    /** @param told whether it is up, once where it breaks and once where it is mended */
    LinkState(Consumer<Boolean> told) {
        this.told = told;
    }

    @Override
    public void failoverEvent(FailoverEventType event) {
        switch (event) {
            case FAILURE_DETECTED -> become(State.BROKEN);
            case FAILOVER_COMPLETED -> become(State.UP);
            case FAILOVER_FAILED -> become(State.GIVEN_UP);
        }
    }

    private void become(State now) {
        State before = state.getAndSet(now);
        if ((before == State.UP) != (now == State.UP)) {
            told.accept(now == State.UP);
        }
    }

    boolean isUp() {
        return state.get() == State.UP;
    }

    boolean isOver() {
        return state.get() == State.GIVEN_UP;
    }
}
