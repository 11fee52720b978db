package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two workers as processes, of one processor and of more, the first of which has too little memory for a model's activations. */
@Tag("native")
@Tag("full")
@Timeout(1800)
class RetryElsewhereProcessesTest {
    private static final int MIB = 1536;
    private static final long ROOM = 256L << 20;

    @TempDir
    private Path folder;

    private static boolean has(String program) {
        return Files.isExecutable(Path.of("/usr/bin", program));
    }

    @Test
    void what_one_worker_has_no_memory_for_is_done_by_the_other_and_both_results_are_kept() throws Exception {
        assumeTrue(has("taskset") && has("prlimit"), "no taskset and prlimit (util-linux) to make workers unlike");
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor makes no two classes of hardware");
        Path model = LargeProduct.in(folder, MIB);
        Files.writeString(folder.resolve("mine.yaml"), """
            name: mine
            settings: {minIterations: 2, minDuration: 1ms, warmUpLimit: 1ms, batch: 1}
            models: [{model: "%s", name: one}, {model: "%1$s", name: two}]
            targets: [cpu]
            chains: []
            """.formatted(model.getFileName()));
        try (PoolProcesses pool = new PoolProcesses(folder)) {
            pool.coordinator("small", "large");
            PoolProcesses.Started small = pool.worker("small", List.of("taskset", "-c", "0"), "none");
            PoolProcesses.Started large = pool.worker("large", List.of(), "none");
            try (ChildLimits limits = new ChildLimits(small.process().toHandle())) {
                limits.watch();
                small.says("joined ");
                large.says("joined ");
                limits.hold(limits.greatest() + ROOM);

                PoolProcesses.Started run = pool.start(
                        "run", List.of(), "run", "mine.yaml", "--on", "@tokens/me", "--retry-elsewhere", "--json");
                String id = run.run();

                assertThat(run.end()).as("what failed counts: %s", run.said()).isEqualTo(1);
                assertThat(limits.held()).as("limits were set").isPositive();
                assertThat(run.said()).contains("failed on small-", "is tried on other hardware; both are kept");
                assertBothKept(pool.queue(id), Json.MAPPER.readTree(run.printed()));
            }
        }
    }

    private static void assertBothKept(JsonNode queue, JsonNode document) {
        List<JsonNode> twice = StreamSupport.stream(queue.path("jobs").spliterator(), false)
                .filter(job -> job.path("attempts").size() > 1)
                .toList();
        assertThat(twice).isNotEmpty().allSatisfy(job -> {
            assertThat(job.path("state").asText()).isEqualTo("done");
            assertThat(job.at("/attempts/0/worker").asText()).startsWith("small-");
            assertThat(job.at("/attempts/0/state").asText()).isEqualTo("failed");
            assertThat(job.at("/attempts/1/worker").asText()).startsWith("large-");
            assertThat(job.at("/attempts/1/state").asText()).isEqualTo("done");
        });
        assertThat(document.path("runs")).as("one for each machine").hasSize(2);
        List<JsonNode> cells = StreamSupport.stream(document.path("runs").spliterator(), false)
                .flatMap(run -> StreamSupport.stream(run.path("cells").spliterator(), false))
                .toList();
        assertThat(cells.stream().map(cell -> cell.path("verdict").asText()))
                .as("both cases come out right, and what failed before stays")
                .containsOnly("PASS", "FAILED")
                .filteredOn("PASS"::equals)
                .hasSize(2);
        assertThat(cells.stream().map(cell -> cell.at("/attempts/0/error/code").asText()))
                .contains("OUT_OF_MEMORY");
    }
}
