package dev.bascule.bridge.page;

import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A browser that was started, or a place in one that somebody else started, which shows one runner page at a time. What a
 * launcher brings of its own; the rest is {@link PageRunner}'s. Thread-safe.
 */
public interface PageHost {

    /** As results name it. */
    Browser browser();

    /** The process whose end is the page's end; empty where it is on another machine, or not this launcher's. */
    Optional<ProcessHandle> root();

    /** All its processes; empty where they are on another machine, or not this launcher's. */
    Optional<ProcessTree> processes();

    /** How much of it the host can see. */
    default Reach reach() {
        return Reach.SEEN;
    }

    /**
     * Shows a page in place of the one before, in the same process and profile. Returns when the page was asked for: that
     * it came up shows when its runner joins.
     *
     * @param listener hears of this page until the next one is opened
     * @return why it could not be asked for
     */
    Optional<String> open(String url, PageListener listener, Duration limit);

    /** The page has joined: no more traffic beside a measurement than must be. */
    default void hush() {}

    /**
     * What the browser tells of its graphics on its own pages, unread, by the address or method it was asked at:
     * {@code chrome://gpu}, {@code about:support}, {@code SystemInfo.getInfo}. Empty where this launcher cannot ask. May take
     * seconds, and may have the browser load drivers: not for a browser in which something is timed afterwards. Never
     * throws.
     */
    default Map<String, String> internals(Duration limit) {
        return Map.of();
    }

    /** As much of it as the browser has at hand: at once, and without a change in any of its processes. Never throws. */
    default Map<String, String> graphicsInfo(Duration limit) {
        return Map.of();
    }

    /** Kills all of it at once, from outside, whatever state it is in. Never throws; leaves no process and no profile. */
    void kill();

    /** Lets it go in good order, and kills what has not left soon. May be called twice, and after {@link #kill}. */
    void close();
}
