package dev.bascule.fallback.protocol;

import dev.bascule.fallback.runner.WireTraffic;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * One end of a runner connection that survives its socket: numbers what it sends, keeps it until the other side has
 * acknowledged it, resends it when the connection resumes, and drops what it has already seen. Thread-safe.
 */
public final class ReliableLink {
    private final Deque<Envelope> outbox = new ArrayDeque<>();
    private Optional<FrameChannel> channel = Optional.empty();
    private long sent;
    private long received;
    private long sentBytes;
    private long receivedBytes;

    /** Sends now if there is a connection, else when there is one again. */
    public synchronized void send(Packet packet) {
        Envelope envelope = new Envelope(++sent, received, packet);
        outbox.add(envelope);
        channel.ifPresent(open -> send(open, envelope));
    }

    private void send(FrameChannel open, Envelope envelope) {
        Frame frame = FrameCodec.encode(envelope);
        sentBytes += frame.length();
        open.send(frame);
    }

    /**
     * Takes a frame.
     *
     * @return what it carries, or nothing when it was seen before
     * @throws ProtocolException when it is malformed or one before it is missing
     */
    public synchronized Optional<Packet> receive(Frame frame) throws ProtocolException {
        receivedBytes += frame.length();
        Envelope envelope = FrameCodec.decode(frame);
        acknowledged(envelope.ack());
        if (envelope.seq() <= received) {
            return Optional.empty();
        }
        if (envelope.seq() != received + 1) {
            throw new ProtocolException("expected message %d, got %d".formatted(received + 1, envelope.seq()));
        }
        received = envelope.seq();
        return Optional.of(envelope.packet());
    }

    /** Takes a new connection and resends what the other side has not seen. */
    public synchronized void attach(FrameChannel fresh, long seenByPeer) {
        acknowledged(seenByPeer);
        channel = Optional.of(fresh);
        outbox.forEach(envelope -> send(fresh, new Envelope(envelope.seq(), received, envelope.packet())));
    }

    /** Lets go of a connection that closed; another one that has taken its place stays. */
    public synchronized void detach(FrameChannel closed) {
        if (channel.equals(Optional.of(closed))) {
            channel = Optional.empty();
        }
    }

    public synchronized boolean isConnected() {
        return channel.isPresent();
    }

    /** Bytes of all frames so far, those that went or came again included. */
    public synchronized WireTraffic traffic() {
        return new WireTraffic(sentBytes, receivedBytes);
    }

    /** Number of the last message received. */
    public synchronized long received() {
        return received;
    }

    /** Closes the connection, if there is one. */
    public synchronized void close(String reason) {
        channel.ifPresent(open -> open.close(reason));
        channel = Optional.empty();
    }

    private void acknowledged(long ack) {
        while (!outbox.isEmpty() && outbox.peek().seq() <= ack) {
            outbox.remove();
        }
    }
}
