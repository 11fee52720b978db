package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.wire.FromWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is predicted of jobs that were never done, and what becomes of predictions that lie. */
class ForecastsTest extends DeskFixture {
    private static final ServiceTime TOLD = new ServiceTime.Known(
            Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofSeconds(9), ServiceTime.Source.MEASURED);

    private final List<String> asked = new ArrayList<>();

    @BeforeEach
    void predict() {
        predicted = (job, machine) -> {
            asked.add(job.likeness() + " on " + machine.backends().firstKey());
            return TOLD;
        };
        join(ONE, FIRST);
        submit(1, false, "other");
        desk.tick();
    }

    private String told(JobId job) {
        desk.prospect(job);
        later(Duration.ofSeconds(1));
        return desk.prospect(job).orElseThrow().workers().get(0).text();
    }

    private void end(JobId job, Duration took) {
        desk.ended(
                ONE, new FromWorker.Ended(FIRST, job, 1, took.toNanos(), Optional.empty(), Optional.empty()), RESULT);
    }

    @Test
    void a_time_that_nobody_measured_is_told_with_its_interval_as_predicted_whatever_the_source_said() {
        assertThat(told(submit(2, false))).startsWith("4.00 s (2.00 s to 9.00 s, predicted)");
    }

    @Test
    void each_likeness_is_asked_about_once_on_each_class_of_hardware() {
        JobId job = submit(2, false);
        told(job);
        JobId behind = submit(3, false);
        told(behind);
        join(TWO, SECOND);
        told(behind);

        assertThat(asked.stream().filter(one -> one.startsWith("likeness")))
                .containsExactlyInAnyOrder("likeness on one", "likeness on two");
    }

    @Test
    void what_is_predicted_is_not_known_before_the_next_round_so_that_no_round_waits_for_it() {
        JobId job = submit(2, false);

        assertThat(desk.prospect(job).orElseThrow().workers().get(0).text()).startsWith("time not known");
        later(Duration.ofSeconds(1));
        assertThat(desk.prospect(job).orElseThrow().workers().get(0).text()).contains("predicted");
    }

    @Test
    void all_is_not_planned_anew_with_each_prediction_but_once_in_a_while() {
        JobId job = submit(2, false);
        desk.tick();
        desk.prospect(job);
        desk.tick();
        assertThat(desk.prospect(job).orElseThrow().workers().get(0).text()).startsWith("time not known");
        later(Duration.ofSeconds(1));
        assertThat(desk.prospect(job).orElseThrow().workers().get(0).text()).contains("predicted");
    }

    @Test
    void beyond_what_is_kept_times_stay_unknown_until_jobs_are_over_and_none_is_asked_for_twice() {
        JobRequest any = job(new JobId("run-1")).request();
        List<String> heard = new ArrayList<>();
        Forecasts forecasts = new Forecasts(
                (job, machine) -> {
                    heard.add(job.likeness());
                    return TOLD;
                },
                Runnable::run,
                id -> Optional.of(any),
                2);
        Set<String> open = new TreeSet<>(Set.of("a", "b", "c"));
        for (int round = 0; round < 3; round++) {
            open.forEach(likeness -> forecasts.of(new JobId("run-1"), likeness, "class", machine("cpu")));
            forecasts.land(() -> open);
        }
        assertThat(heard).hasSize(2);
        assertThat(forecasts.of(new JobId("run-1"), "c", "class", machine("cpu")))
                .isEqualTo(new ServiceTime.Unknown(
                        "no such job was done on such a machine yet, and too many others wait"));

        open.remove("a");
        assertThat(forecasts.land(() -> open)).isTrue();
        forecasts.of(new JobId("run-1"), "c", "class", machine("cpu"));
        assertThat(heard).hasSize(3);
        forecasts.land(() -> open);
        assertThat(forecasts.of(new JobId("run-1"), "b", "class", machine("cpu")))
                .isInstanceOf(ServiceTime.Known.class);
        assertThat(forecasts.of(new JobId("run-1"), "c", "class", machine("cpu")))
                .isInstanceOf(ServiceTime.Known.class);
    }

    @Test
    void without_a_prediction_the_time_stays_unknown_also_where_predicting_fails() {
        predicted = (job, machine) -> {
            throw new IllegalStateException("no data");
        };
        assertThat(told(submit(2, false))).startsWith("time not known: its prediction failed: no data");
        predicted = (job, machine) -> new ServiceTime.Impossible("an operator that never ran there");
        assertThat(told(submit(3, false, "third"))).startsWith("time not known: an operator that never ran there");
    }

    /** Negative control: a prediction that lies by ten times. */
    @Test
    void a_lie_is_corrected_by_what_attempts_took_and_is_never_told_nor_kept_as_measured() {
        Duration truth = Duration.ofSeconds(40);
        end(new JobId("run-1"), truth);
        for (int number = 2; number <= 4; number++) {
            String likeness = "kind " + number;
            JobId job = submit(number, false, likeness);
            desk.tick();
            // It is under way: what is predicted of it is asked for by those behind it.
            JobId behind = submit(number + 10, false, likeness);
            assertThat(told(behind)).contains("predicted").doesNotContain("measured");
            end(job, truth);
            assertThat(desk.prospect(behind).orElseThrow().workers().get(0).text())
                    .startsWith("40.0 s (20.0 s to 80.0 s by rule of thumb, from one or two measured times)");
            desk.cancel("run");
        }

        submit(98, false, "in its way");
        desk.tick();
        String after = told(submit(99, false, "never done"));

        assertThat(after).startsWith("40.0 s (40.0 s to 40.0 s, predicted)");
        assertThat(history.ledger().attempts())
                .filteredOn(one -> one.state().equals("DONE"))
                .hasSize(4)
                .allSatisfy(one -> assertThat(one.took()).hasValue(truth));
        assertThat(history.ledger().attempts())
                .filteredOn(one -> !one.state().equals("DONE"))
                .allSatisfy(one -> assertThat(one.took()).isEmpty());
        assertThat(history.predictions()).isEmpty();
    }
}
