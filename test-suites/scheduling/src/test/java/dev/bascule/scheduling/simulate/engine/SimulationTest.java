package dev.bascule.scheduling.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Fifo;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fault;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Power;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Thermal;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final Arrivals AT_ONCE = new Arrivals.Batch(Duration.ZERO);

    private static Inventory machine(String... backends) {
        Map<String, String> all = new TreeMap<>();
        for (String backend : backends) {
            all.put(backend, "placed");
        }
        return Inventory.of("linux", "x86_64", "any", 1, 0, all, Map.of(), List.of(), Set.of());
    }

    private static Distribution seconds(double seconds) {
        return new Distribution.Constant(Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    private static Workload work(long jobs, Distribution time) {
        return work(Stream.plain("job", jobs, AT_ONCE), time);
    }

    private static Workload work(Stream stream, Distribution time) {
        return new Workload("test", List.of(stream), List.of(Service.of("job", "machine", Labelled.assumed(time))));
    }

    private static Stream timed(long jobs) {
        return new Stream(
                "job",
                "job",
                new Requirement.Anything(),
                "all",
                0,
                true,
                Set.of(),
                Optional.empty(),
                jobs,
                Labelled.assumed(AT_ONCE));
    }

    private static Outcome fifo(Machines machines, Workload workload) {
        return Simulation.run(Fleet.of(machines), workload, new Fifo(), Settings.of(1));
    }

    @Test
    void a_batch_on_two_workers_takes_half_as_long_with_overhead_and_turnaround_between() {
        Machines plain = Machines.plain("machine", 2, machine());

        assertThat(fifo(plain, work(10, seconds(3))).makespan()).isEqualTo(Duration.ofSeconds(15));
        Outcome costly = fifo(
                plain.costing(Labelled.assumed(seconds(0.5)), Labelled.assumed(seconds(0.25))), work(10, seconds(3)));
        // Five in a row: each 0.5 + 3, and 0.25 between them; the last one's turnaround delays nothing.
        assertThat(costly.makespan()).isEqualTo(Duration.ofMillis(5 * 3500 + 4 * 250));
        assertThat(costly.overhead()).isEqualTo(Duration.ofMillis(10 * 750));
        assertThat(costly.service()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void lanes_of_one_machine_slow_each_other_down() {
        Machines two = Machines.plain("machine", 1, machine()).of(2, Labelled.assumed(0.5));

        // Two at a time, each at 1 / 1.5 of the speed; the last of three runs alone.
        assertThat(fifo(two, work(3, seconds(3))).makespan()).isEqualTo(Duration.ofMillis(4500 + 3000));
    }

    @Test
    void a_timed_job_has_its_machine_alone() {
        Machines two = Machines.plain("machine", 1, machine()).of(2, Labelled.assumed(0.5));

        assertThat(fifo(two, work(timed(3), seconds(3))).makespan()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void a_model_that_is_loaded_is_not_set_up_again() {
        Stream warm = new Stream(
                "job",
                "job",
                new Requirement.Anything(),
                "all",
                0,
                false,
                Set.of("model"),
                Optional.empty(),
                4,
                Labelled.assumed(AT_ONCE));
        Workload workload = new Workload(
                "test",
                List.of(warm),
                List.of(new Service("job", "machine", Labelled.assumed(seconds(1)), Labelled.assumed(seconds(10)))));

        assertThat(fifo(Machines.plain("machine", 1, machine()), workload).makespan())
                .isEqualTo(Duration.ofSeconds(14));
    }

    @Test
    void a_hot_machine_is_throttled_and_one_that_stays_cool_is_not() {
        Thermal thermal = new Thermal(20, 0.5, Duration.ofSeconds(60), List.of(new Thermal.Point(60, 0.5)));
        Machines hot = Machines.plain("machine", 1, machine())
                .heated(Optional.of(Labelled.assumed(thermal)), Optional.of(Labelled.assumed(new Power(0, 200))));
        Machines cool = Machines.plain("machine", 1, machine())
                .heated(Optional.of(Labelled.assumed(thermal)), Optional.of(Labelled.assumed(new Power(0, 60))));

        Outcome throttled = fifo(hot, work(1, seconds(600)));
        // 20 + 100 × (1 − e^(−t/60)) passes 60 °C at 60·ln(100/60) = 30.65 s; from then on it takes twice as long.
        assertThat(throttled.makespan().toMillis() / 1e3).isCloseTo(30.65 + 2 * (600 - 30.65), within(4.0));
        assertThat(throttled.joules().orElseThrow())
                .isCloseTo(200 * throttled.makespan().toMillis() / 1e3, within(1.0));
        assertThat(fifo(cool, work(1, seconds(600))).makespan()).isEqualTo(Duration.ofSeconds(600));
    }

    @Test
    void a_power_budget_keeps_workers_idle() {
        Machines four = Machines.plain("machine", 4, machine())
                .heated(Optional.empty(), Optional.of(Labelled.assumed(new Power(10, 100))));
        Fleet tight = new Fleet(List.of(four), OptionalDouble.of(240));

        assertThat(Simulation.run(tight, work(8, seconds(1)), new Fifo(), Settings.of(1))
                        .makespan())
                .isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void whatever_fails_each_job_is_done_once_and_a_lost_attempt_is_made_again() {
        for (Fault.Kind kind : Fault.Kind.values()) {
            Machines failing = Machines.plain("machine", 3, machine())
                    .failing(
                            Labelled.assumed(Duration.ofSeconds(5)),
                            List.of(Labelled.assumed(new Fault(
                                    kind,
                                    Duration.ofSeconds(60),
                                    new Distribution.Exponential(Duration.ofSeconds(10))))));
            Outcome outcome = fifo(failing, work(500, new Distribution.Exponential(Duration.ofSeconds(4))));

            assertThat(outcome.done()).as(kind.name()).isEqualTo(500);
            assertThat(outcome.inside()).isZero();
            assertThat(outcome.lost()).as(kind.name()).isPositive();
        }
    }

    @Test
    void what_nobody_can_do_stays_inside_and_the_simulation_ends() {
        Stream asking = new Stream(
                "job",
                "job",
                Requirement.parse("backend=cuda"),
                "all",
                0,
                false,
                Set.of(),
                Optional.empty(),
                3,
                Labelled.assumed(AT_ONCE));

        Outcome outcome = fifo(Machines.plain("machine", 1, machine("cpu")), work(asking, seconds(1)));

        assertThat(outcome.done()).isZero();
        assertThat(outcome.inside()).isEqualTo(3);
    }

    @Test
    void equal_seeds_give_equal_outcomes_and_every_policy_is_done_with_all() {
        Fleet fleet = Fleet.of(
                Machines.plain("machine", 2, machine("cpu")), Machines.plain("other", 2, machine("cpu", "cuda")));
        Distribution time =
                new Distribution.Lognormal(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(4));
        Workload workload = new Workload(
                "test",
                List.of(Stream.plain("job", 100, new Arrivals.Poisson(1))),
                List.of(
                        Service.of("job", "machine", Labelled.assumed(time)),
                        Service.of("job", "other", Labelled.assumed(seconds(1)))));
        for (String name : Policies.names()) {
            Outcome one = Simulation.run(fleet, workload, Policies.of(name, 7), Settings.of(7));
            Outcome again = Simulation.run(fleet, workload, Policies.of(name, 7), Settings.of(7));

            assertThat(one).as(name).isEqualTo(again);
            assertThat(one.done()).as(name).isEqualTo(100);
            assertThat(one.matching().orElseThrow()).isBetween(0.3, 1.0);
        }
    }

    @Test
    void a_policy_that_places_on_a_busy_worker_is_refused() {
        Policy wrong = new Policy() {
            @Override
            public String name() {
                return "wrong";
            }

            @Override
            public List<Placement> place(Round round) {
                return List.of(
                        new Placement(
                                round.waiting().get(0).id(),
                                round.workers().get(0).id(),
                                "first"),
                        new Placement(
                                round.waiting().get(1).id(),
                                round.workers().get(0).id(),
                                "second"));
            }
        };

        assertThatThrownBy(() -> Simulation.run(
                        Fleet.of(Machines.plain("machine", 1, machine())), work(2, seconds(1)), wrong, Settings.of(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("wrong places job-1");
    }

    /** What a policy is told of the one kind on the one machine, round by round, jobs coming one after the other. */
    private static List<String> told(Knowledge times) {
        List<String> told = new ArrayList<>();
        Policy first = new Fifo();
        Policy listening = new Policy() {
            @Override
            public String name() {
                return "listening";
            }

            @Override
            public List<Placement> place(Round round) {
                told.add(
                        round.times().of(round.waiting().get(0), round.workers().get(0))
                                        instanceof ServiceTime.Known time
                                ? time.median() + " " + time.low() + " " + time.high()
                                : "unknown");
                return first.place(round);
            }
        };
        Simulation.run(
                Fleet.of(Machines.plain("machine", 1, machine())),
                work(2, seconds(4)),
                listening,
                Settings.of(1).telling(times));
        return told;
    }

    @Test
    void policies_learn_what_jobs_took_or_know_it_or_are_told_nothing() {
        assertThat(told(Knowledge.LEARNED)).containsExactly("unknown", "PT4S PT2S PT8S");
        assertThat(told(Knowledge.KNOWN)).containsExactly("PT4S PT4S PT4S", "PT4S PT4S PT4S");
        assertThat(told(Knowledge.NONE)).containsExactly("unknown", "unknown");
    }
}
