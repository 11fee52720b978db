package dev.bascule.scheduling.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.mixed.ListSimulation;
import dev.bascule.scheduling.mixed.MixedPool;
import dev.bascule.scheduling.mixed.MixedTimes;
import dev.bascule.scheduling.mixed.MixedWork;
import dev.bascule.scheduling.policy.Assignment;
import dev.bascule.scheduling.policy.AssignmentSettings;
import dev.bascule.scheduling.policy.Fifo;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final Instant BEGIN = MixedWork.BEGIN;
    private static final WorkerView QUICK = worker("quick", "cuda");
    private static final WorkerView SLOW = worker("slow", "cpu");
    private static final ServiceTimes TIMES =
            (job, worker) -> known(worker.id().value().equals("quick") ? 1 : 4);

    private static ServiceTime known(long seconds) {
        Duration time = Duration.ofSeconds(seconds);
        return new ServiceTime.Known(time, time, time, ServiceTime.Source.ASSUMED);
    }

    private static WorkerView worker(String id, String backend) {
        return new WorkerView(
                new WorkerId(id),
                Inventory.of(
                        "linux",
                        "x86_64",
                        "made up",
                        8,
                        1L << 34,
                        Map.of(backend, "placed"),
                        Map.of(),
                        List.of(),
                        Set.of()),
                Optional.empty(),
                Set.of());
    }

    private static Job job(String id, String where, String owner, Optional<Instant> deadline) {
        return new Job(
                new JobId(id), Requirement.parse(where), "kind", owner, 0, BEGIN, deadline, Set.of(), false, Set.of());
    }

    private static Finished done(Job job, WorkerView worker, long from, long to) {
        return new Finished(job, worker.id(), BEGIN, BEGIN.plusSeconds(from), BEGIN.plusSeconds(to));
    }

    @Test
    void what_went_to_the_best_worker_is_matched_and_what_went_to_a_slow_one_is_not() {
        Job a = job("a", "anything", "x", Optional.empty());
        Job b = job("b", "anything", "x", Optional.empty());

        assertThat(judged(done(a, QUICK, 0, 1), done(b, QUICK, 1, 2)).matching())
                .hasValue(1);
        assertThat(judged(done(a, QUICK, 0, 1), done(b, SLOW, 0, 4)).matching()).hasValue(0.4);
        assertThat(judged(done(a, SLOW, 0, 4)).matching()).hasValue(0.25);
    }

    @Test
    void the_best_worker_is_the_best_of_those_that_can_do_it() {
        assertThat(judged(done(job("a", "backend=cpu", "x", Optional.empty()), SLOW, 0, 4))
                        .matching())
                .hasValue(1);
    }

    @Test
    void a_worker_is_idle_while_a_job_waits_that_it_could_do_and_only_then() {
        Job a = job("a", "anything", "x", Optional.empty());
        Job b = job("b", "anything", "x", Optional.empty());
        Job picky = job("b", "backend=cuda", "x", Optional.empty());

        assertThat(judged(done(a, QUICK, 0, 1), done(b, QUICK, 1, 2)).idle()).isEqualTo(Duration.ofSeconds(1));
        assertThat(judged(done(a, QUICK, 0, 1), done(picky, QUICK, 1, 2)).idle())
                .isZero();
        assertThat(judged(done(a, QUICK, 0, 1), done(b, SLOW, 0, 4)).idle()).isZero();
        assertThat(judged(done(a, QUICK, 7, 8)).idle()).isEqualTo(Duration.ofSeconds(14));
    }

    @Test
    void late_is_what_ended_after_its_deadline() {
        Judgement judged = judged(
                done(job("a", "anything", "x", Optional.of(BEGIN.plusSeconds(1))), QUICK, 0, 1),
                done(job("b", "anything", "x", Optional.of(BEGIN.plusSeconds(3))), SLOW, 0, 4));

        assertThat(judged.late()).isEqualTo(1);
        assertThat(judged.lateness()).isEqualTo(Duration.ofSeconds(1));
        assertThat(judged.makespan()).isEqualTo(Duration.ofSeconds(4));
        assertThat(judged.meanFlow()).isEqualTo(Duration.ofMillis(2500));
    }

    @Test
    void who_waits_long_beside_another_is_not_served_fairly() {
        Job a = job("a", "anything", "x", Optional.empty());
        Job b = job("b", "anything", "y", Optional.empty());

        assertThat(judged(done(a, QUICK, 0, 1), done(b, SLOW, 0, 4)).fairness().orElseThrow())
                .isCloseTo(1.25 * 1.25 / (2 * (1 + 0.0625)), within(1e-12));
        assertThat(judged(done(a, QUICK, 9, 10), done(b, QUICK, 9, 10)).fairness())
                .hasValue(1);
    }

    @Test
    void where_no_time_is_known_nothing_is_said_of_matching() {
        Judgement judged = Judge.of(
                List.of(done(job("a", "anything", "x", Optional.empty()), QUICK, 0, 1)),
                List.of(QUICK, SLOW),
                (job, worker) -> new ServiceTime.Unknown("nobody tried"));

        assertThat(judged.matching()).isEmpty();
        assertThat(judged.matched()).isZero();
        assertThat(judged.fairness()).isEmpty();
    }

    @Test
    void nothing_done_is_nothing_to_judge() {
        assertThatThrownBy(() -> Judge.of(List.of(), List.of(QUICK), TIMES))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Places each job on the worst idle worker that can do it. */
    private record Worst(ServiceTimes truth) implements Policy {
        @Override
        public String name() {
            return "worst";
        }

        @Override
        public List<Placement> place(Round round) {
            List<Placement> placed = new ArrayList<>();
            Set<WorkerId> taken = new HashSet<>();
            for (Job job : round.waiting()) {
                round.workers().stream()
                        .filter(worker -> worker.isIdle()
                                && !taken.contains(worker.id())
                                && job.where().metBy(worker.inventory()))
                        .max(Comparator.comparing(worker -> ((ServiceTime.Known) truth.of(job, worker)).median()))
                        .ifPresent(worker -> {
                            taken.add(worker.id());
                            placed.add(new Placement(job.id(), worker.id(), "the worst"));
                        });
            }
            return placed;
        }
    }

    /** Begins one job at a time, and leaves all other workers idle. */
    private record OneByOne() implements Policy {
        @Override
        public String name() {
            return "one by one";
        }

        @Override
        public List<Placement> place(Round round) {
            return round.workers().stream().allMatch(WorkerView::isIdle)
                    ? new Fifo().place(round).stream().limit(1).toList()
                    : List.of();
        }
    }

    /** Negative controls: who places badly and who leaves workers idle must be seen. */
    @Test
    void a_policy_that_places_badly_and_one_that_leaves_workers_idle_are_seen() {
        MixedTimes times = new MixedTimes(0.2, 0, 1);
        List<WorkerView> workers = MixedPool.of(1, 1, 1, 1, 1, 1);
        List<Job> jobs = MixedWork.STEADY.jobs(60, 1);
        Judgement fifo = Judge.of(ListSimulation.of(new Fifo(), workers, times, jobs), workers, times.truth());
        Judgement ours = Judge.of(
                ListSimulation.of(new Assignment(AssignmentSettings.USUAL), workers, times, jobs),
                workers,
                times.truth());

        Judgement worst =
                Judge.of(ListSimulation.of(new Worst(times.truth()), workers, times, jobs), workers, times.truth());
        Judgement idle = Judge.of(ListSimulation.of(new OneByOne(), workers, times, jobs), workers, times.truth());

        assertThat(worst.matching().orElseThrow())
                .isLessThan(0.5 * ours.matching().orElseThrow());
        assertThat(fifo.idle()).isZero();
        assertThat(idle.idle()).isGreaterThan(idle.makespan());
    }

    private static Judgement judged(Finished... finished) {
        return Judge.of(List.of(finished), List.of(QUICK, SLOW), TIMES);
    }
}
