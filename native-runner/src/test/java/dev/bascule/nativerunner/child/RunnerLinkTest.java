package dev.bascule.nativerunner.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.FrameCodec;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunnerLinkTest {
    private final List<Packet> received = new ArrayList<>();
    private int joined;
    private final RunnerLink link = new RunnerLink("token", "name", new RunnerLink.Listener() {
        @Override
        public void joined() {
            joined++;
        }

        @Override
        public void received(Packet packet) {
            received.add(packet);
        }
    });

    @Test
    void it_says_hello_with_its_token_and_is_joined_once_it_is_welcome() throws Exception {
        Recording channel = new Recording();
        link.opened(channel);
        assertThat(channel.packets())
                .containsExactly(
                        new Message.Hello(1, "token", new Message.RunnerName("native", "name"), Optional.empty()));
        assertThat(joined).isZero();
        link.received(channel, frame(0, new Message.Welcome("session", 0)));
        assertThat(joined).isEqualTo(1);
    }

    @Test
    void after_a_cut_it_resumes_and_sends_again_what_the_host_has_not_seen() throws Exception {
        Recording first = new Recording();
        link.opened(first);
        link.received(first, frame(0, new Message.Welcome("session", 0)));
        link.received(first, frame(1, new Message.Ping()));
        link.send(new Message.Pong());
        link.closed(first);
        link.send(new Message.Log("debug", "said while cut"));

        Recording second = new Recording();
        link.opened(second);
        assertThat(second.packets())
                .containsExactly(new Message.Hello(
                        1,
                        "token",
                        new Message.RunnerName("native", "name"),
                        Optional.of(new Message.Resume("session", 1))));
        link.received(second, frame(0, new Message.Welcome("session", 1)));
        assertThat(second.packets()).last().isEqualTo(new Message.Log("debug", "said while cut"));
        assertThat(second.packets()).doesNotContain(new Message.Pong());
        link.received(second, frame(1, new Message.Ping()));
        assertThat(received).containsExactly(new Message.Ping());
        assertThat(joined).isEqualTo(1);
    }

    @Test
    void a_host_that_greets_with_anything_else_or_lost_the_session_breaks_the_protocol() throws Exception {
        Recording channel = new Recording();
        link.opened(channel);
        assertThatThrownBy(() -> link.received(channel, frame(1, new Message.Ping())))
                .isInstanceOf(ProtocolException.class);
        link.received(channel, frame(0, new Message.Welcome("session", 0)));
        link.closed(channel);
        assertThatThrownBy(() -> link.received(channel, frame(0, new Message.Welcome("another", 0))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("no longer knows");
    }

    private static Frame frame(long seq, Packet packet) {
        return FrameCodec.encode(new Envelope(seq, 0, packet));
    }

    private static final class Recording implements FrameChannel {
        private final List<Frame> frames = new ArrayList<>();

        @Override
        public void send(Frame frame) {
            frames.add(frame);
        }

        @Override
        public void close(String reason) {}

        List<Packet> packets() throws ProtocolException {
            List<Packet> packets = new ArrayList<>();
            for (Frame frame : frames) {
                packets.add(FrameCodec.decode(frame).packet());
            }
            return packets;
        }
    }
}
