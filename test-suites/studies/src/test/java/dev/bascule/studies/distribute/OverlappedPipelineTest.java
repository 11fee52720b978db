package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.OverlappedPipeline.Flow;
import dev.bascule.studies.distribute.OverlappedPipeline.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OverlappedPipelineTest {
    private static final Shape ONE = Shape.of(1);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** A device that makes one value of another: 10 times it and its own number. */
    private static final class FakeStage implements Replica {
        private final String takes;
        private final String makes;
        private final UnaryOperator<Float> rule;
        private final List<Map<String, Tensor>> asked = new CopyOnWriteArrayList<>();
        private final CountDownLatch killed = new CountDownLatch(1);
        private Runnable before = () -> {};
        private Optional<Fault> fault = Optional.empty();
        private int fails = -1;

        FakeStage(String takes, String makes, UnaryOperator<Float> rule) {
            this.takes = takes;
            this.makes = makes;
            this.rule = rule;
        }

        FakeStage before(Runnable doing) {
            before = doing;
            return this;
        }

        FakeStage failingAt(int item) {
            fails = item;
            fault = Optional.of(new Fault.Lost("infer", "its process was killed"));
            return this;
        }

        @Override
        public String name() {
            return makes;
        }

        @Override
        public Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout) {
            asked.add(inputs);
            before.run();
            if (asked.size() - 1 == fails) {
                return new Reply.Failed<>(fault.orElseThrow());
            }
            float value = inputs.get(takes).data().asFloatBuffer().get(0);
            return new Reply.Ok<>(new Inference(
                    Map.of(makes, Tensor.floats(ONE, rule.apply(value))), Duration.ZERO, Duration.ZERO, Duration.ZERO));
        }

        @Override
        public Optional<Fault> reopen() {
            return Optional.empty();
        }

        @Override
        public void kill() {
            killed.countDown();
        }
    }

    private static FakeStage first() {
        return new FakeStage("x", "a", x -> 10 * x + 1);
    }

    private static FakeStage second() {
        return new FakeStage("a", "b", a -> 10 * a + 2);
    }

    private static FakeStage third() {
        return new FakeStage("b", "y", b -> 10 * b + 3);
    }

    private static Flow run(int items, FakeStage... devices) {
        List<Stage> stages = new ArrayList<>();
        for (FakeStage device : devices) {
            stages.add(new Stage("part " + (stages.size() + 1), device, List.of(device.takes)));
        }
        return new OverlappedPipeline(stages, List.of(devices[devices.length - 1].makes), LIMIT, System::nanoTime)
                .run(items, number -> Map.of("x", Tensor.floats(ONE, number)));
    }

    private static List<Float> values(Flow flow, String output) {
        return flow.outputs().stream()
                .map(outputs -> outputs.get(output).data().asFloatBuffer().get(0))
                .toList();
    }

    @Test
    void outputs_are_those_in_turn_and_in_the_order_of_the_items() {
        Flow flow = run(200, first(), second(), third());

        assertThat(flow.fell()).isEmpty();
        assertThat(values(flow, "y"))
                .isEqualTo(IntStream.range(0, 200)
                        .mapToObj(item -> 1000f * item + 123)
                        .toList());
        assertThat(flow.outAt()).isSorted().hasSize(200);
        assertThat(flow.mostWaiting()).isLessThanOrEqualTo(OverlappedPipeline.WAITING);
    }

    @Test
    void a_stage_works_on_the_next_item_while_the_one_after_it_has_the_item_before() {
        // Nobody goes on alone: from its second item on the first meets the second at its first, and so on.
        CyclicBarrier together = new CyclicBarrier(2);
        AtomicInteger firsts = new AtomicInteger();
        AtomicInteger seconds = new AtomicInteger();
        Flow flow = run(
                8,
                first().before(() -> {
                    if (firsts.getAndIncrement() > 0) {
                        meet(together);
                    }
                }),
                second().before(() -> {
                    if (seconds.incrementAndGet() < 8) {
                        meet(together);
                    }
                }));

        assertThat(values(flow, "b")).hasSize(8);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("they do not overlap", e);
        }
    }

    @Test
    void a_quick_stage_waits_for_a_slow_one_and_runs_no_further_ahead_than_the_queue_is_long() {
        FakeStage quick = first();
        AtomicInteger furthest = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Flow flow = run(20, quick, second().before(() -> {
            FakeReplica.pause(5);
            furthest.accumulateAndGet(quick.asked.size() - done.getAndIncrement(), Math::max);
        }));

        assertThat(values(flow, "b")).hasSize(20);
        // The slow one's own, one that waits, and one in the quick one's hands.
        assertThat(furthest.get()).isLessThanOrEqualTo(2 + OverlappedPipeline.WAITING);
        assertThat(flow.stages().get(0).blocked()).isPositive();
        assertThat(flow.fillNanos()).isPositive().isLessThan(flow.wallNanos());
        assertThat(flow.drainNanos()).isPositive().isLessThan(flow.wallNanos());
    }

    @Test
    void the_first_failure_ends_all_of_it_and_is_named() {
        FakeStage quick = first();
        Flow flow = run(1000, quick, second().failingAt(3), third());

        assertThat(flow.fell()).hasValueSatisfying(fell -> {
            assertThat(fell.where()).isEqualTo("part 2");
            assertThat(fell.fault()).isInstanceOf(Fault.Lost.class);
        });
        assertThat(flow.outputs().size()).isLessThanOrEqualTo(3);
        assertThat(quick.asked.size()).isLessThan(10);
    }

    @Test
    void only_what_is_still_needed_goes_on() {
        FakeStage last = third();
        run(2, first(), second(), last);

        assertThat(last.asked.get(0)).containsOnlyKeys("b");
    }

    @Test
    void who_is_stopped_kills_what_is_at_work_and_stays_interrupted() {
        FakeStage stuck = second();
        Thread own = Thread.currentThread();
        stuck.before(() -> {
            own.interrupt();
            FakeReplica.await(stuck.killed);
        });
        Flow flow = run(5, first(), stuck);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(flow.outputs()).isEmpty();
    }

    @Test
    void a_bug_in_a_stage_is_no_fault_of_a_device() {
        assertThatThrownBy(() -> run(
                        3,
                        first().before(() -> {
                            throw new IllegalArgumentException("a bug");
                        }),
                        second()))
                .hasMessage("a bug");
    }

    @Test
    void an_error_in_a_stage_ends_all_of_it_too() {
        assertThatThrownBy(() -> run(
                        3,
                        first(),
                        second().before(() -> {
                            throw new OutOfMemoryError("no memory in a stage");
                        }),
                        third()))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("no memory in a stage");
    }
}
