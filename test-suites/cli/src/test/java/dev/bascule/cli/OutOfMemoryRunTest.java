package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Child processes that really run out of memory. What one of them takes with a single row is measured; then each is allowed
 * that and {@value #ALLOWED_MIB} MiB more, by {@code prlimit}, where the model's activations need two thirds of it or four.
 */
@Tag("native")
@Timeout(600)
@EnabledIf(
        value = "hasPrlimit",
        disabledReason = "there is no prlimit (util-linux) to hold a process's memory down with")
@Tag("full")
class OutOfMemoryRunTest {
    private static final int ALLOWED_MIB = 768;
    /** A MiB each: two thirds of what is allowed fit, four thirds do not. */
    private static final int FITTING_ROWS = 512;

    @TempDir
    Path folder;

    /** What a child takes with a single row, measured once. */
    private static OptionalLong least = OptionalLong.empty();

    private final ChildLimits limits = new ChildLimits();
    private CliHarness harness;

    @BeforeEach
    void tool() {
        harness = new CliHarness(folder, new LocalServices());
    }

    static boolean hasPrlimit() {
        return Stream.of("/usr/bin/prlimit", "/bin/prlimit").map(Path::of).anyMatch(Files::isExecutable);
    }

    @AfterEach
    void end() throws InterruptedException {
        limits.close();
    }

    private Path product(int mebibytesPerRow) throws Exception {
        return LargeProduct.in(folder, mebibytesPerRow);
    }

    private CliHarness.Result run(Path model, int batch) {
        List<String> line = new ArrayList<>(List.of("run", model.toString(), "--backends", "cpu", "--strict"));
        line.addAll(List.of("--batch", Integer.toString(batch), "--min-iterations", "2", "--min-duration", "1ms"));
        line.addAll(List.of("--warm-up-limit", "1ms", "--retries", "0", "--json"));
        return harness.run(line.toArray(String[]::new));
    }

    private static List<JsonNode> cells(CliHarness.Result result) throws Exception {
        return StreamSupport.stream(
                        Json.MAPPER.readTree(result.out()).path("cells").spliterator(), false)
                .toList();
    }

    /** Lets each child of the next runs take what one takes with a single row, and so much more. */
    private void allow() throws Exception {
        limits.watch();
        if (least.isEmpty()) {
            CliHarness.Result free = run(product(1), 1);
            assertThat(free.exit()).as(free.err()).isZero();
            least = OptionalLong.of(limits.greatest());
        }
        limits.hold(least.getAsLong() + (long) ALLOWED_MIB * 1024 * 1024);
    }

    @Test
    void a_batch_beyond_memory_is_halved_and_the_run_ends_right() throws Exception {
        allow();
        CliHarness.Result result = run(product(1), 4 * FITTING_ROWS);

        assertThat(limits.held()).as("limits were set").isPositive();
        assertThat(result.err())
                .contains("ran out of memory: the batch is halved from %d to %d and tried again"
                        .formatted(4 * FITTING_ROWS, 2 * FITTING_ROWS))
                .contains("from %d to %d".formatted(2 * FITTING_ROWS, FITTING_ROWS));
        List<JsonNode> cells = cells(result);
        assertThat(cells).hasSize(3);
        assertThat(cells.get(0).path("verdict").asText()).isEqualTo("FAILED");
        assertThat(cells.get(0)
                        .path("attempts")
                        .get(0)
                        .path("error")
                        .path("code")
                        .asText())
                .isEqualTo("OUT_OF_MEMORY");
        JsonNode last = cells.get(2);
        assertThat(last.path("verdict").asText()).as(last.toString()).isEqualTo("PASS");
        assertThat(last.path("caseId").asText()).contains("batch=" + FITTING_ROWS);
        assertThat(last.toString()).contains("halved from %d to %d".formatted(2 * FITTING_ROWS, FITTING_ROWS));
        assertThat(result.exit()).as("the failure stays").isEqualTo(1);
    }

    @Test
    void where_not_even_one_row_fits_the_run_says_so_with_a_remedy() throws Exception {
        allow();
        CliHarness.Result result = run(product(2 * ALLOWED_MIB), 2);

        assertThat(result.exit()).isEqualTo(1);
        List<JsonNode> cells = cells(result);
        assertThat(cells).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.path("verdict").asText()).isEqualTo("FAILED");
            JsonNode error = cell.path("attempts").get(0).path("error");
            assertThat(error.path("code").asText()).isEqualTo("OUT_OF_MEMORY");
            assertThat(error.path("remedies").toString()).contains("a variant in float16 needs about half of its");
            assertThat(cell.path("timing").isNull()).as("no samples, no number").isTrue();
        });
    }

    @Test
    void negative_control_within_its_limit_nothing_is_halved() throws Exception {
        allow();
        CliHarness.Result result = run(product(1), FITTING_ROWS);

        assertThat(limits.held()).isPositive();
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).doesNotContain("halved");
        assertThat(cells(result)).hasSize(1);
    }
}
