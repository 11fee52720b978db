package dev.bascule.bridge.attach;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Lets in who shows the token, and for a while nobody from an address that showed too many wrong ones. Thread-safe. */
final class Doorkeeper {
    private static final int TRIES = 5;
    private static final Duration WHILE = Duration.ofMinutes(1);
    /** Addresses are cheap in IPv6: more than these are not told apart. */
    private static final int MOST_ADDRESSES = 1000;

    private final AttachToken token;
    private final Clock clock;
    private final Map<String, Failures> failures = new HashMap<>();

    private record Failures(int count, Instant since) {}

    /** What it says to a token. */
    enum Answer {
        WELCOME,
        WRONG,
        TOO_MANY
    }

    Doorkeeper(AttachToken token, Clock clock) {
        this.token = token;
        this.clock = clock;
    }

    synchronized Answer ask(String shown, String address) {
        Instant now = clock.instant();
        failures.values().removeIf(old -> old.since.plus(WHILE).isBefore(now));
        String who = failures.containsKey(address) || failures.size() < MOST_ADDRESSES ? address : "others";
        Failures before = failures.getOrDefault(who, new Failures(0, now));
        if (before.count >= TRIES) {
            return Answer.TOO_MANY;
        }
        if (token.matches(shown)) {
            return Answer.WELCOME;
        }
        failures.put(who, new Failures(before.count + 1, now));
        return Answer.WRONG;
    }
}
