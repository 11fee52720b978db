package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runners that send more than anybody could want. */
@Tag("attack")
class RunnerBudgetTest extends HubFixture {
    private static final String JOB = "job";
    private static final int BUDGET = 1_000_000;
    private static final Message.PhaseTimes NO_TIMES = new Message.PhaseTimes(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final MessageBudget budget = new MessageBudget(BUDGET);
    private final Device device = new Device();

    /** A runner's two ends: what it sends arrives on the thread that sends it. */
    private final class Device implements FrameChannel {
        final RemoteRunner runner = new RemoteRunner(
                "a runner",
                artifact -> "/models/" + artifact.sha256(),
                Duration.ofSeconds(60),
                new CompletableFuture<>(),
                budget);
        private int sent;
        private Optional<String> closed = Optional.empty();

        Device() {
            runner.connected(this, "session", 0);
        }

        void sends(Packet packet) throws ProtocolException {
            runner.receive(FrameCodec.encode(new Envelope(++sent, 0, packet)));
        }

        /** A session that nobody waits for anything of. */
        RunnerSession opens(String job) {
            return runner.open(HubFixture.job(job), LONG).result().orElseThrow();
        }

        @Override
        public void send(Frame frame) {
            try {
                Packet packet = FrameCodec.decode(frame).packet();
                if (packet instanceof Message.Execute execute) {
                    sends(new Message.Progress(execute.job(), "ready"));
                } else if (packet instanceof Message.Finish finish) {
                    sends(result(finish.job(), Map.of()));
                } else if (packet instanceof Message.Pack pack) {
                    sends(ended(pack.job(), 0));
                }
            } catch (ProtocolException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close(String reason) {
            closed = Optional.of(reason);
        }
    }

    private static Message.Result result(String job, Map<String, String> facts) {
        return new Message.Result(
                job,
                "ok",
                NO_TIMES,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(facts.isEmpty() ? Map.of() : Map.of("fact", TextNode.valueOf(facts.get("fact")))));
    }

    private static Tensor tensor(int floats) {
        return Tensor.floats(Shape.of(floats), new float[floats]);
    }

    private static Packet.CasePacket ended(String job, int index) {
        return new Packet.CasePacket(
                job,
                new CaseReply(
                        index,
                        Optional.empty(),
                        List.of(Map.of("y", Value.of(tensor(50_000)))),
                        Phases.NONE,
                        Optional.empty()));
    }

    /** Each of at least 160 kB. */
    static Stream<Packet> large() {
        String text = "x".repeat(20_000);
        return Stream.of(
                new Packet.TensorPacket(JOB, "output", "y", 0, 0, tensor(50_000)),
                new Packet.SamplesPacket(JOB, 0, Samples.ofMillis(new double[25_000])),
                ended(JOB, 0),
                new Message.Progress(JOB, text),
                result(JOB, Map.of("fact", text)),
                new Message.Reading(JOB, "triad", 1, "byte", 1, 1, Collections.nCopies(10_000, 1.0), Optional.empty()),
                new Message.MemoryReport(JOB, Optional.empty(), Map.of(), text, Optional.empty()));
    }

    private static void flood(Device device, Packet packet) throws ProtocolException {
        for (int i = 0; i < 10; i++) {
            device.sends(packet);
        }
    }

    @ParameterizedTest
    @MethodSource("large")
    void whatever_is_sent_while_nobody_looks_ends_the_runner_before_it_fills_the_process(Packet packet) {
        device.opens(JOB);
        assertThatThrownBy(() -> flood(device, packet))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("more than 1000000 bytes of messages");
        assertThat(device.sent).as("after some were let in").isGreaterThan(2);
        assertThat(budget.used()).isPositive().isLessThanOrEqualTo(BUDGET);
        device.runner.gone("it broke the protocol");
        assertThat(budget.used()).isZero();
    }

    @Test
    void very_many_small_messages_count_too() {
        device.opens(JOB);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < BUDGET; i++) {
                        device.sends(new Message.Progress(JOB, "first"));
                    }
                })
                .isInstanceOf(ProtocolException.class);
        assertThat(device.sent).isBetween(100, 10_000);
    }

    /** Who waits keeps them: they are not forgotten by having been taken from a queue. */
    @Test
    void tensors_for_one_answer_have_a_limit() throws Exception {
        device.opens(JOB);
        Packet tensor = new Packet.TensorPacket(JOB, "output", "y", 0, 0, tensor(50_000));
        device.sends(tensor);
        Reply<ProtocolException> refused = device.runner.await(JOB, LONG, taken -> {
            try {
                device.sends(tensor);
                return Optional.empty();
            } catch (ProtocolException e) {
                return Optional.of(e);
            }
        });
        assertThat(refused.result()).isPresent();
        assertThat(device.sent).isBetween(3, 8);
        assertThat(budget.used()).isZero();
    }

    @Test
    void what_comes_after_a_jobs_end_is_not_kept() throws Exception {
        RunnerSession session = device.opens(JOB);
        flood(device, new Message.Progress(JOB, "late"));
        assertThat(session.finish(LONG)).isInstanceOf(Reply.Ok.class);
        assertThat(budget.used()).isZero();
        for (Packet packet : large().toList()) {
            flood(device, packet);
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void what_was_dealt_with_makes_room_so_that_a_pack_of_any_size_goes_through() {
        List<Integer> cases = IntStream.range(0, 50).boxed().toList();
        AtomicInteger seen = new AtomicInteger();
        Reply<?> end = device.runner.pack(
                new PackRequest(JOB, Backends.WEBNN, model(), cases, false, 1, LONG, SessionSettings.defaults()),
                reply -> {
                    int next = seen.incrementAndGet();
                    assertThatCode(() -> device.sends(next < 50 ? ended(JOB, next) : result(JOB, Map.of())))
                            .doesNotThrowAnyException();
                },
                LONG);
        assertThat(end).isInstanceOf(Reply.Ok.class);
        assertThat(seen).hasValue(50);
        assertThat(budget.used()).isZero();
    }

    @Test
    void runners_share_one_budget_and_the_one_that_took_it_all_is_the_one_that_is_ended() throws Exception {
        device.opens(JOB);
        Device other = new Device();
        RunnerSession session = other.opens(JOB);
        for (int i = 0; i < 4; i++) {
            device.sends(new Packet.TensorPacket(JOB, "output", "y", 0, 0, tensor(60_000)));
        }
        other.sends(new Packet.TensorPacket(JOB, "output", "y", 0, 0, tensor(50_000)));
        assertThat(device.runner.isGone()).isTrue();
        assertThat(device.closed)
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("protocol error: more than 1000000 bytes"));
        assertThat(other.runner.isGone()).isFalse();
        assertThat(session.finish(LONG)).isInstanceOf(Reply.Ok.class);
        assertThat(budget.used()).isZero();
    }

    @Test
    void a_tensor_of_a_job_that_nobody_asked_for_is_a_violation_also_before_it_joined() {
        assertThatThrownBy(() -> device.sends(new Packet.TensorPacket(JOB, "output", "y", 0, 0, tensor(1))))
                .hasMessage("a packet of a job that nobody asked for, 'job'");
    }
}
