package dev.bascule.bridge.dashboard.job;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client: a place in the journal, and a socket that is written to only when it takes something. Nothing is queued for
 * it, since the journal is the queue. Thread-safe.
 */
final class EventStream implements WriteListener {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final int STEP = 200;
    /** Tells a browser to come back soon; a comment sends the headers on their way. */
    private static final String GREETING = "retry: 1000\n: following\n\n";

    private final EventJournal journal;
    private final ServletOutputStream out;
    private final Client client;
    private final Consumer<EventStream> gone;
    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private long place;
    private String pending = GREETING;
    private boolean flushed = true;
    /** Whether the container is going to call when the socket takes something again. */
    private boolean waiting = true;

    private boolean ended;
    private long movedAt = System.nanoTime();
    private long wroteAt = System.nanoTime();

    /**
     * Who follows.
     *
     * @param address what limits count it by
     * @param allowed whether it may go on, asked now and then
     * @param cut closes its connection, whatever is still on its way
     */
    record Client(String address, BooleanSupplier allowed, Runnable cut) {}

    EventStream(EventJournal journal, ServletOutputStream out, long place, Client client, Consumer<EventStream> gone) {
        this.journal = journal;
        this.out = out;
        this.place = place;
        this.client = client;
        this.gone = gone;
    }

    String address() {
        return client.address();
    }

    /** Begins when the request is asynchronous; what it returns completes with the stream's end. */
    CompletableFuture<?> start() {
        begin();
        out.setWriteListener(this);
        return end;
    }

    /** What the server took to come to it is not to be laid to the client. */
    private synchronized void begin() {
        movedAt = System.nanoTime();
    }

    @Override
    public synchronized void onWritePossible() {
        waiting = false;
        write();
    }

    @Override
    public void onError(Throwable error) {
        LOG.debug("a client of the events is gone: {}", error.toString());
        end();
    }

    /** There may be something new. */
    synchronized void proceed() {
        if (!waiting) {
            write();
        }
    }

    /** Sends a sign of life where nothing was sent, and drops a client that takes nothing or may no longer follow. */
    synchronized void beat(Duration patience) {
        if (ended) {
            return;
        }
        if (waiting && System.nanoTime() - movedAt > patience.toNanos()) {
            LOG.debug("a client of the events is dropped: it takes nothing");
            // An end in good order would wait behind what the client does not take.
            client.cut().run();
            end();
            return;
        }
        if (!mayGoOn()) {
            LOG.debug("a client of the events is dropped: it may no longer follow");
            end();
            return;
        }
        if (System.nanoTime() - wroteAt > patience.toNanos() / 2) {
            pulse();
        } else {
            proceed();
        }
    }

    /** Sends a sign of life: a connection that the other side has closed is only noticed by writing to it. */
    synchronized void pulse() {
        if (!ended && !waiting && pending.isEmpty()) {
            pending = ": alive\n\n";
        }
        proceed();
    }

    /** Whoever cannot be looked up may not. */
    private boolean mayGoOn() {
        try {
            return client.allowed().getAsBoolean();
        } catch (RuntimeException e) {
            LOG.warn("whether a client may follow the events cannot be told: {}", e.toString());
            return false;
        }
    }

    /** Writes until the socket takes no more, or there is nothing more. */
    private void write() {
        try {
            while (!ended) {
                if (!out.isReady()) {
                    waiting = true;
                    movedAt = System.nanoTime();
                    return;
                }
                if (pending.isEmpty() && !take()) {
                    if (flushed) {
                        return;
                    }
                    out.flush();
                    flushed = true;
                    continue;
                }
                byte[] bytes = pending.getBytes(StandardCharsets.UTF_8);
                pending = "";
                flushed = false;
                out.write(bytes);
                wroteAt = System.nanoTime();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("a client of the events is gone: {}", e.toString());
            end();
        }
    }

    private boolean take() {
        List<ServerEvent> events = journal.after(place, STEP);
        if (events.isEmpty()) {
            return false;
        }
        StringBuilder text = new StringBuilder();
        events.forEach(event -> text.append(event.wire()));
        place = events.get(events.size() - 1).id();
        pending = text.toString();
        return true;
    }

    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        gone.accept(this);
        end.complete(place);
    }
}
