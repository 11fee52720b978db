package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.simulate.engine.Line.Waiting;
import dev.bascule.scheduling.simulate.model.Service;

/** An attempt at a job, on one lane. Belongs to one thread. */
final class Work {
    final Waiting waiting;
    final Service service;
    /** Nanoseconds of the clock, as all moments here. */
    final long placed;

    Stage stage = Stage.ON_ITS_WAY;
    /** 0 before. */
    long began;
    /** Nanoseconds at full speed. */
    double left;

    double speed;
    long seen;

    enum Stage {
        ON_ITS_WAY,
        /** Until its machine does nothing else. */
        HELD,
        WORKS,
        DONE_UNHEARD,
        AWAY
    }

    Work(Waiting waiting, Service service, long placed) {
        this.waiting = waiting;
        this.service = service;
        this.placed = placed;
    }

    /** It went on so far. */
    void progress(long now) {
        left = Math.max(0, left - (now - seen) * speed);
        seen = now;
    }
}
