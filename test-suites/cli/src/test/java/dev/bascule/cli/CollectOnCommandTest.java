package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobWork;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collecting on workers of a pool in this process; what the workers run is played. */
class CollectOnCommandTest {
    private static final String MACHINE = "f00d";
    private static final String ADDRESS =
            "bascule://lab:7423#me-0001.%s.%s".formatted("s".repeat(42) + "A", "f".repeat(42) + "A");

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private void join(String id, Set<String> labels, Map<String, String> backends, JobWork work) {
        services.workers.members.put(
                id,
                new FakeJobPool.Member(
                        Inventory.of(
                                "linux", "x86_64", "a processor", 2, 8L << 30, backends, Map.of(), List.of(), labels),
                        work));
    }

    private void join(String id, JobWork work) {
        join(id, Set.of("worker@" + id, "machine@" + MACHINE), Map.of("cpu", "session"), work);
    }

    private static JobWork right() {
        FakeServices played = new FakeServices();
        played.runs.outcome = (wanted, chain) -> CaseRuns.ofItsModel(wanted, CaseRuns.passed(wanted, chain));
        return RealPool.work(played, List.of());
    }

    /** Right until so many jobs were done. */
    private static JobWork failingAfter(int some) {
        JobWork right = right();
        AtomicInteger done = new AtomicInteger();
        return (order, blobs, talk) -> done.getAndIncrement() < some
                ? right.run(order, blobs, talk)
                : new JobEnd.Failed(Failure.of(ErrorCode.OUT_OF_MEMORY, "no room"));
    }

    private CliHarness harness() {
        return new CliHarness(folder, services);
    }

