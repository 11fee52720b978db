package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.protocol.AdvanceCollector.Kind;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers to a request of two steps that are not what was asked for. */
@Tag("red-team")
class AdvanceCollectorTest {
    private static final Tensor LOSS = Tensor.floats(Shape.of(), 0.5f);
    private static final Tensor STATE = Tensor.floats(Shape.of(2), 1, 2);
    private static final int NUMBER = 3;

    private final AdvanceCollector collector = new AdvanceCollector(
            NUMBER,
            new AdvanceRequest(List.of(Map.of(), Map.of()), Set.of("w.next"), Duration.ofMillis(100)),
            Map.of("loss", Kind.of(LOSS)),
            Map.of("w.next", Kind.of(STATE)));

    private static Packet loss(int step) {
        return new Packet.TensorPacket("j", "output", "loss", step, NUMBER, LOSS);
    }

    private static Packet state(Tensor tensor) {
        return new Packet.TensorPacket("j", "state", "w.next", 1, NUMBER, tensor);
    }

    private static Message.Advanced done(int steps, double elapsedMs) {
        List<Double> times = Collections.nCopies(steps, 1.0);
        return new Message.Advanced("j", NUMBER, times, times, 0.5, elapsedMs);
    }

    private Optional<String> gap(Message.Advanced done, Packet... packets) {
        for (Packet packet : packets) {
            assertThat(collector.take(packet)).isEmpty();
        }
        assertThat(collector.take(done)).contains(done);
        return collector.gap(done);
    }

    @Test
    void a_whole_answer_has_no_gap() {
        assertThat(gap(done(2, 4), loss(0), loss(1), state(STATE))).isEmpty();
        assertThat(collector.outputs(2)).containsExactly(Map.of("loss", LOSS), Map.of("loss", LOSS));
        assertThat(collector.state()).isEqualTo(Map.of("w.next", STATE));
    }

    @Test
    void steps_may_be_cut_off_by_the_limit_and_by_nothing_else() {
        assertThat(gap(done(1, 100), loss(0), state(STATE))).isEmpty();
        assertThat(collector.gap(done(1, 99)))
                .contains("it ended after 1 of 2 steps, 99.0 ms on, where it had 100.0 ms");
        assertThat(collector.gap(done(0, 100))).contains("0 of 2 steps ran");
        assertThat(collector.gap(done(3, 4))).contains("3 of 2 steps ran");
    }

    @Test
    void fewer_outputs_than_steps_or_more_are_missed() {
        assertThat(gap(done(2, 4), loss(1), state(STATE))).contains("step 0 came without 'loss'");
        assertThat(collector.gap(done(1, 100))).contains("it ran 1 steps and brought outputs of step 1");
    }

    @Test
    void a_state_that_is_left_out_is_missed() {
        assertThat(gap(done(2, 4), loss(0), loss(1))).contains("the state came without 'w.next'");
    }

    @Test
    void another_shape_is_another_output() {
        assertThat(gap(done(2, 4), loss(0), loss(1), state(Tensor.floats(Shape.of(1, 2), 1, 2))))
                .contains("'w.next' is float32[1,2] and not float32[2]");
    }

    @Test
    void another_type_is_another_output() {
        assertThat(gap(done(2, 4), loss(0), loss(1), state(Tensor.longs(Shape.of(2), 1, 2))))
                .contains("'w.next' is int64[2] and not float32[2]");
    }

    @Test
    void what_comes_twice_or_unasked_is_not_kept() {
        assertThat(gap(done(2, 4), loss(0), loss(0), loss(1), state(STATE))).contains("'loss' of step 0 came twice");
    }

    @Test
    void what_nobody_asked_for_is_not_kept() {
        Packet other = new Packet.TensorPacket("j", "output", "w.next", 0, NUMBER, STATE);
        assertThat(gap(done(2, 4), loss(0), loss(1), other, state(STATE)))
                .contains("nobody asked for the output 'w.next'");
        assertThat(collector.outputs(2).get(0)).containsOnlyKeys("loss");
    }

    @Test
    void a_step_that_is_none_is_not_kept() {
        assertThat(gap(done(2, 4), loss(0), loss(1), loss(1_000_000_000), state(STATE)))
                .contains("'loss' is of step 1000000000 of 2");
    }

    @Test
    void times_that_are_none_are_no_answer() {
        List<Double> two = List.of(1.0, 1.0);
        gap(done(2, 4), loss(0), loss(1), state(STATE));
        assertThat(collector.gap(new Message.Advanced("j", NUMBER, List.of(1.0), two, 0, 4)))
                .contains("2 steps were fed 1 times");
        for (double time : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThat(List.of(
                            collector.gap(new Message.Advanced("j", NUMBER, two, List.of(1.0, time), 0, 4)),
                            collector.gap(new Message.Advanced("j", NUMBER, List.of(time, 1.0), two, 0, 4)),
                            collector.gap(new Message.Advanced("j", NUMBER, two, two, time, 4)),
                            collector.gap(new Message.Advanced("j", NUMBER, two, two, 0, time))))
                    .allSatisfy(gap -> assertThat(gap).contains("a time that it tells is none"));
        }
    }

    @Test
    void what_belongs_to_another_request_is_passed_over() {
        Packet late = new Packet.TensorPacket("j", "output", "loss", 0, NUMBER - 1, LOSS);
        assertThat(collector.take(new Message.Advanced("j", NUMBER - 1, List.of(), List.of(), 0, 0)))
                .isEmpty();
        assertThat(gap(done(2, 4), late, loss(0), loss(1), state(STATE))).isEmpty();
    }
}
