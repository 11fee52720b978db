package dev.bascule.scheduling.simulate.model;

import dev.bascule.scheduling.job.Requirement;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Jobs that are alike, and when they come. Immutable.
 *
 * @param name jobs are called by it and a number
 * @param within how soon after they came they must be done
 * @param count how many, 0 or more
 * @param after names of streams of which every job must be done before one of these begins
 */
public record Stream(
        String name,
        String kind,
        Requirement where,
        String owner,
        int priority,
        boolean timed,
        Set<String> warmth,
        Optional<Duration> within,
        long count,
        Labelled<Arrivals> arrivals,
        Set<String> after) {
    public Stream {
        warmth = Set.copyOf(warmth);
        after = Set.copyOf(after);
        if (count < 0
                || arrivals.value() instanceof Arrivals.Trace trace
                        && trace.at().size() != count) {
            throw new IllegalArgumentException("a trace has as many times as there are jobs");
        }
    }

    /** That wait for no others. */
    public Stream(
            String name,
            String kind,
            Requirement where,
            String owner,
            int priority,
            boolean timed,
            Set<String> warmth,
            Optional<Duration> within,
            long count,
            Labelled<Arrivals> arrivals) {
        this(name, kind, where, owner, priority, timed, warmth, within, count, arrivals, Set.of());
    }

    /** These, after others. */
    public Stream following(Set<String> streams) {
        return new Stream(name, kind, where, owner, priority, timed, warmth, within, count, arrivals, streams);
    }

    /** Jobs of a kind that ask for nothing. */
    public static Stream plain(String kind, long count, Arrivals arrivals) {
        return new Stream(
                kind,
                kind,
                new Requirement.Anything(),
                "all",
                0,
                false,
                Set.of(),
                Optional.empty(),
                count,
                Labelled.assumed(arrivals));
    }
}
