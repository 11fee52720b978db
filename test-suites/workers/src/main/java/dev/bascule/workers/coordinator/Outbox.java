package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.wire.OrderMessage;
import dev.bascule.workers.wire.ToWorker;

/** Sends to workers. Throws {@code BasculeException} where it cannot: COORDINATOR_UNREACHABLE where it could to nobody. */
interface Outbox {
    /** Whether anything can be sent now, and anybody be heard. Does not wait. */
    boolean isUp();

    void order(WorkerId worker, OrderMessage order);

    void tell(WorkerId worker, ToWorker message);

    /** Throws away orders of this worker's other processes. */
    void forget(WorkerId worker, String allButIncarnation);
}
