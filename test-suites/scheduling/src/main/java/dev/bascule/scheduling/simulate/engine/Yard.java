package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.simulate.engine.Line.Waiting;
import dev.bascule.scheduling.simulate.model.Distribution;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Whom workers tell what happens. */
interface Yard {

    Clock clock();

    long seed();

    /** How long something takes: what is taken in turn is counted over all workers. */
    Duration drawn(Distribution distribution, RandomGenerator random);

    /** It is seen otherwise now. */
    void changed(Lane lane);

    /** A job was done: how long it waited, what it cost beside its work, and how long that took. */
    void done(Lane lane, Waiting job, Duration waited, Duration overhead, Duration service);

    /** A worker was lost with its job, which waits again. */
    void lost(Waiting job);
}
