package dev.bascule.fallback.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The other end of a {@link RunnerHub} connection, in memory: it says hello, answers what a test tells it to, can lose
 * its connection and come back. Frames are handed over at once, on the caller's thread.
 */
class LoopbackPage {
    private final RunnerHub hub;
    private final String token;
    private final ReliableLink link = new ReliableLink();
    private final List<Packet> received = new ArrayList<>();
    private Consumer<Packet> answers = packet -> {};
    private Optional<RunnerHub.Connection> connection = Optional.empty();
    private Optional<String> session = Optional.empty();
    private Optional<String> closedBecause = Optional.empty();
    private final Deque<Frame> waiting = new ArrayDeque<>();
    private boolean greeting;
    private int generation;

    LoopbackPage(RunnerHub hub, String token) {
        this.hub = hub;
        this.token = token;
    }

    /** What it does with each packet of the host. */
    void answering(Consumer<Packet> how) {
        answers = how;
    }

    void hello() {
        hello(Message.VERSION, token, Optional.empty());
    }

    void hello(int version, String shown, Optional<Message.Resume> resume) {
        closedBecause = Optional.empty();
        int own = ++generation;
        RunnerHub.Connection fresh = hub.connect(new FrameChannel() {
            @Override
            public void send(Frame frame) {
                if (own == generation) {
                    onFrame(frame);
                }
            }

            @Override
            public void close(String reason) {
                if (own == generation) {
                    closedBecause = Optional.of(reason);
                    connection = Optional.empty();
                }
            }
        });
        connection = Optional.of(fresh);
        greeting = true; // a transport hands over one frame after the other: answers wait until hello is through
        fresh.onFrame(FrameCodec.encode(new Envelope(
                0, 0, new Message.Hello(version, shown, new Message.RunnerName("page", "loopback"), resume))));
        greeting = false;
        while (!waiting.isEmpty()) {
            outgoing.send(waiting.poll());
        }
    }

    /** Comes back after {@link #cut}. */
    void resume() {
        hello(Message.VERSION, token, Optional.of(new Message.Resume(session.orElseThrow(), link.received())));
    }

    /** The socket closes without a word. */
    void cut() {
        generation++;
        connection.ifPresent(open -> open.onClose("cut"));
        connection = Optional.empty();
        link.detach(outgoing);
    }

    void send(Packet packet) {
        link.send(packet);
    }

    /** Sends a frame past the link, as a broken runner would. */
    void sendRaw(Frame frame) {
        connection.orElseThrow().onFrame(frame);
    }

    private final FrameChannel outgoing = new FrameChannel() {
        @Override
        public void send(Frame frame) {
            if (greeting) {
                waiting.add(frame);
            } else {
                connection.ifPresent(open -> open.onFrame(frame));
            }
        }

        @Override
        public void close(String reason) {
            throw new AssertionError("the page does not close: " + reason);
        }
    };

    private void onFrame(Frame frame) {
        try {
            Envelope envelope = FrameCodec.decode(frame);
            if (envelope.packet() instanceof Message.Welcome welcome) {
                session = Optional.of(welcome.session());
                link.attach(outgoing, welcome.lastSeq());
                return;
            }
            Optional<Packet> packet = link.receive(frame);
            packet.ifPresent(received::add);
            packet.ifPresent(answers);
        } catch (ProtocolException e) {
            throw new AssertionError("the host broke the protocol", e);
        }
    }

    List<Packet> received() {
        return List.copyOf(received);
    }

    Optional<String> session() {
        return session;
    }

    /** Why the host closed the connection. */
    Optional<String> closedBecause() {
        return closedBecause;
    }
}
