package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.runner.PageMemory;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A runner that sends more than anybody could want. */
@Tag("attack")
class RunnerBudgetTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final RemoteRunner runner = new RemoteRunner(
            "a runner", artifact -> "/models/" + artifact.sha256(), LONG, new CompletableFuture<>(), 100);
    private int sent;

    private final FrameChannel channel = new FrameChannel() {
        @Override
        public void send(Frame frame) {
            try {
                if (FrameCodec.decode(frame).packet() instanceof Message.MemoryRequest) {
                    asked.countDown();
                }
            } catch (ProtocolException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close(String reason) {}
    };

    private void sends(String job, float... values) throws ProtocolException {
        runner.receive(FrameCodec.encode(new Envelope(
                ++sent,
                0,
                new Packet.TensorPacket(job, "output", "y", 0, 0, Tensor.floats(Shape.of(values.length), values)))));
    }

    @Test
    void tensors_for_one_answer_have_a_limit() throws Exception {
        runner.connected(channel, "session", 0);
        CompletableFuture<Reply<PageMemory>> waiting = CompletableFuture.supplyAsync(() -> runner.memory(LONG));
        assertThat(asked.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        // Until the call waits, its count may begin anew.
        TimeUnit.MILLISECONDS.sleep(200);
        sends("memory-1", new float[10]);
        sends("memory-1", new float[10]);
        assertThatThrownBy(() -> sends("memory-1", new float[10]))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("more than 100 bytes of tensors for one answer");
        runner.gone("it broke the protocol");
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isInstanceOf(Reply.Failed.class);
    }

    @Test
    void a_tensor_of_a_job_that_nobody_asked_for_is_a_violation_also_before_it_joined() {
        assertThatThrownBy(() -> sends("job", 1)).hasMessage("a packet of a job that nobody asked for, 'job'");
    }
}
