package dev.bascule.bridge.dashboard.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Bounds the routes that take a processor for a while: as long as something is measured on this machine, which they disturb,
 * one is answered at a time. Others wait a little, and then are asked to come again. Thread-safe.
 */
public final class HeavyReads {
    /** Requests that wait: the server has few threads. */
    private static final int WAITING = 8;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(2);

    private final BooleanSupplier measuring;
    private final Duration patience;
    private final Semaphore one = new Semaphore(1, true);
    private final Semaphore waiting = new Semaphore(WAITING);
    private final AtomicLong answered = new AtomicLong();

    /** @param measuring whether something is being measured */
    public HeavyReads(BooleanSupplier measuring) {
        this(measuring, PATIENCE);
    }

    /** @param patience how long a request waits for its turn */
    public HeavyReads(BooleanSupplier measuring, Duration patience) {
        this.measuring = measuring;
        this.patience = patience;
    }

    /** The same routes, bounded. */
    public List<Route> bound(List<Route> routes) {
        return routes.stream()
                .map(route -> new Route(
                        route.method(),
                        route.path(),
                        route.access(),
                        (context, caller) -> answer(route.handling(), context, caller)))
                .toList();
    }

    /** How many were answered while something was measured, since the server's start. */
    public long answeredBesideMeasuring() {
        return answered.get();
    }

    private void answer(Route.Handling handling, Context context, Caller caller) throws Exception {
        if (!measuring.getAsBoolean()) {
            handling.handle(context, caller);
            return;
        }
        if (!take()) {
            throw Problem.later(
                    ProblemType.TOO_BUSY,
                    "something is being measured on this machine, so that one request is answered at a time",
                    LATER);
        }
        try {
            answered.incrementAndGet();
            handling.handle(context, caller);
        } finally {
            one.release();
        }
    }

    private boolean take() {
        if (!waiting.tryAcquire()) {
            return false;
        }
        try {
            return one.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.release();
        }
    }
}
