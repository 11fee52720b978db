package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.orders.JobPool;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.workers.join.JoinAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collecting on a real pool of two workers: coordinator, broker and workers are real, the runs of the workers are played. */
@Tag("slow")
class PooledCollectTest {
    private static final String STORE = "mine/history.duckdb";

    @TempDir
    Path folder;

    private final FakeServices submitter = new FakeServices() {
        @Override
        public JobPool pool(JoinAddress address, Consumer<String> talk) {
            return RealPool.connect(address, talk);
        }
    };

    /** One for all lines: ids of runs go on. */
    private CliHarness harness = new CliHarness(Path.of(""), submitter);

    @BeforeEach
    void history_in_a_file() throws IOException {
        harness = new CliHarness(folder, submitter);
        submitter.historyInFile = true;
        Files.createDirectories(folder.resolve("mine"));
    }

    private static Machine machine(String fingerprint) {
        return new Machine(
                fingerprint,
                "Linux 6.1 amd64",
                new Machine.Cpu("CPU of " + fingerprint, 2, List.of()),
                1L << 33,
                List.of());
    }

    /** What it runs is of that machine, in the order in which it ran. */
    private static FakeServices working(Machine own, List<String> ran) {
        FakeServices played = new FakeServices();
        played.runs.outcome = (wanted, chain) -> CaseRuns.ofItsModel(wanted, CaseRuns.passed(wanted, chain));
        return new FakeServices() {
            @Override
            public RunService runs() {
                return (request, turn, listener) -> {
                    ran.add(request.cases().get(0).id().suite());
                    RunRecord record = played.runs.run(request, turn, listener);
                    return new RunRecord(
                            record.invocation(),
                            record.times(),
                            own,
                            record.extent(),
                            record.runs(),
                            record.scenarios(),
                            record.errors(),
                            record.models(),
                            record.provenance());
                };
            }
        };
    }

    private CliHarness.Result collect(String... more) {
        List<String> line = new ArrayList<>(List.of(
                "collect",
                "--on",
                RealPool.address(),
                "--wait",
                "1s",
                "--threads",
                "1",
                "--repeats",
                "1",
                "--models",
                "resnet-w*",
                "--anchors",
                "ds-cnn",
                "--store",
                STORE));
        line.addAll(List.of(more));
        return harness.run(line.toArray(String[]::new));
    }

    private List<RunRecord> kept() {
        try (History history = DuckDbHistory.open(folder.resolve(STORE))) {
            return history.runs(RunFilter.ALL).stream()
                    .map(heading -> history.find(heading.id()).orElseThrow())
                    .toList();
        }
    }

    @Tag("full")
    @Test
    void every_worker_collects_for_itself_and_what_is_there_of_its_machine_is_left_out() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        Machine lab = machine("1ab");
        Machine mac = machine("3ac");
        try (RealPool pool = new RealPool(folder, "lab", "mac")) {
            pool.join("lab", Map.of("cpu", "placed"), lab, List.of(), RealPool.work(working(lab, ran), List.of()));

            CliHarness.Result first = collect();

            assertThat(first.exit()).as(first.err()).isZero();
            assertThat(first.out()).contains(pool.token("lab").id() + " (CPU of 1ab): ", "all is measured");
            assertThat(ran.get(0)).isEqualTo("collect-before");
            assertThat(ran.get(ran.size() - 1)).isEqualTo("collect-after");
            assertThat(kept()).isNotEmpty().allSatisfy(record -> {
                assertThat(record.machine().fingerprint()).isEqualTo("1ab");
                assertThat(record.provenance().origins()).contains(RunOrigin.IMPORTED);
            });
            int before = ran.size();
            pool.join("mac", Map.of("cpu", "placed"), mac, List.of(), RealPool.work(working(mac, ran), List.of()));

            CliHarness.Result second = collect("--json");

            assertThat(second.exit()).as(second.err()).isZero();
            assertThat(second.err()).contains("(CPU of 1ab): nothing left to measure");
            DocumentSchema.COLLECT.validate(Json.MAPPER.readTree(second.out()));
            JsonNode workers = Json.MAPPER.readTree(second.out()).path("workers");
            assertThat(workers).hasSize(2);
            assertThat(Stream.of(workers.get(0), workers.get(1))
                            .map(worker -> worker.path("machine").asText() + " "
                                    + worker.path("planned").path("slices").asInt()))
                    .containsExactlyInAnyOrder("1ab 0", "3ac 1");
            assertThat(ran).hasSize(2 * before);
            assertThat(kept().stream().map(record -> record.machine().fingerprint()))
                    .contains("1ab", "3ac");
        }
    }

    @Test
    void a_dry_run_says_what_is_left_on_each_worker_and_sends_nothing() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        Machine lab = machine("1ab");
        try (RealPool pool = new RealPool(folder, "lab")) {
            pool.join("lab", Map.of("cpu", "placed"), lab, List.of(), RealPool.work(working(lab, ran), List.of()));

            CliHarness.Result result = collect("--dry-run");

            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out()).contains("native, 1 thread, on cpu, about");
            assertThat(ran).isEmpty();

            CliHarness.Result other = collect("--where", "os=windows");
            assertThat(other.exit()).isEqualTo(5);
            assertThat(other.err()).contains("none of the 1 workers there is of this build and meets --where");
        }
    }

    @Test
    void what_is_of_this_machine_is_refused_beside_on() {
        CliHarness.Result result = collect("--cpu-quota", "0.5");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("--cpu-quota and --engine-versions are of this machine");
    }
}
