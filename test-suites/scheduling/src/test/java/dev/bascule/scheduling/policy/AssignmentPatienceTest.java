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
import dev.bascule.scheduling.judge.Finished;
import dev.bascule.scheduling.mixed.ListSimulation;
import dev.bascule.scheduling.mixed.MixedPool;
import dev.bascule.scheduling.mixed.MixedTimes;
import dev.bascule.scheduling.mixed.MixedWork;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How long a job waits at most, whatever is predicted. */
class AssignmentPatienceTest {
    private final Assignment policy = new Assignment(AssignmentSettings.USUAL);

    private static List<String> placed(Policy policy, Round round) {
        return policy.place(round).stream()
                .map(each -> each.job() + " " + each.worker())
                .toList();
    }

    /** A liar: it says that the busy worker takes no time at all, and that it is free in a moment, for ever. */
    @Test
    void a_poisoned_prediction_does_not_starve_a_job() {
        ServiceTimes poisoned = (job, worker) -> worker.id().value().equals("liar") ? known(0, 0) : known(100, 0.1);
        Instant now = NOW;
        while (policy.place(round(now, List.of(job("a")), poisoned, idle("honest"), freeSoon(now)))
                .isEmpty()) {
            now = now.plusSeconds(5);
            assertThat(now).isBefore(NOW.plusSeconds(110));
        }

        ServiceTimes absurd = (job, worker) -> worker.id().value().equals("liar") ? known(0, 0) : known(9e6, 0.1);
        Assignment other = new Assignment(AssignmentSettings.USUAL);
        while (other.place(round(now, List.of(job("a")), absurd, idle("honest"), freeSoon(now)))
                .isEmpty()) {
            now = now.plusSeconds(5);
            assertThat(now).isBefore(NOW.plusSeconds(900));
        }
    }

    private static WorkerView freeSoon(Instant now) {
        return worker("liar", "cpu", Optional.of(now.plusSeconds(1)), Set.of(), Condition.UNKNOWN);
    }

    @Test
    void a_low_priority_begins_within_the_bound_though_higher_ones_never_end() {
        Job low = job("low");
        Instant now = NOW;
        for (int turn = 0; turn < 1000; turn++) {
            Job high = with(job("high-" + turn), 9, Optional.empty(), Set.of());
            List<Placement> placed = policy.place(round(now, List.of(low, high), times(Map.of("w", 1.0)), idle("w")));
            if (placed.get(0).job().equals(low.id())) {
                break;
            }
            now = now.plusSeconds(1);
        }

        assertThat(Duration.between(NOW, now)).isLessThanOrEqualTo(AssignmentSettings.USUAL.mostPatience());
    }

    /** The bound that Patience states, on a pool in which each worker becomes idle again and again. */
    @Test
    void no_job_waits_beyond_the_bound_whatever_the_workload() {
        for (MixedWork work : MixedWork.values()) {
            List<Job> jobs = work.jobs(100, 12);
            List<Finished> finished =
                    ListSimulation.of(policy, MixedPool.of(1, 1, 1, 1, 1, 1), new MixedTimes(0.5, 0.2, 12), jobs);

            assertThat(finished)
                    .allSatisfy(each -> assertThat(Duration.between(each.ready(), each.began()))
                            .isLessThan(AssignmentSettings.USUAL.mostPatience().multipliedBy(jobs.size())));
        }
    }

    private static WorkerView drawing(String id, double watts, Optional<Instant> freeAt) {
        return worker(id, "cpu", freeAt, Set.of(), new Condition(OptionalDouble.of(watts), OptionalDouble.empty()));
    }

    /** The first job can be done on the worker that draws most alone, which comes last; others keep beginning before it. */
    @Test
    void under_a_cap_a_job_that_waited_long_is_admitted_before_others_or_waits_for_room_alone() {
        Policy capped = new Assignment(AssignmentSettings.USUAL.withPowerCap(300));
        Job large = job("large", "large", "x", Set.of());
        Job small = job("small", "small", "x", Set.of());
        ServiceTimes times = (job, worker) ->
                worker.id().value().equals("z-gpu") == job.kind().equals("large")
                        ? known(5, 0.1)
                        : new ServiceTime.Impossible("not here");
        WorkerView gpu = drawing("z-gpu", 250, Optional.empty());
        Instant later = NOW.plusSeconds(40);
        WorkerView busy = drawing("a", 100, Optional.of(later.plusSeconds(5)));

        assertThat(placed(capped, round(NOW, List.of(large, small), times, drawing("a", 100, Optional.empty()), gpu)))
                .containsExactly("small a");
        assertThat(placed(
                        capped,
                        round(later, List.of(large, small), times, busy, drawing("b", 100, Optional.empty()), gpu)))
                .as("room is kept for it")
                .isEmpty();
        assertThat(placed(capped, round(later, List.of(large, small), times, drawing("a", 100, Optional.empty()), gpu)))
                .containsExactly("large z-gpu");
    }
}
