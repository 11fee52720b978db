package dev.bascule.bridge.limit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A token bucket for each key: so many at once, and then so many in each span of time. Keeps the keys used last.
 * Thread-safe.
 */
public final class RateLimiter {
    private static final int KEYS = 10_000;

    private final Clock clock;
    private final int burst;
    private final Duration perToken;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > KEYS;
        }
    };

    private record Bucket(double tokens, Instant at) {}

    /**
     * @param burst tokens of a full bucket
     * @param span in which an empty bucket fills up
     */
    public RateLimiter(Clock clock, int burst, Duration span) {
        this.clock = clock;
        this.burst = burst;
        this.perToken = span.dividedBy(burst);
    }

    /** Takes a token; where there is none, how long until there is. */
    public synchronized Optional<Duration> take(String key) {
        Bucket now = filled(key);
        if (now.tokens() < 1) {
            return Optional.of(wait(now));
        }
        buckets.put(key, new Bucket(now.tokens() - 1, now.at()));
        return Optional.empty();
    }

    /** Puts back a token that was taken. */
    public synchronized void giveBack(String key) {
        Bucket now = filled(key);
        buckets.put(key, new Bucket(Math.min(burst, now.tokens() + 1), now.at()));
    }

    /** Whether nothing was taken lately. */
    public synchronized boolean isFull(String key) {
        return filled(key).tokens() >= burst;
    }

    private Duration wait(Bucket bucket) {
        return Duration.ofNanos((long) Math.ceil((1 - bucket.tokens()) * perToken.toNanos()));
    }

    private Bucket filled(String key) {
        Instant now = clock.instant();
        Bucket bucket = buckets.getOrDefault(key, new Bucket(burst, now));
        // A clock that was set back fills nothing.
        double more = Math.max(0, Duration.between(bucket.at(), now).toNanos() / (double) perToken.toNanos());
        return new Bucket(Math.min(burst, bucket.tokens() + more), now);
    }
}
