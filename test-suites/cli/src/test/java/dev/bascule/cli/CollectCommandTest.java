package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectCommandTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private CliHarness harness = new CliHarness(Path.of(""), services);

    @BeforeEach
    void there_is_a_history() throws IOException {
        // One for all lines: ids of runs go on.
        harness = new CliHarness(folder, services);
        Files.createDirectories(folder.resolve(".bascule"));
        Files.createFile(folder.resolve(".bascule/history.duckdb"));
    }

    private CliHarness.Result collect(String... more) {
        return harness.run(Stream.concat(
                        Stream.of(
                                "collect",
                                "--threads",
                                "1",
                                "--browsers",
                                "none",
                                "--models",
                                "resnet-w*",
                                "--store",
                                ".bascule/history.duckdb"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private List<RunRecord> kept() {
        return services.inMemory.runs(RunFilter.ALL).stream()
                .map(heading -> services.inMemory.find(heading.id()).orElseThrow())
                .toList();
    }

    @Test
    void a_slice_is_a_run_that_begins_and_ends_with_the_anchors() {
        CliHarness.Result result = collect("--repeats", "1");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(kept()).singleElement().satisfies(run -> {
            assertThat(run.runs())
                    .extracting(one -> one.caseId().suite())
                    .containsExactly(
                            "collect-before",
                            "collect-before",
                            "collect-before",
                            "collect",
                            "collect",
                            "collect-after",
                            "collect-after",
                            "collect-after");
            assertThat(run.runs())
                    .allSatisfy(one -> assertThat(one.chain().isStrict()).isTrue());
        });
        assertThat(services.runs.asked.orElseThrow().retries()).isZero();
    }

    @Test
    void what_is_there_is_left_out_and_where_all_is_there_it_says_so() throws IOException {
        assertThat(collect("--repeats", "1").exit()).isZero();

        CliHarness.Result again = collect("--repeats", "1", "--json");

        assertThat(again.exit()).isZero();
        assertThat(again.err()).contains("nothing left to measure, because");
        assertThat(Json.MAPPER
                        .readTree(again.out())
                        .path("planned")
                        .path("slices")
                        .asInt())
                .isZero();
        assertThat(kept()).hasSize(1);
        assertThat(collect("--repeats", "2").exit()).isZero();
        assertThat(kept()).hasSize(2);
    }

    @Test
    void who_is_interrupted_keeps_the_slice_and_goes_on_with_the_rest() {
        services.runs.interruptAfter = 4;
        CliHarness.Result stopped = collect("--repeats", "1");
        services.runs.interruptAfter = Integer.MAX_VALUE;

        assertThat(stopped.exit()).isEqualTo(130);
        assertThat(kept())
                .singleElement()
                .satisfies(run -> assertThat(run.extent().interrupted()).isTrue());

        assertThat(collect("--repeats", "1").exit()).isZero();
        assertThat(kept().get(0).runs())
                .filteredOn(one -> one.caseId().suite().equals("collect"))
                .as("one of the two was measured before")
                .hasSize(1);
    }

    @Test
    void a_dry_run_measures_nothing() throws IOException {
        CliHarness.Result result = collect("--dry-run", "--json");

        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.COLLECT.validate(document);
        assertThat(result.exit()).isZero();
        assertThat(document.path("end").asText()).isEqualTo("dry-run");
        assertThat(document.path("planned").path("configurations").asInt()).isEqualTo(4);
        assertThat(kept()).isEmpty();
    }

    @Test
    void a_target_that_is_wrong_on_model_after_model_is_told() {
        services.runs.outcome = (wanted, chain) -> CaseRuns.ofItsModel(wanted, CaseRuns.wrong(wanted, chain));

        CliHarness.Result result = harness.run(
                "collect",
                "--threads",
                "1",
                "--browsers",
                "none",
                "--models",
                "*-micro",
                "--repeats",
                "1",
                "--store",
                ".bascule/history.duckdb");

        assertThat(result.exit()).isZero();
        assertThat(result.err())
                .containsOnlyOnce("native on cpu is wrong on 5 models in a row: what is left of it comes last");
    }

    @Test
    void a_slice_that_came_to_nothing_is_not_called_measured() throws IOException {
        services.runs.outcome = (wanted, chain) -> {
            throw new BasculeException(ErrorCode.NOTHING_RAN, "nothing is here");
        };

        CliHarness.Result result = collect("--repeats", "1", "--json");

        assertThat(result.exit()).isEqualTo(1);
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.COLLECT.validate(document);
        assertThat(document.path("end").asText()).isEqualTo("incomplete");
    }

    @Test
    void a_glob_that_no_model_matches_is_told() {
        CliHarness.Result result = harness.run("collect", "--models", "nothing-*");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("no model of the suites zoo and sizes is called like nothing-*");
    }

    @Test
    void calibrating_measures_ten_models_on_one_thread_and_does_nothing_else() {
        CliHarness.Result result =
                harness.run("doctor", "--calibrate", "--browsers", "none", "--store", ".bascule/history.duckdb");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).contains("probes: ");
        assertThat(kept().stream()
                        .flatMap(run -> run.runs().stream())
                        .filter(one -> one.caseId().suite().equals("collect"))
                        .map(one -> one.model().name())
                        .distinct())
                .hasSize(10);
        assertThat(harness.run("doctor", "--calibrate", "--test-hardware").err())
                .contains("--calibrate stands alone");
    }

    @Test
    void what_was_collected_is_told_as_the_schema_says_and_a_doctored_document_is_not() throws IOException {
        JsonNode document =
                Json.MAPPER.readTree(collect("--repeats", "1", "--json").out());

        DocumentSchema.COLLECT.validate(document);
        assertThat(document.path("runs")).hasSize(1);
        assertThat(document.path("places").path(0).asText()).isEqualTo("native");
        ((ObjectNode) document).put("end", "somehow");
        assertThat(DocumentSchema.COLLECT.complaints(document)).isNotEmpty();
    }

    @Test
    void a_version_of_the_engine_that_is_not_here_is_told_and_left_out() {
        services.versions = fetching -> new VersionShelf() {
            @Override
            public List<String> versions(Axis axis) {
                return List.of("1.23.2");
            }

            @Override
            public Copy fetch(Axis axis, String version, Consumer<String> talk) {
                throw new AssertionError("nothing is to be fetched");
            }
        };
        CliHarness.Result result = harness.run(
                "collect", "--dry-run", "--models", "resnet-w*", "--engine-versions", "1.2.3", "--backends", "wasm");

        assertThat(result.err()).contains("onnxruntime-web 1.2.3 is left out");
        assertThat(collect("--engine-versions", "old").err()).contains("--engine-versions old");
    }

    @Test
    void what_no_machine_has_is_told_and_not_measured() throws IOException {
        CliHarness.Result result = collect("--processors", "100000", "--json");

        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.COLLECT.validate(document);
        assertThat(result.exit()).isZero();
        assertThat(document.path("confined").path(0).path("collected").isNull()).isTrue();
        assertThat(document.path("confined").path(0).path("reason").asText()).isNotBlank();
        assertThat(kept()).isEmpty();
        assertThat(collect("--cpu-quota", "0").err()).contains("--cpu-quota 0.0");
    }
}
