package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdvancerTest {
    private static final Map<String, Tensor> OWN = Map.of("state", Tensor.floats(ScriptedSession.ONE, 100));

    private final ScriptedSession session = new ScriptedSession(i -> i + 1f, 5_000_000);
    private final List<Packet> sent = new ArrayList<>();
    private final Advancer advancer = new Advancer(
            new Message.Execute(
                    "j",
                    "cpu",
                    new Message.ModelLocation("0".repeat(64), 1, "file:///m.onnx"),
                    List.of("y"),
                    Map.of("state", "y"),
                    1,
                    SessionSettings.defaults()),
            new CarriedInference(session, OWN, session.feed(OWN), Map.of("state", "y")),
            sent::add,
            session.clock());

    private static Message.Advance asked(int steps, double maxMs) {
        return new Message.Advance("j", 1, steps, List.of("y"), maxMs);
    }

    @Test
    void it_answers_after_the_last_step_with_the_state_before_the_times() throws Exception {
        advancer.run(asked(3, 1000), List.of(), () -> {
            assertThat(sent).isEmpty();
            return false;
        });
        assertThat(sent.subList(0, 4).stream().map(TensorPacket.class::cast))
                .extracting(packet -> packet.role() + packet.step() + "="
                        + packet.tensor().data().getFloat(0))
                .containsExactly("output0=1.0", "output1=2.0", "output2=3.0", "state2=3.0");
        assertThat(sent.get(4)).isInstanceOfSatisfying(Message.Advanced.class, done -> {
            // The clock moves by 1 ms each time it is read, and by 5 with each run.
            assertThat(done.feedMs()).containsExactly(1.0, 1.0, 1.0);
            assertThat(done.stepMs()).containsExactly(6.0, 6.0, 6.0);
        });
        assertThat(session.open()).isEqualTo(1);
        advancer.release();
        assertThat(session.open()).isZero();
    }

    @Test
    void a_host_that_cancels_gets_no_answer() throws Exception {
        advancer.run(asked(9, 1000), List.of(), () -> session.fed().size() == 2);
        assertThat(session.fed()).hasSize(2);
        assertThat(sent).isEmpty();
    }

    @Test
    void its_limit_ends_it_after_a_step() throws Exception {
        advancer.run(asked(9, 10), List.of(), () -> false);
        assertThat(advancer.steps()).isEqualTo(2);
        assertThat(advancer.readBytes()).isEqualTo(3 * 4);
    }
}
