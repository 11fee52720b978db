package dev.bascule.prediction.pool;

import static dev.bascule.prediction.pool.Pools.MIB;
import static dev.bascule.prediction.pool.Pools.USUAL;
import static dev.bascule.prediction.pool.Pools.cpu;
import static dev.bascule.prediction.pool.Pools.gpu;
import static dev.bascule.prediction.pool.Pools.host;
import static dev.bascule.prediction.pool.Pools.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.testing.TestSize;
import dev.bascule.prediction.pool.PoolResult.Infeasible;
import dev.bascule.prediction.pool.PoolResult.Planned;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PoolPlannerTest {

    private static Planned planned(PoolTask task) {
        PoolResult result = PoolPlanner.plan(task);
        assertThat(result).isInstanceOf(Planned.class);
        return (Planned) result;
    }

    private static Infeasible infeasible(PoolTask task) {
        PoolResult result = PoolPlanner.plan(task);
        assertThat(result).isInstanceOf(Infeasible.class);
        return (Infeasible) result;
    }

    private static PoolTask one(double rate, long hostMib, PoolLimits limits, ReplicaOption... options) {
        return new PoolTask(
                List.of(new PoolModel("a", rate)),
                List.of(cpu(4), gpu(0, 100), gpu(1, 100)),
                host(hostMib),
                List.of(options),
                limits);
    }

    /** Plans that were found by trying are never better, and where trying finds one, there is one. */
    @Tag("sized")
    @Test
    void no_division_that_can_be_tried_out_is_better_than_the_plan() {
        int tasks = TestSize.of(40, 140);
        int planned = 0;
        int greedyLoses = 0;
        for (int seed = 0; seed < tasks; seed++) {
            PoolTask task = Pools.random(new Random(seed));
            Optional<PoolPlan> tried = BruteForce.plan(task);
            PoolResult result = PoolPlanner.plan(task);
            if (tried.isPresent()) {
                assertThat(result).as("seed %d", seed).isInstanceOf(Planned.class);
                PoolPlan plan = ((Planned) result).plan();
                planned++;
                double load = plan.load(task.devices());
                double triedLoad = tried.get().load(task.devices());
                assertThat(plan.proven()).as("seed %d", seed).isTrue();
                assertThat(load).as("seed %d", seed).isLessThanOrEqualTo(triedLoad + 1e-6);
                if (Math.abs(load - triedLoad) < 1e-6) {
                    assertThat(plan.replicas())
                            .as("seed %d", seed)
                            .isLessThanOrEqualTo(tried.get().replicas());
                }
                greedyLoses += loses(task, load) ? 1 : 0;
            }
            if (result instanceof Planned found) {
                assertThat(PlanCheck.faults(task, found.plan()))
                        .as("seed %d", seed)
                        .isEmpty();
            }
        }
        // Else the tasks would tell nothing.
        assertThat(planned).isBetween(tasks * 2 / 7, tasks * 13 / 14);
        assertThat(greedyLoses).isGreaterThan(tasks / 28);
    }

    /** Whether the quickest place for each model, by itself, breaks a limit or computes more. */
    private static boolean loses(PoolTask task, double load) {
        PoolPlan greedy = new PoolPlan(
                task.models().stream()
                        .map(model -> task.options().stream()
                                .filter(each -> each.model().equals(model.name()))
                                .min(Comparator.comparingDouble(
                                        each -> each.time().plannedMillis()))
                                .map(each -> new Placement(
                                        each,
                                        Math.max(1, (int) Math.ceil(each.busy(model.rate())
                                                / task.limits().load())),
                                        1,
                                        model.rate()))
                                .orElseThrow())
                        .toList(),
                false);
        return !PlanCheck.faults(task, greedy).isEmpty() || greedy.load(task.devices()) > load + 1e-6;
    }

    @Test
    void a_rate_above_what_one_replica_answers_takes_more_of_them() {
        // 40 ms at 50 a second keep two replicas busy; none may be busier than 70 %.
        Planned found = planned(one(50, 1000, USUAL, on("a", "cpu", 40, 100)));

        assertThat(found.plan().placements()).singleElement().satisfies(each -> {
            assertThat(each.replicas()).isEqualTo(3);
            assertThat(each.share()).isEqualTo(1);
            assertThat(each.hostBytes()).isEqualTo(300 * MIB);
        });
        assertThat(found.plan().load(cpu(4))).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void an_engine_of_two_threads_keeps_two_processors_busy() {
        Planned found = planned(one(10, 1000, USUAL, on("a", "cpu", 2, 40, 100, 0)));

        assertThat(found.plan().load(cpu(4))).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void two_gpus_of_one_kind_are_two_devices_and_share_what_one_alone_cannot_answer() {
        Planned found =
                planned(one(10, 1000, USUAL, on("a", "gpu:0", 1, 100, 50, 60), on("a", "gpu:1", 1, 100, 50, 60)));

        assertThat(found.plan().placements())
                .extracting(each -> each.option().device())
                .containsExactly("gpu:0", "gpu:1");
        assertThat(found.plan().placements().stream()
                        .mapToDouble(Placement::rate)
                        .sum())
                .isCloseTo(10, within(1e-6));
    }

    @Test
    void a_device_whose_own_memory_is_full_is_left_to_others() {
        PoolTask task = new PoolTask(
                List.of(new PoolModel("a", 1), new PoolModel("b", 1)),
                List.of(cpu(4), gpu(0, 100)),
                host(1000),
                List.of(
                        on("a", "gpu:0", 1, 10, 10, 60),
                        on("a", "cpu", 400, 10),
                        on("b", "gpu:0", 1, 10, 10, 60),
                        on("b", "cpu", 80, 10)),
                USUAL);

        Planned found = planned(task);

        assertThat(found.plan().of("a").get(0).option().device()).isEqualTo("gpu:0");
        assertThat(found.plan().of("b").get(0).option().device()).isEqualTo("cpu");
    }

    @Test
    void what_is_predicted_is_reckoned_with_the_upper_end_of_its_interval() {
        PoolMemory memory = new PoolMemory(MIB, 0, false, "told by the test");
        ReplicaOption guessed = new ReplicaOption(
                "a", "guessed", "cpu", 1, new PoolTime.Predicted(10, 30, 0.9, "told by the test"), memory);
        ReplicaOption measured = on("a", "cpu", 20, 1);

        assertThat(planned(one(1, 100, USUAL, guessed, measured)).plan().placements())
                .singleElement()
                .extracting(Placement::option)
                .isEqualTo(measured);
        assertThat(planned(one(1, 100, USUAL, guessed)).plan().load(cpu(4))).isCloseTo(0.0075, within(1e-9));
    }

    @Test
    void a_deadline_is_held_against_the_slow_end_and_says_from_when_on_there_is_a_plan() {
        ReplicaOption quick = new ReplicaOption(
                "a",
                "quick, now and then slow",
                "cpu",
                1,
                new PoolTime.Measured(5, 80, 3),
                new PoolMemory(MIB, 0, true, "told by the test"));

        Infeasible none =
                infeasible(one(1, 100, Pools.within(0.7, Duration.ofMillis(50)), quick, on("a", "cpu", 60, 1)));

        assertThat(none.shortages()).containsExactly(new Shortage.Deadline(Duration.ofMillis(60)));
        assertThat(none.servable()).hasValue(0);
    }

    @Test
    void memory_that_is_not_there_is_told_to_the_byte() {
        Infeasible none = infeasible(one(50, 250, USUAL, on("a", "cpu", 40, 100)));

        assertThat(none.shortages())
                .contains(new Shortage.Memory(List.of(new Shortage.Lack("host", 50 * MIB))))
                // Two replicas fit: at 50 a second they never rest.
                .contains(new Shortage.Load(1.0));
        assertThat(none.servable().getAsDouble()).isCloseTo(0.7, within(1e-6));
    }

    @Test
    void what_a_device_of_its_own_lacks_is_told_of_it_and_not_of_the_host() {
        Infeasible none = infeasible(one(1, 1000, USUAL, on("a", "gpu:1", 1, 10, 10, 130)));

        assertThat(none.shortages())
                .containsExactly(new Shortage.Memory(List.of(new Shortage.Lack("gpu:1", 30 * MIB))));
    }

    @Test
    void a_load_that_is_too_low_is_told_in_percent() {
        // 40 ms at 75 a second keep three of four processors busy.
        Infeasible none = infeasible(one(75, 10_000, USUAL, on("a", "cpu", 40, 100)));

        assertThat(none.shortages()).containsExactly(new Shortage.Load(0.75));
        assertThat(none.servable().getAsDouble()).isCloseTo(0.7 / 0.75, within(1e-6));
    }

    @Test
    void where_no_limit_alone_would_have_to_give_way_what_could_be_served_is_told() {
        Infeasible none = infeasible(one(200, 10_000, USUAL, on("a", "cpu", 40, 100)));

        assertThat(none.shortages()).isEmpty();
        assertThat(none.servable().getAsDouble()).isCloseTo(0.35, within(1e-6));
    }

    @Test
    void too_few_replicas_are_told() {
        Infeasible none = infeasible(
                one(50, 10_000, new PoolLimits(0.7, Optional.empty(), OptionalInt.of(2)), on("a", "cpu", 40, 100)));

        assertThat(none.shortages()).contains(new Shortage.Replicas(3));
    }

    @Test
    void the_reason_is_what_the_next_best_place_would_cost() {
        Planned found = planned(one(10, 1000, USUAL, on("a", "cpu", 40, 100), on("a", "gpu:0", 1, 30, 10, 10)));

        assertThat(found.plan().placements().get(0).option().device()).isEqualTo("cpu");
        assertThat(found.reasons()).singleElement().satisfies(why -> {
            assertThat(why.next().orElseThrow().addedLoad()).isCloseTo(0.3 - 0.1, within(1e-6));
            assertThat(why.next().orElseThrow().placements().get(0).option().device())
                    .isEqualTo("gpu:0");
        });
    }

    @Test
    void a_model_that_nothing_is_known_of_is_named_and_nothing_is_planned() {
        PoolTask task = new PoolTask(
                List.of(new PoolModel("a", 1), new PoolModel("b", 1)),
                List.of(cpu(4)),
                Optional.empty(),
                List.of(on("a", "cpu", 40, 100)),
                USUAL);

        assertThat(PoolPlanner.plan(task)).isEqualTo(new PoolResult.Unknown(List.of(new PoolModel("b", 1))));
    }

    @Test
    void a_model_that_hardly_computes_still_has_a_replica_and_its_memory_counts() {
        Infeasible none = infeasible(one(0.001, 50, USUAL, on("a", "cpu", 0.01, 100)));

        assertThat(none.shortages()).containsExactly(new Shortage.Memory(List.of(new Shortage.Lack("host", 50 * MIB))));
    }

    @Test
    void what_a_request_takes_beside_computing_is_load_of_the_processors_and_keeps_its_replica() {
        ReplicaOption silent = Pools.on("a", "gpu:0", 1, 5, 50, 10);
        ReplicaOption talking = silent.with(new RequestOverhead(15, 30));
        PoolTask task = new PoolTask(
                List.of(new PoolModel("a", 40)),
                List.of(Pools.cpu(2), Pools.gpu(0, 100)),
                Pools.host(500),
                List.of(talking),
                new PoolLimits(0.7, Optional.empty(), OptionalInt.empty()));

        PoolPlan plan = ((PoolResult.Planned) PoolPlanner.plan(task)).plan();

        // 20 ms at 40 a second are 80 % of one replica: two, of which none may be busier than 70 %.
        assertThat(plan.replicas()).isEqualTo(2);
        assertThat(plan.load(task.devices().get(0))).isEqualTo(40 * 0.030 / 2);
        assertThat(plan.load(task.devices().get(1))).isEqualTo(40 * 0.005);
        assertThat(PlanCheck.faults(task, plan)).isEmpty();
        assertThat(PlanCheck.faults(
                        task.with(each -> silent.with(new RequestOverhead(15, 60))),
                        new PoolPlan(List.of(new Placement(silent.with(new RequestOverhead(15, 60)), 2, 1, 40)), true)))
                .singleElement()
                .asString()
                .contains("cpu is busy for 1.2");
    }

    /** A clock that leaps at its n-th reading. */
    private static LongSupplier leapingAt(int reading) {
        AtomicInteger readings = new AtomicInteger();
        return () -> readings.incrementAndGet() < reading
                ? 0
                : readings.get() * Duration.ofHours(1).toNanos();
    }

    @Test
    void where_the_time_was_over_before_any_plan_none_is_called_impossible() {
        PoolTask easy = one(10, 1000, USUAL, on("a", "cpu", 40, 100));

        assertThat(PoolPlanner.plan(easy, leapingAt(2))).isEqualTo(new PoolResult.Undecided());
        assertThat(planned(easy).plan().proven()).isTrue();
    }

    @Test
    void what_was_not_searched_to_its_end_is_no_reason_and_no_limit() {
        PoolTask two = one(10, 1000, USUAL, on("a", "cpu", 40, 100), on("a", "gpu:0", 1, 30, 10, 10));
        PoolTask hopeless = one(200, 10_000, USUAL, on("a", "cpu", 40, 100));

        assertThat(unsettledWhys(two)).isTrue();
        assertThat(planned(two).reasons()).allMatch(PoolResult.Why::proven);
        assertThat(unsettledShortages(hopeless)).isTrue();
        assertThat(infeasible(hopeless).complete()).isTrue();
    }

    /** Whether, wherever the time is over, some plan comes with a next one that was not searched for to the end. */
    private static boolean unsettledWhys(PoolTask task) {
        return IntStream.range(2, 40)
                .mapToObj(reading -> PoolPlanner.plan(task, leapingAt(reading)))
                .anyMatch(result -> result instanceof Planned some
                        && some.reasons().stream().anyMatch(why -> why.next().isEmpty() && !why.proven()));
    }

    private static boolean unsettledShortages(PoolTask task) {
        return IntStream.range(2, 40)
                .mapToObj(reading -> PoolPlanner.plan(task, leapingAt(reading)))
                .anyMatch(result -> result instanceof Infeasible some && !some.complete());
    }
}
