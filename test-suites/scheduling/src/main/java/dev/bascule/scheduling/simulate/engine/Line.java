package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Stream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The jobs of one stream that wait: those that a policy sees as jobs, those behind them as eight bytes each. Arrivals are made
 * when they come. Belongs to one thread.
 */
final class Line {
    private final Stream stream;
    private final int index;
    private final Clock clock;
    private final Set<JobId> after;
    private final Runnable changed;
    private final SplittableRandom random;
    private final List<Waiting> head = new ArrayList<>();
    private final Longs behind = new Longs();
    private long arrived;
    private long taken;
    private long done;

    /** @param attempt from 1 */
    record Waiting(Job job, int stream, long number, long submitted, int attempt) {}

    /** @param after what must be done before each of these begins */
    Line(Stream stream, int index, long seed, Set<JobId> after, Clock clock, Runnable changed) {
        this.after = Set.copyOf(after);
        this.stream = stream;
        this.index = index;
        this.clock = clock;
        this.changed = changed;
        this.random = new SplittableRandom(Draw.seed(seed, index, -1));
    }

    Stream stream() {
        return stream;
    }

    void begin() {
        if (stream.count() == 0) {
            return;
        }
        if (stream.arrivals().value() instanceof Arrivals.Batch batch) {
            clock.after(batch.at(), () -> {
                for (long i = 0; i < stream.count(); i++) {
                    arrive();
                }
                changed.run();
            });
        } else {
            clock.at(when(), this::next);
        }
    }

    private void next() {
        arrive();
        if (arrived < stream.count()) {
            clock.at(when(), this::next);
        }
        changed.run();
    }

    private long when() {
        if (stream.arrivals().value() instanceof Arrivals.Trace trace) {
            return trace.at().get((int) arrived).toNanos();
        }
        if (stream.arrivals().value() instanceof Arrivals.Poisson poisson) {
            return clock.now() + Math.round(random.nextExponential() / poisson.perSecond() * 1e9);
        }
        return clock.now();
    }

    private void arrive() {
        arrived++;
        behind.add(clock.now());
    }

    long arrived() {
        return arrived;
    }

    long waiting() {
        return head.size() + (long) behind.size();
    }

    /** The oldest, as many as these where there are. */
    List<Waiting> first(int most) {
        while (head.size() < most && behind.size() > 0) {
            head.add(made(behind.take()));
        }
        return head.size() <= most ? head : head.subList(0, most);
    }

    private Waiting made(long submitted) {
        Instant came = Instant.EPOCH.plusNanos(submitted);
        long number = taken++;
        Job job = new Job(
                id(stream, number),
                stream.where(),
                stream.kind(),
                stream.owner(),
                stream.priority(),
                came,
                stream.within().map(came::plus),
                after,
                stream.timed(),
                stream.warmth());
        return new Waiting(job, index, number, submitted, 1);
    }

    static JobId id(Stream stream, long number) {
        return new JobId(stream.name() + "-" + number);
    }

    /** One of its jobs was done. */
    void done() {
        done++;
    }

    /** Whether all that ever come were done. */
    boolean isDone() {
        return done >= stream.count();
    }

    void remove(Waiting waiting) {
        head.remove(waiting);
    }

    /** One whose worker was lost: the older goes before the younger, as ever. */
    void back(Waiting lost) {
        Waiting again = new Waiting(lost.job(), index, lost.number(), lost.submitted(), lost.attempt() + 1);
        int at = 0;
        while (at < head.size() && head.get(at).number() < again.number()) {
            at++;
        }
        head.add(at, again);
        changed.run();
    }

    /** How soon after it came it must be done. */
    boolean isLate(Waiting waiting, long ended) {
        return stream.within()
                .map(Duration::toNanos)
                .filter(within -> ended - waiting.submitted() > within)
                .isPresent();
    }
}
