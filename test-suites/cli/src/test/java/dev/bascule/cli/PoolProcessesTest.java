package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The product as a user has it: a coordinator, two workers and submitters, each a process, one of which is killed. */
@Tag("native")
@Tag("browser")
@Tag("full")
@Timeout(1800)
class PoolProcessesTest {
    private static final Pattern OPERATOR = Pattern.compile("mine:model:(\\w+)-.*");

    @TempDir
    private static Path folder;

    private static PoolProcesses pool;

    @BeforeAll
    static void workers() throws Exception {
        Files.writeString(folder.resolve("mine.yaml"), """
            name: mine
            settings: {minIterations: 5, minDuration: 100ms, warmUpLimit: 1s}
            models: [{model: "op:MatMul"}, {model: "op:Relu"}, {model: "op:Softmax"}]
            targets: [cpu, wasm]
            chains: []
            """);
        pool = new PoolProcesses(folder);
        pool.coordinator("native", "browser");
        PoolProcesses.Started first = pool.worker("native", List.of(), "none");
        PoolProcesses.Started second = pool.worker("browser", List.of(), "chrome-headless-shell");
        first.says("joined ");
        second.says("joined ");
    }

    @AfterAll
    static void end() {
        pool.close();
    }

    private static PoolProcesses.Started run(String name, String... more) {
        String[] words = {"run", "mine.yaml", "--on", "@tokens/me", "--out", name, "--store", name + ".duckdb"};
        return pool.start(
                name,
                List.of(),
                Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new));
    }

    private static List<String> states(JsonNode job) {
        return StreamSupport.stream(job.path("attempts").spliterator(), false)
                .map(attempt -> attempt.path("state").asText())
                .toList();
    }

    @Test
    void a_run_of_which_one_worker_is_killed_has_each_cell_once() throws Exception {
        assertThat(pool.queue().path("workers")).hasSize(2).allSatisfy(one -> {
            assertThat(one.path("state").asText()).isIn("idle", "busy");
            assertThat(one.at("/inventory/backends/cpu").isTextual()).isTrue();
        });

        PoolProcesses.Started run = run("killed", "--json");
        String id = run.run();
        pool.named("native").says("begins %s-".formatted(id));
        pool.kill("native");

        assertThat(run.end()).as(run.said()).isZero();
        JsonNode queue = pool.queue(id);
        assertThat(queue.path("jobs"))
                .as("three cases, in browsers and natively")
                .hasSize(6);
        Set<String> all = new HashSet<>();
        for (JsonNode job : queue.path("jobs")) {
            assertThat(job.path("state").asText()).isEqualTo("done");
            assertThat(states(job)).as(job.toString()).containsOnlyOnce("done");
            all.addAll(states(job));
        }
        assertThat(all).as("the one that was killed held one").containsExactlyInAnyOrder("done", "lost");
        assertEachCellOnce(Json.MAPPER.readTree(run.printed()));
        JsonNode lost = StreamSupport.stream(queue.path("jobs").spliterator(), false)
                .filter(job -> job.path("attempts").size() > 1)
                .findFirst()
                .orElseThrow();
        JsonNode explained =
                pool.queue(id, "--explain", lost.path("number").asText()).path("jobs");
        assertThat(explained).hasSize(1);
        assertThat(states(explained.get(0))).containsExactly("lost", "done");
        assertThat(explained.at("/0/attempts/1/because").asText()).isNotEmpty();
    }

    private static void assertEachCellOnce(JsonNode document) {
        List<String> cells = document.has("runs")
                ? StreamSupport.stream(document.path("runs").spliterator(), false)
                        .flatMap(run -> cells(run).stream())
                        .toList()
                : cells(document);
        assertThat(cells)
                .containsExactlyInAnyOrder(
                        "MatMul cpu", "MatMul wasm", "Relu cpu", "Relu wasm", "Softmax cpu", "Softmax wasm");
    }

    private static List<String> cells(JsonNode run) {
        return StreamSupport.stream(run.path("cells").spliterator(), false)
                .map(cell -> OPERATOR.matcher(cell.path("caseId").asText()).replaceFirst("$1 ")
                        + cell.at("/chain/0").asText())
                .toList();
    }

    @Test
    void a_run_that_is_cancelled_from_elsewhere_ends_and_keeps_what_came() throws Exception {
        PoolProcesses.Started run = run("cancelled");
        String id = run.run();

        JsonNode cancelled = pool.queue(id, "--cancel");

        assertThat(cancelled.path("jobs")).hasSize(6);
        assertThat(run.end()).as(run.said()).isNotZero();
        assertThat(run.said()).contains("not run: the job was cancelled");
        assertThat(pool.queue(id).path("jobs"))
                .allSatisfy(job -> assertThat(job.path("state").asText()).isIn("done", "cancelled"));
    }
}
