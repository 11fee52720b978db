package dev.bascule.scheduling.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.judge.Finished;
import dev.bascule.scheduling.mixed.ListSimulation;
import dev.bascule.scheduling.mixed.MixedPool;
import dev.bascule.scheduling.mixed.MixedTimes;
import dev.bascule.scheduling.mixed.MixedWork;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every policy. The simulation refuses what may not be: jobs twice, workers that are busy or cannot do it. */
class PoliciesTest {
    private static final List<WorkerView> WORKERS = MixedPool.of(1, 1, 2, 1, 2, 1);

    static Stream<String> names() {
        return Policies.names().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_job_is_done_once_whatever_the_workload(String name) {
        for (MixedWork work : MixedWork.values()) {
            List<Job> jobs = work.jobs(80, 7);

            List<Finished> finished =
                    ListSimulation.of(Policies.of(name, 7), WORKERS, new MixedTimes(0.3, 0.3, 7), jobs);

            assertThat(finished).extracting(Finished::job).containsExactlyInAnyOrderElementsOf(jobs);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void no_job_begins_before_those_that_it_comes_after_are_done(String name) {
        Random random = new Random(8);
        List<Job> jobs = new ArrayList<>();
        for (Job job : MixedWork.BATCH.jobs(60, 8)) {
            Set<JobId> after = jobs.isEmpty() || random.nextBoolean()
                    ? Set.of()
                    : Set.of(jobs.get(random.nextInt(jobs.size())).id());
            jobs.add(PolicyRounds.with(job, 0, Optional.empty(), after));
        }

        List<Finished> finished = ListSimulation.of(Policies.of(name, 8), WORKERS, new MixedTimes(0.2, 0.1, 8), jobs);

        Map<JobId, Instant> ended = new HashMap<>();
        finished.forEach(each -> ended.put(each.job().id(), each.ended()));
        assertThat(finished)
                .hasSize(60)
                .allSatisfy(each -> assertThat(each.job().after())
                        .allSatisfy(before -> assertThat(ended.get(before)).isBeforeOrEqualTo(each.began())));
    }

    @ParameterizedTest
    @MethodSource("names")
    void the_same_seed_places_alike(String name) {
        List<Job> jobs = MixedWork.BURSTS.jobs(60, 9);

        assertThat(ListSimulation.of(Policies.of(name, 9), WORKERS, new MixedTimes(0.2, 0.1, 9), jobs))
                .isEqualTo(ListSimulation.of(Policies.of(name, 9), WORKERS, new MixedTimes(0.2, 0.1, 9), jobs));
    }

    @Test
    void a_name_that_there_is_not_is_refused_with_the_nearest() {
        assertThatThrownBy(() -> Policies.of("fifi", 1))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("'fifo'");
        assertThat(Policies.names())
                .allSatisfy(name -> assertThat(Policies.of(name, 1).name()).isEqualTo(name));
    }

    @Test
    void fixed_priority_takes_the_first_backend_of_its_order_that_is_idle() {
        List<Placement> placed = new FixedPriority(FixedPriority.USUAL)
                .place(PolicyRounds.round(
                        List.of(PolicyRounds.job("a"), PolicyRounds.job("b")),
                        Map.of("old", "cpu", "gpu", "cuda", "phone", "webgpu")));

        assertThat(placed).extracting(each -> each.job() + " " + each.worker()).containsExactly("a gpu", "b phone");
    }

    @Test
    void least_loaded_gives_in_turn() {
        LeastLoaded policy = new LeastLoaded();
        List<String> workers = new ArrayList<>();
        for (int turn = 0; turn < 4; turn++) {
            policy.place(PolicyRounds.round(List.of(PolicyRounds.job("a")), Map.of("one", "cpu", "two", "cpu")))
                    .forEach(each -> workers.add(each.worker().value()));
        }

        assertThat(workers).containsExactly("one", "two", "one", "two");
    }

    @Test
    void delay_waits_for_the_best_class_then_takes_what_is_near_then_any() {
        Map<String, Long> seconds = Map.of("best", 100L, "near", 104L, "far", 125L, "bad", 500L);

        assertThat(PolicyRounds.delayed(seconds, 0, "best", "near", "far", "bad"))
                .isEqualTo("best");
        assertThat(PolicyRounds.delayed(seconds, 0, "near", "far", "bad")).isEqualTo("near");
        assertThat(PolicyRounds.delayed(seconds, 0, "far", "bad")).isEqualTo("nobody");
        assertThat(PolicyRounds.delayed(seconds, 10, "far", "bad")).isEqualTo("far");
        assertThat(PolicyRounds.delayed(seconds, 10, "bad")).isEqualTo("nobody");
        assertThat(PolicyRounds.delayed(seconds, 20, "bad")).isEqualTo("bad");
    }
}