    private CliHarness.Result collect(CliHarness harness, String... more) {
        return harness.run(Stream.concat(
                        Stream.of(
                                "collect",
                                "--on",
                                ADDRESS,
                                "--wait",
                                "1ms",
                                "--threads",
                                "1",
                                "--models",
                                "resnet-w*",
                                "--anchors",
                                "ds-cnn",
                                "--json"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private static JsonNode workers(CliHarness.Result result) throws IOException {
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.COLLECT.validate(document);
        return document.path("workers");
    }

    private List<String> collected() {
        return services.inMemory.runs(RunFilter.ALL).stream()
                .flatMap(heading -> services.inMemory.find(heading.id()).orElseThrow().runs().stream())
                .filter(run -> run.caseId().suite().equals("collect"))
                .map(run -> run.model().sha256())
                .toList();
    }

    @Test
    void all_is_measured_where_all_came() throws IOException {
        join("a", right());

        CliHarness.Result result = collect(harness(), "--repeats", "1");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode worker = workers(result).path(0);
        assertThat(worker.path("end").asText()).isEqualTo("all-measured");
        assertThat(worker.path("cells").asInt()).isEqualTo(4);
        assertThat(worker.has("failure")).isFalse();
    }

    @Test
    void where_a_job_was_lost_it_says_that_not_all_is_measured() throws IOException {
        join("a", failingAfter(2));

        CliHarness.Result result = collect(harness(), "--repeats", "1");

        assertThat(result.exit()).as(result.err()).isEqualTo(1);
        JsonNode worker = workers(result).path(0);
        assertThat(worker.path("end").asText()).isEqualTo("incomplete");
        assertThat(worker.path("runs")).hasSize(1);
        assertThat(worker.path("cells").asInt()).isEqualTo(2);
        assertThat(result.err()).contains("a: not run: no room");
    }

    @Test
    void who_breaks_off_tells_what_is_in_the_history_and_why() throws IOException {
        join("a", failingAfter(3));

        CliHarness.Result result = collect(harness(), "--repeats", "3", "--slice", "20s");

        assertThat(result.exit()).as(result.err()).isEqualTo(5);
        JsonNode worker = workers(result).path(0);
        assertThat(worker.path("end").asText()).isEqualTo("broken");
        assertThat(worker.path("failure").asText()).isEqualTo("nothing came of 3 slices in a row on a");
        assertThat(worker.path("runs")).hasSize(1);
        assertThat(worker.path("cells").asInt()).isEqualTo(3);
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
    }

    @Tag("attack")
    @Test
    void what_comes_from_another_machine_than_the_worker_joined_with_is_refused() {
        join("a", Set.of("worker@a", "machine@beef"), Map.of("cpu", "session"), right());

        CliHarness.Result result = collect(harness(), "--repeats", "1");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("from another machine than it joined with");
        assertThat(services.inMemory.runs(RunFilter.ALL)).isEmpty();
    }

    @Tag("attack")
    @Test
    void what_another_worker_answers_is_refused() {
        join("a", Set.of("worker@b", "machine@" + MACHINE), Map.of("cpu", "session"), right());

        CliHarness.Result result = collect(harness(), "--repeats", "1");

        assertThat(result.err()).contains("another worker than b answered for it");
        assertThat(services.inMemory.runs(RunFilter.ALL)).isEmpty();
    }

    @Test
    void at_the_deadline_what_is_not_over_is_cancelled_and_the_rest_is_kept() throws IOException {
        AtomicReference<Instant> now = new AtomicReference<>(CliHarness.NOW);
        JobWork right = right();
        join("a", (order, blobs, talk) -> {
            now.updateAndGet(instant -> instant.plus(Duration.ofHours(2)));
            return right.run(order, blobs, talk);
        });

        CliHarness.Result result = collect(harness().at(clock(now)), "--repeats", "1", "--hours", "3");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode worker = workers(result).path(0);
        assertThat(worker.path("end").asText()).isEqualTo("time");
        assertThat(worker.path("cells").asInt()).as("of four").isEqualTo(2);
        assertThat(services.workers.cancelled).hasSize(1);
        assertThat(result.err()).contains("it was cancelled, as the time is over");
    }

    private static Clock clock(AtomicReference<Instant> now) {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now.get();
            }
        };
    }

    @Test
    void workers_on_like_machines_share_the_slices_and_all_is_measured_once() throws IOException {
        join("a", right());
        join("b", right());
        join("c", Set.of("worker@c", "machine@" + MACHINE), Map.of("other", "session"), FakeJobPool.failing());

        CliHarness.Result result = collect(harness(), "--repeats", "1", "--slice", "20s");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(workers(result)).hasSize(2);
        assertThat(collected()).hasSize(2).doesNotHaveDuplicates();
        assertThat(result.err())
                .contains(
                        "b is on a machine like that of a, or on the same: they share the slices",
                        "c is on a machine like that of a, or on the same: it is left out");
    }

    @Test
    void no_worker_waits_while_the_kernels_of_anothers_models_are_learned() {
        CountDownLatch learning = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        List<Boolean> free = new ArrayList<>();
        services.works = (request, known, listener) -> {
            learning.countDown();
            free.add(reached(second));
            return List.of();
        };
        join("a", right());
        JobWork right = right();
        AtomicInteger done = new AtomicInteger();
        join("b", Set.of("worker@b", "machine@" + MACHINE), Map.of("cpu", "placed"), (order, blobs, talk) -> {
            reached(learning);
            if (done.incrementAndGet() > 3) {
                second.countDown();
            }
            return right.run(order, blobs, talk);
        });
        // Of other processors, so that it is another machine for a plan.
        services.workers.members.compute("b", (id, member) -> ofFour(member));

        CliHarness.Result result = collect(harness(), "--repeats", "1", "--slice", "20s");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(free).hasSize(4).containsOnly(true);
    }

    private static FakeJobPool.Member ofFour(FakeJobPool.Member member) {
        Inventory two = member.inventory();
        return new FakeJobPool.Member(
                new Inventory(
                        two.os(),
                        two.arch(),
                        two.processor(),
                        4,
                        two.memoryBytes(),
                        two.backends(),
                        two.browsers(),
                        two.gpus(),
                        two.labels()),
                member.work());
    }

    /** The time is for a build that waits for ever. */
    private static boolean reached(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
