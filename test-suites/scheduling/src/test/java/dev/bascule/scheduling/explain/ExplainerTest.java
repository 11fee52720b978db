package dev.bascule.scheduling.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Assignment;
import dev.bascule.scheduling.policy.AssignmentSettings;
import dev.bascule.scheduling.policy.Fifo;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExplainerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private final Assignment policy = new Assignment(AssignmentSettings.USUAL);

    private static Job job(String id, String where, String... after) {
        return new Job(
                new JobId(id),
                Requirement.parse(where),
                "kind",
                "owner",
                0,
                NOW,
                Optional.empty(),
                Set.of(after).stream().map(JobId::new).collect(Collectors.toSet()),
                false,
                Set.of());
    }

    private static WorkerView worker(String id, String backend, long busySeconds) {
        return new WorkerView(
                new WorkerId(id),
                Inventory.of(
                        "linux",
                        "x86_64",
                        "made up",
                        8,
                        16_000_000_000L,
                        Map.of(backend, "placed"),
                        Map.of(),
                        List.of(),
                        Set.of()),
                busySeconds == 0 ? Optional.empty() : Optional.of(NOW.plusSeconds(busySeconds)),
                Set.of());
    }

    private static ServiceTime seconds(double median) {
        return new ServiceTime.Known(
                Duration.ofMillis((long) (1000 * median)),
                Duration.ofMillis((long) (900 * median)),
                Duration.ofMillis((long) (1200 * median)),
                ServiceTime.Source.PREDICTED);
    }

    private static Round round(List<Job> waiting, List<Job> later, WorkerView... workers) {
        return new Round(
                NOW,
                waiting,
                later,
                List.of(workers),
                (job, worker) -> worker.inventory().backends().containsKey("cuda")
                        ? seconds(2)
                        : worker.inventory().backends().containsKey("cpu")
                                ? seconds(300)
                                : new ServiceTime.Unknown("never tried there"));
    }

    private String state(Round round, String job) {
        return Explainer.of(round, new JobId(job), policy).orElseThrow().state();
    }

    @Test
    void a_job_that_nobody_can_do_is_told_what_each_worker_misses() {
        Round round = round(
                List.of(job("a", "backend=webnn")),
                List.of(),
                worker("lab-1", "cuda", 0),
                worker("lab-2", "cpu", 9),
                worker("lab-3", "cpu", 0));

        assertThat(state(round, "a"))
                .isEqualTo(
                        "no worker can do it: needs backend webnn: has cuda (lab-1); needs backend webnn: has cpu (lab-2, lab-3)");
    }

    @Test
    void a_job_that_begins_is_told_why_there() {
        Round round =
                round(List.of(job("a", "anything")), List.of(), worker("lab-1", "cuda", 0), worker("lab-2", "cpu", 0));

        assertThat(state(round, "a"))
                .isEqualTo("begins now on lab-1: 2.00 s here (1.80 s to 2.40 s, predicted), no worker is quicker");
    }

    @Test
    void a_job_that_waits_for_a_better_worker_is_told_for_how_long_and_behind_how_many() {
        Round round = round(
                List.of(job("a", "anything"), job("b", "anything")),
                List.of(),
                worker("lab-1", "cuda", 30),
                worker("lab-2", "cpu", 0));

        assertThat(state(round, "a")).startsWith("is planned on lab-1 in about 30.0 s: 2.00 s here");
        assertThat(state(round, "b")).startsWith("is planned on lab-1 in about 32.0 s, after 1 other: 2.00 s here");
    }

    @Test
    void each_worker_has_its_line_the_quickest_first() {
        Round round = round(
                List.of(job("a", "not backend=wasm")),
                List.of(),
                worker("lab-1", "cpu", 0),
                worker("lab-2", "cuda", 30),
                worker("lab-3", "wasm", 0),
                worker("lab-4", "openvino", 0));

        assertThat(Explainer.of(round, new JobId("a"), policy).orElseThrow().workers())
                .extracting(line -> line.worker() + ": " + line.text())
                .containsExactly(
                        "lab-2: 2.00 s (1.80 s to 2.40 s, predicted); busy for about 30.0 s yet",
                        "lab-1: 5.00 min (4.50 min to 6.00 min, predicted); idle",
                        "lab-4: time not known: never tried there; idle",
                        "lab-3: must not be backend=wasm");
    }

    @Test
    void a_job_that_waits_for_others_and_one_that_is_not_there_are_told_apart() {
        Round round = round(
                List.of(job("a", "anything")), List.of(job("b", "anything", "x", "a")), worker("lab-1", "cpu", 0));

        assertThat(state(round, "b")).isEqualTo("waits until others are done: a, x");
        assertThat(Explainer.of(round, new JobId("nobody"), policy)).isEmpty();
        assertThat(state(round(List.of(job("a", "anything")), List.of()), "a"))
                .isEqualTo("waits, for there is no worker");
    }

    @Test
    void a_policy_that_plans_nothing_says_who_could_take_it() {
        Round round =
                round(List.of(job("a", "anything")), List.of(), worker("lab-1", "cpu", 0), worker("lab-2", "cuda", 4));

        assertThat(Explainer.of(round, new JobId("a"), new Fifo()).orElseThrow().state())
                .isEqualTo("waits until fifo takes it; workers that can do it: 2, idle of these: 1");
    }
}
