package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.FrameCodec;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.ProtocolException;
import dev.bascule.fallback.protocol.ReliableLink;
import dev.bascule.nativerunner.job.MessageSink;
import java.util.Optional;

/**
 * The runner's end of the protocol over any transport: says hello on every new connection, takes up the session after a
 * cut, numbers what goes out. Thread-safe; a transport hands in frames from one thread at a time.
 */
public final class RunnerLink implements MessageSink {
    private final ReliableLink link = new ReliableLink();
    private final String token;
    private final String name;
    private final Listener listener;
    private Optional<String> session = Optional.empty();

    /** What the link tells. Called on the transport's thread. */
    public interface Listener {

        /** A session began: the host knows nothing of this runner yet. */
        void joined();

        void received(Packet packet);
    }

    /** @param token shown once, to begin the session, and again to take it up */
    public RunnerLink(String token, String name, Listener listener) {
        this.token = token;
        this.name = name;
        this.listener = listener;
    }

    /** A connection is open: says hello on it. */
    public synchronized void opened(FrameChannel channel) {
        Message.Hello hello = new Message.Hello(
                Message.VERSION,
                token,
                new Message.RunnerName("native", name),
                session.map(known -> new Message.Resume(known, link.received())));
        channel.send(FrameCodec.encode(new Envelope(0, link.received(), hello)));
    }

    /** @throws ProtocolException when the host broke the protocol: the connection is of no more use */
    public void received(FrameChannel channel, Frame frame) throws ProtocolException {
        if (!link.isConnected()) {
            welcome(channel, frame);
            return;
        }
        Optional<Packet> packet = link.receive(frame);
        packet.ifPresent(listener::received);
    }

    private void welcome(FrameChannel channel, Frame frame) throws ProtocolException {
        if (!(FrameCodec.decode(frame).packet() instanceof Message.Welcome welcome)) {
            throw new ProtocolException("the host's first message must be welcome");
        }
        boolean fresh;
        synchronized (this) {
            if (session.isPresent() && !session.get().equals(welcome.session())) {
                throw new ProtocolException("the host no longer knows this session");
            }
            fresh = session.isEmpty();
            session = Optional.of(welcome.session());
        }
        link.attach(channel, welcome.lastSeq());
        if (fresh) {
            listener.joined();
        }
    }

    /** A connection is gone. */
    public void closed(FrameChannel channel) {
        link.detach(channel);
    }

    @Override
    public void send(Packet packet) {
        link.send(packet);
    }
}
