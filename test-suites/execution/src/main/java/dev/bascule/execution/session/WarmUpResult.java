package dev.bascule.execution.session;

import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A warm-up that came to its end.
 *
 * @param windows what was timed, window by window
 * @param stable whether the rule was content before the limit
 */
public record WarmUpResult(List<Samples> windows, boolean stable) {
    /** Of a session that was not warmed up. */
    public static final WarmUpResult NONE = new WarmUpResult(List.of(), false);

    public WarmUpResult {
        windows = List.copyOf(windows);
    }

    /**
     * Runs windows until the rule is content, the limit is reached, or one of them fails.
     *
     * @param window runs one; empty where it failed
     */
    public static WarmUpResult of(WarmUp rule, Duration limit, Function<BlockRequest, Optional<Samples>> window) {
        long end = System.nanoTime() + limit.toNanos();
        List<Samples> windows = new ArrayList<>();
        boolean stable = false;
        boolean failed = false;
        while (!stable && !failed && System.nanoTime() < end) {
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            Optional<Samples> ran = window.apply(new BlockRequest(rule.window(), rule.atLeast(), left));
            ran.ifPresent(windows::add);
            failed = ran.isEmpty();
            stable = rule.isStable(windows);
        }
        return new WarmUpResult(windows, stable);
    }

    /** All of its samples, in order. */
    public Samples samples() {
        return Samples.concat(windows);
    }
}
