package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReliableLinkTest {

    /** One end: its link, what it has sent, what it was given, and what is on its way to the other. */
    private static final class End implements FrameChannel {
        private final ReliableLink link = new ReliableLink();
        private final List<String> sent = new ArrayList<>();
        private final List<String> got = new ArrayList<>();
        private Deque<Frame> inFlight = new ArrayDeque<>();

        @Override
        public void send(Frame frame) {
            inFlight.add(frame);
        }

        @Override
        public void close(String reason) {}

        void say() {
            String text = "m" + sent.size();
            sent.add(text);
            link.send(new Message.Log("info", text));
        }

        /** Takes the oldest frame that the other end has under way. */
        void take(End from) {
            Frame frame = from.inFlight.poll();
            if (frame != null) {
                try {
                    link.receive(frame).ifPresent(packet -> got.add(((Message.Log) packet).text()));
                } catch (ProtocolException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    @Test
    void it_counts_the_bytes_of_frames_both_ways_and_those_that_go_again_once_more() {
        End host = new End();
        End runner = new End();
        host.say();
        assertThat(host.link.traffic().sent())
                .as("nothing goes without a connection")
                .isZero();

        host.link.attach(host, 0);
        long first = host.inFlight.element().length();
        assertThat(host.link.traffic().sent()).isEqualTo(first);
        runner.take(host);
        assertThat(runner.link.traffic().received()).isEqualTo(first);

        host.link.detach(host);
        host.link.attach(host, 0);
        assertThat(host.link.traffic().sent()).isEqualTo(2 * first);
        assertThat(host.link.traffic().received()).isZero();
    }

    @Test
    void nothing_is_lost_doubled_or_reordered_whenever_the_connection_is_cut() {
        qt().withFixedSeed(20261121)
                .forAll(lists().of(integers().between(0, 9)).ofSizeBetween(0, 120))
                .checkAssert(moves -> {
                    End host = new End();
                    End runner = new End();
                    for (int move : moves) {
                        switch (move) {
                            case 0, 1 -> host.say();
                            case 2, 3 -> runner.say();
                            case 4, 5 -> host.take(runner);
                            case 6, 7 -> runner.take(host);
                            case 8 -> {
                                cut(host, runner);
                                reconnect(host, runner);
                            }
                            default -> cut(host, runner);
                        }
                    }
                    cut(host, runner);
                    reconnect(host, runner);
                    while (!host.inFlight.isEmpty() || !runner.inFlight.isEmpty()) {
                        host.take(runner);
                        runner.take(host);
                    }
                    assertThat(host.got).isEqualTo(runner.sent);
                    assertThat(runner.got).isEqualTo(host.sent);
                });
    }

    /** What was under way is lost. */
    private static void cut(End host, End runner) {
        host.link.detach(host);
        runner.link.detach(runner);
        host.inFlight = new ArrayDeque<>();
        runner.inFlight = new ArrayDeque<>();
    }

    /** As hello and welcome do it: each tells the other what it has seen. */
    private static void reconnect(End host, End runner) {
        host.link.attach(host, runner.link.received());
        runner.link.attach(runner, host.link.received());
    }

    @Test
    void what_is_sent_before_there_is_a_connection_arrives_when_there_is_one() {
        End host = new End();
        host.say();
        assertThat(host.link.isConnected()).isFalse();
        assertThat(host.inFlight).isEmpty();
        host.link.attach(host, 0);
        assertThat(host.inFlight).hasSize(1);
    }

    @Test
    void what_was_acknowledged_is_not_sent_again() {
        End host = new End();
        End runner = new End();
        reconnect(host, runner);
        host.say();
        host.say();
        runner.take(host);
        runner.say();
        host.take(runner);
        cut(host, runner);
        reconnect(host, runner);
        assertThat(host.inFlight).hasSize(1);
    }

    @Test
    void a_duplicate_is_dropped() throws ProtocolException {
        ReliableLink link = new ReliableLink();
        Frame frame = FrameCodec.encode(new Envelope(1, 0, new Message.Ping()));
        assertThat(link.receive(frame)).contains(new Message.Ping());
        assertThat(link.receive(frame)).isEmpty();
        assertThat(link.received()).isEqualTo(1);
    }

    @Test
    void a_gap_is_a_violation() {
        ReliableLink link = new ReliableLink();
        assertThatExceptionOfType(ProtocolException.class)
                .isThrownBy(() -> link.receive(FrameCodec.encode(new Envelope(2, 0, new Message.Ping()))))
                .withMessageContaining("expected message 1, got 2");
    }

    @Test
    void an_old_connection_that_closes_late_does_not_take_the_new_one_with_it() {
        ReliableLink link = new ReliableLink();
        End old = new End();
        End fresh = new End();
        link.attach(old, 0);
        link.attach(fresh, 0);
        link.detach(old);
        link.send(new Message.Ping());
        assertThat(link.isConnected()).isTrue();
        assertThat(fresh.inFlight).hasSize(1);
        assertThat(old.inFlight).isEmpty();
    }
}
