package dev.bascule.bridge.dashboard.job;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.limit.AddressKey;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients that follow the journal by server-sent events. Each reads on at its own pace, so that none holds up another;
 * one that takes nothing for too long is dropped, and resumes when it comes back. Thread-safe.
 */
public final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** A client that is gone answers the first sign of life with a reset, so that the next one fails. */
    private static final List<Duration> PULSES =
            List.of(Duration.ofMillis(10), Duration.ofMillis(40), Duration.ofMillis(100));

    private static final int WAITING = 4;
    private static final Duration SOON = Duration.ofSeconds(1);

    private final EventJournal journal;
    private final Settings settings;
    private final EventClients followers;
    /** Requests that wait until dead connections have made room: the server has few threads. */
    private final Semaphore waiting = new Semaphore(WAITING);

    private final AtomicBoolean woken = new AtomicBoolean();
    private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "dashboard-events");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param most clients at once
     * @param ofAddress clients of one address at once
     * @param heartbeat how often a client that nothing is told to gets a comment, so that both sides see that the other lives
     * @param patience how long a client may take nothing
     */
    public record Settings(int most, int ofAddress, Duration heartbeat, Duration patience) {
        public static final Settings USUAL = new Settings(100, 20, Duration.ofSeconds(15), Duration.ofSeconds(20));
    }

    public EventStreams(EventJournal journal, Settings settings) {
        this.journal = journal;
        this.settings = settings;
        this.followers = new EventClients(settings.most(), settings.ofAddress());
        journal.listen(this::wake);
        long pause = settings.heartbeat().toMillis();
        ScheduledFuture<?> unused = beats.scheduleAtFixedRate(this::beat, pause, pause, TimeUnit.MILLISECONDS);
    }

    /** One task for as many events as there are until it begins. */
    private void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                beats.execute(() -> {
                    woken.set(false);
                    followers.all().forEach(EventStream::proceed);
                });
            } catch (RejectedExecutionException closed) {
                // Whoever adds an event while the server goes down must not suffer for it: nobody follows any more.
                LOG.debug("an event after the streams were closed");
            }
        }
    }

    private void beat() {
        for (EventStream stream : followers.all()) {
            try {
                stream.beat(settings.patience());
            } catch (RuntimeException e) {
                // A periodic task that throws is never run again: one stream must not stop the beat of all.
                LOG.warn("a client of the events is dropped", e);
                stream.end();
            }
        }
    }

    /**
     * Answers with a stream that goes on until either side ends it.
     *
     * @param after the last event that the client has; empty for those to come
     * @param allowed whether it may go on, asked now and then
     * @throws Problem.Thrown {@link ProblemType#TOO_BUSY} where as many follow as may
     */
    public void open(Context context, Optional<Long> after, BooleanSupplier allowed) throws IOException {
        EventStream.Client client = new EventStream.Client(
                AddressKey.of(context.req().getRemoteAddr()), allowed, Connections.cutting(context.req()));
        EventStream stream = new EventStream(
                journal, context.res().getOutputStream(), after.orElseGet(journal::last), client, followers::remove);
        if (!followers.add(stream) && !makeRoom(stream)) {
            throw Problem.later(
                    ProblemType.TOO_BUSY,
                    "%d clients follow the events already, %d of them from this address"
                            .formatted(followers.size(), followers.of(stream.address())),
                    SOON);
        }
        // What deflates gathers, and would hold events back too.
        context.disableCompression();
        context.contentType("text/event-stream")
                .header("Cache-Control", "no-store")
                // A proxy that gathers an answer before it passes it on would hold events back.
                .header("X-Accel-Buffering", "no");
        context.res().setCharacterEncoding("utf-8");
        context.future(stream::start);
    }

    /** Finds out which clients are gone; whether that made room for this one. */
    private boolean makeRoom(EventStream stream) {
        if (!waiting.tryAcquire()) {
            return false;
        }
        try {
            for (Duration pause : PULSES) {
                followers.all().forEach(EventStream::pulse);
                if (followers.add(stream, pause)) {
                    return true;
                }
            }
            return false;
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.release();
        }
    }

    /** How many clients follow. */
    public int clients() {
        return followers.size();
    }

    @Override
    public void close() {
        beats.shutdownNow();
        followers.all().forEach(EventStream::end);
    }
}
