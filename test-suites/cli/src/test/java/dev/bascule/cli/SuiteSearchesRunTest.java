package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A suite that asks for every search and for several devices, run for real: all of it is in the document. */
@Tag("native")
@Timeout(600)
@Tag("full")
class SuiteSearchesRunTest {
    @TempDir
    Path folder;

    @Test
    void searches_splits_and_replicas_of_a_suite_are_in_the_document_each_with_the_line_that_repeats_it()
            throws Exception {
        Path suite = Files.writeString(
                folder.resolve("searches.yaml"),
                String.join(
                        "\n",
                        "name: searches",
                        "settings:",
                        "  minIterations: 2",
                        "  minDuration: 1ms",
                        "  warmUpLimit: 1ms",
                        "  batch: auto",
                        "  precision: auto",
                        "  graphOptimization: compare",
                        "  latencyLimit: 30s",
                        "  accuracy: 0.05",
                        "  arena: off",
                        "models: [{model: bert-micro}]",
                        "targets: [cpu]",
                        "chains: []",
                        "scenarios:",
                        "  - batch-search: {highest: 2}",
                        "  - precision-search: {pairs: 2}",
                        "  - optimization-levels: {pairs: 2}",
                        "  - split: {over: [cpu, cpu], cut: 0.5, pairs: 2}",
                        "  - replicas: {over: [cpu, cpu], samples: 6}",
                        ""));
        CliHarness.Result result = new CliHarness(folder, new LocalServices())
                .run("run", suite.toString(), "--browsers", "none", "--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(document.path("cells").get(0).path("caseId").asText()).contains("arena=off");
        Map<String, JsonNode> scenarios = StreamSupport.stream(
                        document.path("scenarios").spliterator(), false)
                .collect(Collectors.toMap(run -> run.path("scenario").asText(), run -> run));
        assertThat(scenarios)
                .containsOnlyKeys("batch-search", "precision-search", "optimization-levels", "split", "replicas");
        assertThat(scenarios.values())
                .allSatisfy(run -> assertThat(run.path("verdict").asText())
                        .as(run.toString())
                        .isEqualTo("PASS"));
        assertThat(reproduce(scenarios, "batch-search"))
                .contains("--scenario batch-search")
                .contains("--latency-limit 30000");
        assertThat(reproduce(scenarios, "precision-search")).contains("--accuracy 0.05");
        assertThat(reproduce(scenarios, "split")).contains("--split cpu,cpu --cut 0.5");
        assertThat(reproduce(scenarios, "replicas")).contains("--replicas cpu,cpu --samples 6");
    }

    private static String reproduce(Map<String, JsonNode> scenarios, String scenario) {
        return scenarios.get(scenario).path("reproduce").asText();
    }
}
