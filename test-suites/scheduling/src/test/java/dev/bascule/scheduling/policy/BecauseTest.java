package dev.bascule.scheduling.policy;

import static dev.bascule.scheduling.policy.PolicyRounds.NOW;
import static dev.bascule.scheduling.policy.PolicyRounds.busy;
import static dev.bascule.scheduling.policy.PolicyRounds.idle;
import static dev.bascule.scheduling.policy.PolicyRounds.job;
import static dev.bascule.scheduling.policy.PolicyRounds.round;
import static dev.bascule.scheduling.policy.PolicyRounds.times;
import static dev.bascule.scheduling.policy.PolicyRounds.with;
import static dev.bascule.scheduling.policy.PolicyRounds.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of a placement is known, and true. */
class BecauseTest {
    private static Plan.Turn turn(Round round, String id) {
        return new Assignment(AssignmentSettings.USUAL)
                .plan(round)
                .orElseThrow()
                .turn(new JobId(id))
                .orElseThrow();
    }

    private static String because(Map<String, Double> seconds, List<Job> jobs, String id, WorkerView... workers) {
        return turn(round(NOW, jobs, times(seconds), workers), id).because();
    }

    @Test
    void a_time_that_nobody_knows_is_said_to_be_unknown_without_a_figure() {
        assertThat(because(Map.of(), List.of(job("a")), "a", idle("w")))
                .isEqualTo("how long it takes here is not known: this rests on a guess")
                .doesNotContainPattern("[0-9]");
        assertThat(because(Map.of("x", 500.0), List.of(job("a")), "a", idle("w"), busy("x", 500)))
                .contains("not known")
                .doesNotContainPattern("[0-9]");
    }

    @Test
    void an_interval_of_few_times_is_called_a_rule_of_thumb_and_any_other_is_not() {
        Duration low = Duration.ofSeconds(2);
        Duration median = low.multipliedBy(2);
        Duration high = low.multipliedBy(4);

        assertThat(Because.interval(new ServiceTime.Known(median, low, high, ServiceTime.Source.MEASURED, true)))
                .isEqualTo("2.00 s to 8.00 s by rule of thumb, from one or two measured times");
        assertThat(Because.interval(new ServiceTime.Known(median, low, high, ServiceTime.Source.MEASURED)))
                .isEqualTo("2.00 s to 8.00 s, from measured times");
        assertThat(Because.interval(new ServiceTime.Known(median, low, high, ServiceTime.Source.PREDICTED)))
                .isEqualTo("2.00 s to 8.00 s, predicted");
    }

    @Test
    void who_is_known_to_be_quicker_is_not_asked_of_guesses() {
        assertThat(because(Map.of("w", 3.0), List.of(job("a")), "a", idle("w"), busy("x", 500)))
                .endsWith("no worker is known to be quicker");
        assertThat(because(Map.of("w", 3.0, "x", 4.0), List.of(job("a")), "a", idle("w"), busy("x", 500)))
                .endsWith("no worker is quicker");
    }

    @Test
    void a_quicker_worker_that_is_busy_is_not_said_to_be_kept_for_others() {
        Map<String, Double> seconds = Map.of("fast", 30.0, "slow", 60.0);

        assertThat(because(seconds, List.of(job("a")), "a", busy("fast", 600), idle("slow")))
                .endsWith("fast takes 30.0 s, but is busy");
        assertThat(because(seconds, List.of(job("a"), job("b"), job("c")), "c", idle("fast"), idle("slow"))
                        + because(seconds, List.of(job("a"), job("b"), job("c")), "b", idle("fast"), idle("slow"))
                        + because(seconds, List.of(job("a"), job("b"), job("c")), "a", idle("fast"), idle("slow")))
                .contains("fast takes 30.0 s, but others are better done there");
    }

    @Test
    void what_a_loaded_model_is_worth_to_the_plan_is_no_time() {
        WorkerView warm = worker("warm", "cpu", Optional.empty(), Set.of("model"), Condition.UNKNOWN);

        assertThat(because(
                        Map.of("warm", 3.1, "cold", 3.0),
                        List.of(job("a", "a", "x", Set.of("model"))),
                        "a",
                        idle("cold"),
                        warm))
                .startsWith("3.10 s here")
                .endsWith("cold takes 3.00 s, but what it uses is loaded here");
    }

    @Test
    void a_turn_behind_what_nobody_knows_has_no_time() {
        List<Job> jobs = List.of(job("a"), job("b"));

        Plan unknown = new Assignment(AssignmentSettings.USUAL)
                .plan(round(NOW, jobs, times(Map.of()), idle("w")))
                .orElseThrow();
        Plan known = new Assignment(AssignmentSettings.USUAL)
                .plan(round(NOW, jobs, times(Map.of("w", 3.0)), idle("w")))
                .orElseThrow();

        assertThat(unknown.turns().values())
                .extracting(Plan.Turn::in)
                .containsExactlyInAnyOrder(Optional.of(Duration.ZERO), Optional.empty());
        assertThat(known.turns().values())
                .extracting(Plan.Turn::in)
                .containsExactlyInAnyOrder(Optional.of(Duration.ZERO), Optional.of(Duration.ofSeconds(3)));
        assertThat(turn(round(NOW, jobs, times(Map.of("w", 3.0)), busy("w", -5)), "a")
                        .in())
                .as("it has overrun")
                .isEmpty();
    }

    @Test
    void a_deadline_that_is_kept_by_a_guess_is_said_to_be() {
        List<Job> jobs = List.of(with(job("a"), 0, Optional.of(NOW.plusSeconds(2)), Set.of()));

        assertThat(because(Map.of(), jobs, "a", idle("w"))).contains("deadline", "as far as is guessed");
        assertThat(because(Map.of("w", 1.0), jobs, "a", idle("w"))).isEqualTo("keeps its deadline here");
    }
}
