package dev.bascule.scheduling.policy;

import static dev.bascule.scheduling.policy.PolicyRounds.NOW;
import static dev.bascule.scheduling.policy.PolicyRounds.busy;
import static dev.bascule.scheduling.policy.PolicyRounds.idle;
import static dev.bascule.scheduling.policy.PolicyRounds.job;
import static dev.bascule.scheduling.policy.PolicyRounds.known;
import static dev.bascule.scheduling.policy.PolicyRounds.round;
import static dev.bascule.scheduling.policy.PolicyRounds.times;
import static dev.bascule.scheduling.policy.PolicyRounds.with;
import static dev.bascule.scheduling.policy.PolicyRounds.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.mixed.MixedPool;
import dev.bascule.scheduling.mixed.MixedTimes;
import dev.bascule.scheduling.mixed.MixedWork;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AssignmentTest {
    private final Assignment policy = new Assignment(AssignmentSettings.USUAL);

    private static List<String> placed(Policy policy, Round round) {
        return policy.place(round).stream()
                .map(each -> each.job() + " " + each.worker())
                .toList();
    }

    @Test
    void each_goes_where_it_is_good_and_not_where_it_came_first() {
        ServiceTimes times = (job, worker) ->
                known(worker.id().value().equals("gpu") ? 1 : job.kind().equals("small") ? 1.1 : 50, 0.1);

        assertThat(placed(
                        policy,
                        round(
                                NOW,
                                List.of(job("1", "small", "x", Set.of()), job("2", "large", "x", Set.of())),
                                times,
                                idle("cpu"),
                                idle("gpu"))))
                .containsExactlyInAnyOrder("1 cpu", "2 gpu");
    }

    @Test
    void a_job_waits_for_a_much_better_worker_that_is_soon_free_and_else_not() {
        ServiceTimes times = times(Map.of("cpu", 50.0, "gpu", 1.0));

        assertThat(placed(policy, round(NOW, List.of(job("a")), times, idle("cpu"), busy("gpu", 10))))
                .isEmpty();
        assertThat(placed(policy, round(NOW, List.of(job("a")), times, idle("cpu"), busy("gpu", 600))))
                .containsExactly("a cpu");
    }

    @Test
    void the_higher_priority_begins_though_it_came_later() {
        Job low = job("low");
        Job high = with(job("high"), 5, Optional.empty(), Set.of());

        assertThat(placed(policy, round(NOW, List.of(low, high), times(Map.of("w", 3.0)), idle("w"))))
                .containsExactly("high w");
    }

    @Test
    void a_near_deadline_goes_where_the_upper_end_of_the_interval_keeps_it() {
        Job due = with(job("due"), 0, Optional.of(NOW.plusSeconds(10)), Set.of());
        ServiceTimes times = (job, worker) -> worker.id().value().equals("steady") ? known(6, 0.1) : known(4, 3);

        assertThat(placed(policy, round(NOW, List.of(job("other"), due), times, idle("shaky"), idle("steady"))))
                .contains("due steady");
    }

    @Test
    void where_two_are_as_quick_it_goes_where_all_is_loaded() {
        WorkerView cold = idle("a-cold");
        WorkerView warm = worker("b-warm", "cpu", Optional.empty(), Set.of("model"), Condition.UNKNOWN);

        assertThat(placed(
                        policy,
                        round(
                                NOW,
                                List.of(job("a", "kind", "x", Set.of("model"))),
                                times(Map.of("a-cold", 3.0, "b-warm", 3.0)),
                                cold,
                                warm)))
                .containsExactly("a b-warm");
    }

    @Test
    void a_cell_that_nobody_knows_is_tried_a_few_times_and_not_for_ever() {
        List<String> where = new ArrayList<>();
        for (int turn = 0; turn < 5; turn++) {
            where.addAll(placed(
                    policy,
                    round(
                            NOW,
                            List.of(job("a" + turn, "kind", "x", Set.of())),
                            times(Map.of("a-known", 3.0)),
                            idle("a-known"),
                            idle("b-new"))));
        }

        assertThat(where).containsExactly("a0 b-new", "a1 b-new", "a2 a-known", "a3 a-known", "a4 a-known");
    }

    @Test
    void of_two_owners_the_one_who_was_served_less_is_next() {
        List<Job> jobs = new ArrayList<>();
        for (int each = 0; each < 6; each++) {
            jobs.add(job("many-" + each, "kind", "many", Set.of()));
        }
        jobs.add(job("few-0", "kind", "few", Set.of()));
        List<String> order = new ArrayList<>();
        while (order.size() < 4) {
            Placement next = policy.place(round(NOW, jobs, times(Map.of("w", 3.0)), idle("w")))
                    .get(0);
            order.add(next.job().value());
            jobs.removeIf(job -> job.id().equals(next.job()));
        }

        assertThat(order.indexOf("few-0")).isBetween(0, 1);
    }

    @Test
    void a_job_for_which_much_waits_begins_first() {
        Job single = job("single");
        Job root = job("root");
        Job then = with(job("then"), 0, Optional.empty(), Set.of(new JobId("root")));
        Job last = with(job("last"), 0, Optional.empty(), Set.of(new JobId("then")));

        List<Placement> placed = policy.place(new Round(
                NOW, List.of(single, root), List.of(then, last), List.of(idle("w")), times(Map.of("w", 3.0))));

        assertThat(placed).extracting(each -> each.job().value()).containsExactly("root");
    }

    @Test
    void a_job_that_failed_on_a_worker_goes_elsewhere_though_others_of_its_kind_do_not() {
        ServiceTimes times = (job, worker) ->
                job.id().value().equals("failed") && worker.id().value().equals("gpu")
                        ? new ServiceTime.Impossible("it failed there")
                        : known(worker.id().value().equals("gpu") ? 1 : 1.5, 0.1);

        assertThat(placed(
                        policy,
                        round(
                                NOW,
                                List.of(job("other", "kind", "x", Set.of()), job("failed", "kind", "x", Set.of())),
                                times,
                                idle("cpu"),
                                idle("gpu"))))
                .containsExactlyInAnyOrder("failed cpu", "other gpu");
        assertThat(placed(policy, round(NOW, List.of(job("failed", "kind", "x", Set.of())), times, idle("gpu"))))
                .isEmpty();
    }

    @Test
    void jobs_that_wait_for_each_other_in_a_ring_harm_nobody_else() {
        Job one = with(job("one"), 0, Optional.empty(), Set.of(new JobId("two")));
        Job two = with(job("two"), 0, Optional.empty(), Set.of(new JobId("one")));

        assertThat(policy.place(new Round(
                        NOW, List.of(job("a")), List.of(one, two), List.of(idle("w")), times(Map.of("w", 3.0)))))
                .hasSize(1);
    }

    @Test
    void all_together_draw_no_more_than_the_cap() {
        Condition draws = new Condition(OptionalDouble.of(100), OptionalDouble.empty());
        WorkerView running = worker("a", "cpu", Optional.of(NOW.plusSeconds(9)), Set.of(), draws);
        WorkerView first = worker("b", "cpu", Optional.empty(), Set.of(), draws);
        WorkerView second = worker("c", "cpu", Optional.empty(), Set.of(), draws);
        Round round = round(
                NOW,
                List.of(job("1"), job("2"), job("3")),
                times(Map.of("a", 3.0, "b", 3.0, "c", 3.0)),
                running,
                first,
                second);

        assertThat(new Assignment(AssignmentSettings.USUAL.withPowerCap(250)).place(round))
                .hasSize(1);
        assertThat(new Assignment(AssignmentSettings.USUAL).place(round)).hasSize(2);
    }

    @Test
    void a_worker_that_throttles_rests_while_another_is_there() {
        WorkerView hot = worker(
                "a-hot",
                "cpu",
                Optional.empty(),
                Set.of(),
                new Condition(OptionalDouble.empty(), OptionalDouble.of(-2)));

        assertThat(placed(
                        policy,
                        round(NOW, List.of(job("a")), times(Map.of("a-hot", 3.0, "cool", 3.3)), hot, idle("cool"))))
                .containsExactly("a cool");
    }

    @Test
    void rounds_of_any_kind_keep_what_placing_promises() {
        Random random = new Random(11);
        for (int trial = 0; trial < 300; trial++) {
            Round round = any(random);
            Assignment fresh = new Assignment(AssignmentSettings.USUAL);

            List<Placement> planned = fresh.plan(round).orElseThrow().placements();
            List<Placement> placed = fresh.place(round);

            assertThat(placed).isEqualTo(planned);
            assertThat(placed).extracting(Placement::job).doesNotHaveDuplicates();
            assertThat(placed).extracting(Placement::worker).doesNotHaveDuplicates();
            Set<JobId> waiting = new HashSet<>();
            round.waiting().forEach(job -> waiting.add(job.id()));
            assertThat(placed).allSatisfy(each -> {
                assertThat(waiting).contains(each.job());
                assertThat(each.because()).isNotBlank();
                WorkerView worker = round.workers().stream()
                        .filter(view -> view.id().equals(each.worker()))
                        .findFirst()
                        .orElseThrow();
                Job job = round.waiting().stream()
                        .filter(one -> one.id().equals(each.job()))
                        .findFirst()
                        .orElseThrow();
                assertThat(worker.isIdle()).isTrue();
                assertThat(Possible.is(round, job, worker)).isTrue();
            });
        }
    }

    private static Round any(Random random) {
        List<Job> jobs =
                List.of(MixedWork.values()).get(random.nextInt(5)).jobs(1 + random.nextInt(40), random.nextInt());
        List<Job> varied = jobs.stream()
                .map(job -> with(
                        job,
                        random.nextInt(3),
                        random.nextInt(4) == 0
                                ? Optional.of(MixedWork.BEGIN.plusSeconds(random.nextInt(200)))
                                : Optional.empty(),
                        Set.of()))
                .toList();
        List<WorkerView> workers = MixedPool.of(
                        random.nextInt(3),
                        random.nextInt(2),
                        random.nextInt(3),
                        random.nextInt(2),
                        random.nextInt(3),
                        random.nextInt(2))
                .stream()
                .map(worker -> new WorkerView(
                        worker.id(),
                        worker.inventory(),
                        random.nextBoolean()
                                ? Optional.empty()
                                : Optional.of(MixedWork.BEGIN.plusSeconds(random.nextInt(60) - 10)),
                        Set.of(),
                        new Condition(
                                OptionalDouble.empty(),
                                random.nextInt(4) == 0
                                        ? OptionalDouble.of(random.nextInt(10) - 5)
                                        : OptionalDouble.empty())))
                .toList();
        ServiceTimes known = new MixedTimes(0.3, 0.2, random.nextInt()).foretold();
        boolean broken = random.nextInt(4) == 0;
        return new Round(
                MixedWork.BEGIN.plusSeconds(random.nextInt(100)),
                varied,
                workers,
                (job, worker) -> broken && job.kind().length() % 2 == 0
                        ? new ServiceTime.Impossible("broken")
                        : known.of(job, worker));
    }

    /** Jobs that one busy worker alone can do, and behind them some that idle ones can do. */
    private static Round behind(int priority) {
        List<Job> jobs = new ArrayList<>();
        for (int each = 0; each < 300; each++) {
            jobs.add(with(job("cuda-" + each, "cuda", "x", Set.of()), priority, Optional.empty(), Set.of()));
        }
        for (int each = 0; each < 50; each++) {
            jobs.add(job("cpu-" + each, "cpu", "x", Set.of()));
        }
        ServiceTimes times = (job, worker) -> worker.id().value().startsWith(job.kind())
                ? known(2, 0.1)
                : new ServiceTime.Impossible("it failed there");
        return round(NOW, jobs, times, idle("cpu-1"), idle("cpu-2"), busy("cuda-1", 30));
    }

    @Test
    void what_no_idle_worker_can_do_keeps_nothing_behind_it_from_idle_workers() {
        assertThat(placed(policy, behind(0))).containsExactlyInAnyOrder("cpu-0 cpu-1", "cpu-1 cpu-2");
    }

    @Test
    void what_no_idle_worker_can_do_keeps_nothing_of_a_lower_priority_from_them() {
        assertThat(placed(policy, behind(9))).containsExactlyInAnyOrder("cpu-0 cpu-1", "cpu-1 cpu-2");
    }

    @Test
    void behind_the_window_no_more_is_planned_than_idle_workers_can_begin() {
        assertThat(policy.plan(behind(0)).orElseThrow().turns()).hasSize(AssignmentSettings.USUAL.window() + 2);
    }
}
