package dev.bascule.execution;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The time that a run took, by activity: wall clock by activity of the thread that made it, so that the parts add up
 * to the whole. Work timed on another thread is done, but booked by whoever waits for it. For its own thread, but for {@link #passTo}.
 */
public final class TimeBreakdown {
    private final Thread owner = Thread.currentThread();
    private final Map<String, Duration> spent = new LinkedHashMap<>();
    private long nestedNanos;
    private volatile Optional<TimeBreakdown> passed = Optional.empty();

    /** Books nothing more itself, but with this one: what was made for one run serves another now. */
    public void passTo(TimeBreakdown other) {
        passed = Optional.of(other);
    }

    /** Does the work and books its time, less what the work itself booked elsewhere. */
    public <T> T time(String activity, Supplier<T> work) {
        return time(activity, work, done -> activity);
    }

    /**
     * Likewise, where only what came of the work tells what it was.
     *
     * @param failed the activity where it threw
     * @param activity of what it returned
     */
    public <T> T time(String failed, Supplier<T> work, Function<T, String> activity) {
        if (passed.isPresent()) {
            return passed.orElseThrow().time(failed, work, activity);
        }
        if (Thread.currentThread() != owner) {
            return work.get();
        }
        long outer = nestedNanos;
        nestedNanos = 0;
        long start = System.nanoTime();
        String name = failed;
        try {
            T done = work.get();
            name = activity.apply(done);
            return done;
        } finally {
            long took = System.nanoTime() - start;
            spent.merge(name, Duration.ofNanos(took - nestedNanos), Duration::plus);
            nestedNanos = outer + took;
        }
    }

    /** Books what took its time before. */
    public void book(String activity, Duration took) {
        passed.ifPresentOrElse(other -> other.book(activity, took), () -> spent.merge(activity, took, Duration::plus));
    }

    /** A copy, in the order in which the activities first ended. */
    public Map<String, Duration> spent() {
        return new LinkedHashMap<>(spent);
    }
}
