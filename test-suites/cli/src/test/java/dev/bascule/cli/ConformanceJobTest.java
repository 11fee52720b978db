package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.graph.Corpora;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ONNX's own cases of one operator on a real browser and the native CPU, by the command line. */
@Tag("browser")
@Tag("native")
@Tag("corpus")
@Tag("full")
class ConformanceJobTest {
    @TempDir
    Path folder;

    private CliHarness.Result run(String... more) {
        Stream<String> arguments = Stream.of(
                "conformance",
                Corpora.path("onnx-node").toAbsolutePath().toString(),
                "--backends",
                "wasm,cpu",
                // A machine that stands still for a while must not make a case look slow.
                "--case-timeout",
                "2m",
                "--filter",
                // Both columns print floats in another way than the published case does.
                "onnx-node:Cast*:*");
        return new CliHarness(folder, new LocalServices())
                .run(Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void what_a_run_writes_as_expected_is_expected_of_the_next_in_another_order() {
        CliHarness.Result unaware = run("--store", "first.duckdb");
        assertThat(unaware.exit()).as(unaware.err()).isEqualTo(1);
        assertThat(unaware.err()).contains("test_cast_FLOAT_to_STRING");

        CliHarness.Result update = run(
                "--expectations", "known.yaml", "--update-expectations", "--self-check", "--store", "second.duckdb");
        assertThat(update.exit()).as(update.err()).isZero();
        assertThat(update.err()).containsPattern("self-check: (\\d+) corrupted, \\1 noticed");
        assertThat(folder.resolve("known.yaml")).content().contains("test_cast_FLOAT_to_STRING");

        CliHarness.Result again = run("--expectations", "known.yaml", "--shuffle", "--store", "third.duckdb");
        assertThat(again.exit()).as(again.err()).isZero();
    }
}
