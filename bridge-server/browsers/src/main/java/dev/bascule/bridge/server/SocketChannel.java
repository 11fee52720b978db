package dev.bascule.bridge.server;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending half of a runner's socket. Frames wait in a queue and leave one after the other, each when the one before
 * has been written, so that a caller is never held up by a slow reader and no frame is copied. Thread-safe.
 */
final class SocketChannel implements FrameChannel {
    private static final Logger LOG = LoggerFactory.getLogger(SocketChannel.class);
    private static final int NORMAL = 1000;
    private static final int POLICY = 1008;
    /** A close frame's payload is at most 125 bytes, two of them the code. */
    private static final int REASON_BYTES = 123;

    private final Session session;
    private final long maxQueuedBytes;
    private final Deque<Outgoing> waiting = new ArrayDeque<>();
    private final Sender sender = new Sender();
    private long queuedBytes;
    private boolean closed;

    private sealed interface Outgoing {
        record Data(Frame frame, long bytes) implements Outgoing {}

        record Close(int code, String reason) implements Outgoing {}
    }

    SocketChannel(Session session, long maxQueuedBytes) {
        this.session = session;
        this.maxQueuedBytes = maxQueuedBytes;
    }

    @Override
    public void send(Frame frame) {
        long bytes = frame.fold(String::length, ByteBuffer::remaining);
        if (enqueue(new Outgoing.Data(frame, bytes))) {
            sender.iterate();
        }
    }

    @Override
    public void close(String reason) {
        if (enqueue(new Outgoing.Close(NORMAL, reason))) {
            sender.iterate();
        }
    }

    /** Whether this side has not closed it. */
    synchronized boolean isOpen() {
        return !closed;
    }

    private synchronized boolean enqueue(Outgoing item) {
        if (closed) {
            return false;
        }
        if (item instanceof Outgoing.Data data) {
            if (queuedBytes + data.bytes > maxQueuedBytes) {
                LOG.warn("{} bytes wait for a runner that does not read: its connection is closed", queuedBytes);
                waiting.clear();
                waiting.add(new Outgoing.Close(POLICY, "too much is waiting to be read"));
                closed = true;
                return true;
            }
            queuedBytes += data.bytes;
        } else {
            closed = true;
        }
        waiting.add(item);
        return true;
    }

    /** Drops what waits: the socket is gone. */
    synchronized void abandon() {
        closed = true;
        waiting.clear();
    }

    /** Writes one frame at a time; a write that ends at once does not deepen the stack. */
    private final class Sender extends IteratingCallback {

        @Override
        protected Action process() {
            Outgoing next;
            synchronized (SocketChannel.this) {
                next = waiting.poll();
                if (next instanceof Outgoing.Data data) {
                    queuedBytes -= data.bytes;
                }
            }
            if (next == null) {
                return Action.IDLE;
            }
            Callback written = Callback.from(this::succeeded, this::failed);
            if (next instanceof Outgoing.Close close) {
                session.close(close.code, cut(close.reason), written);
            } else if (next instanceof Outgoing.Data data && data.frame instanceof Frame.Text text) {
                session.sendText(text.text(), written);
            } else if (next instanceof Outgoing.Data data && data.frame instanceof Frame.Binary binary) {
                session.sendBinary(binary.bytes().duplicate(), written);
            }
            return Action.SCHEDULED;
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            LOG.debug("a frame could not be sent: {}", cause.toString());
            abandon();
        }
    }

    static String cut(String reason) {
        String cut = reason;
        while (cut.getBytes(StandardCharsets.UTF_8).length > REASON_BYTES) {
            cut = cut.substring(0, cut.length() - 1);
        }
        return cut;
    }
}
