package dev.bascule.bridge.limit;

import java.time.Clock;
import java.time.Duration;

/** Whether something that strangers cause is to be told once more: they must not fill a log or a terminal. Thread-safe. */
public final class LogLimit {
    private static final Duration SPAN = Duration.ofMinutes(1);
    private static final int OF_ADDRESS = 5;
    private static final int OF_ALL = 20;
    private static final String ALL = "all";

    private final RateLimiter ofAddress;
    private final RateLimiter ofAll;

    public LogLimit(Clock clock) {
        ofAddress = new RateLimiter(clock, OF_ADDRESS, SPAN);
        ofAll = new RateLimiter(clock, OF_ALL, SPAN);
    }

    /** Five a minute of one address, and twenty of all. */
    public boolean tells(String address) {
        return ofAddress.take(AddressKey.of(address)).isEmpty()
                && ofAll.take(ALL).isEmpty();
    }
}
