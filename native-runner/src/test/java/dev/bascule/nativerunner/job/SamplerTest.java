package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplerTest {
    private static final long TEN_MILLIS = 10_000_000;
    private static final Tensor START = Tensor.floats(ScriptedSession.ONE, 100);

    private final List<Packet> sent = new ArrayList<>();
    private final OutputTracker outputs = new OutputTracker("job", List.of(), sent::add);

    @Test
    void a_sample_is_the_time_of_the_run_alone() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> 1f, TEN_MILLIS);
        Sampler.Block block = sampler(session, 1, Map.of()).block(limits(3, 0, 1e9), () -> false, List.of());
        // One read of the clock falls between its two ends, 1 ms here.
        assertThat(block.samples().millis()).containsExactly(11, 11, 11);
    }

    @Test
    void a_block_runs_until_both_the_number_and_the_summed_time_are_reached() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> 1f, TEN_MILLIS);
        assertThat(sampler(session, 1, Map.of())
                        .block(limits(2, 50, 1e9), () -> false, List.of())
                        .samples()
                        .size())
                .isEqualTo(5);
    }

    @Test
    void a_block_ends_at_its_longest_time_but_not_before_one_iteration() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> 1f, TEN_MILLIS);
        assertThat(sampler(session, 1, Map.of())
                        .block(limits(1000, 0, 5), () -> false, List.of())
                        .samples()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void each_iteration_is_said_to_deliver_what_was_shipped_for_it() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> i == 3 ? 2f : 1f, TEN_MILLIS);
        sampler(session, 1, Map.of()).block(limits(6, 0, 1e9), () -> false, List.of());
        assertThat(outputs.delivered())
                .containsExactly(
                        new Message.Delivery(3, Map.of("y", 0)),
                        new Message.Delivery(1, Map.of("y", 1)),
                        new Message.Delivery(2, Map.of("y", 0)));
        assertThat(outputs.delivered()).as("told once").isEmpty();
    }

    @Test
    void a_block_ends_when_it_is_told_to_stop() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> 1f, TEN_MILLIS);
        assertThat(sampler(session, 1, Map.of())
                        .block(limits(1000, 0, 1e9), () -> true, List.of())
                        .samples()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void an_output_that_changes_once_is_shipped_with_its_iteration() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> i == 3 ? 2f : 1f, TEN_MILLIS);
        sampler(session, 1, Map.of()).block(limits(6, 0, 1e9), () -> false, List.of());
        outputs.ship();
        assertThat(sent)
                .containsExactly(
                        new TensorPacket("job", "output", "y", 0, 0, Tensor.floats(ScriptedSession.ONE, 1)),
                        new TensorPacket("job", "output", "y", 0, 3, Tensor.floats(ScriptedSession.ONE, 2)));
    }

    @Test
    void nothing_is_sent_while_a_block_runs() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> (float) i, TEN_MILLIS);
        sampler(session, 1, Map.of()).block(limits(6, 0, 1e9), () -> false, List.of());
        assertThat(sent).isEmpty();
    }

    @Test
    void more_answers_than_are_remembered_are_shipped_again_and_none_is_hidden() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> (float) (i % 10), TEN_MILLIS);
        sampler(session, 1, Map.of()).block(limits(20, 0, 1e9), () -> false, List.of());
        outputs.ship();
        // Eight are remembered; the other two come out each time.
        assertThat(sent).hasSize(12);
    }

    @Test
    void a_carried_input_takes_the_output_of_the_step_before_and_starts_anew_when_the_steps_wrap() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> (float) i, TEN_MILLIS);
        sampler(session, 3, Map.of("state", "y")).block(limits(5, 0, 1e9), () -> false, List.of());
        assertThat(session.fed().stream()
                        .map(inputs -> inputs.get("state").data().getFloat(0)))
                .containsExactly(100f, 0f, 1f, 100f, 3f);
        assertThat(session.open()).isEqualTo(1);
    }

    @Test
    void results_are_freed_also_when_an_output_is_not_there() throws Exception {
        ScriptedSession session = new ScriptedSession(i -> 1f, TEN_MILLIS);
        IterationFeeds steps = steps(session, 1, Map.of());
        Sampler sampler = new Sampler(steps, new OutputTracker("job", List.of("z"), sent::add), session.clock());
        assertThatThrownBy(sampler::once).isInstanceOf(RefusedException.class);
        assertThat(session.open()).isZero();
    }

    @Test
    void a_tensor_for_a_step_that_is_not_announced_is_refused() {
        assertThatThrownBy(() -> IterationFeeds.arrange(List.of(new TensorPacket("job", "input", "x", 2, 0, START)), 2))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("step 2");
    }

    private Sampler sampler(ScriptedSession session, int steps, Map<String, String> carry) throws RefusedException {
        return new Sampler(steps(session, steps, carry), outputs, session.clock());
    }

    private static IterationFeeds steps(ScriptedSession session, int count, Map<String, String> carry)
            throws RefusedException {
        return new IterationFeeds(
                session,
                IterationFeeds.arrange(List.of(new TensorPacket("job", "input", "state", 0, 0, START)), count),
                carry);
    }

    private static Message.Measure limits(int iterations, double minMs, double maxMs) {
        return new Message.Measure("job", 0, iterations, minMs, maxMs);
    }
}
