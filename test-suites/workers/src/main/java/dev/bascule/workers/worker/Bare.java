package dev.bascule.workers.worker;

import dev.bascule.workers.job.JobOrder;
import java.util.List;

/** An order without its files. Stateless. */
final class Bare {
    private Bare() {}

    static JobOrder of(JobOrder order) {
        return new JobOrder(
                order.id(), order.attempt(), order.kind(), order.payload(), List.of(), order.timed(), order.limit());
    }
}
