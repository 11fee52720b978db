package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
    private static final Path EXAMPLES = Path.of("../../examples/simulate").toAbsolutePath();

    @TempDir
    Path folder;

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    private CliHarness.Result simulate(String... options) {
        List<String> all = new ArrayList<>(List.of(
                "simulate",
                EXAMPLES.resolve("fleet.yaml").toString(),
                EXAMPLES.resolve("workload.yaml").toString(),
                "--policy",
                "fifo,least-loaded",
                "--seeds",
                "2"));
        all.addAll(List.of(options));
        return run(all.toArray(String[]::new));
    }

    private Path fleet(String text) throws IOException {
        return Files.writeString(folder.resolve("fleet.yaml"), text);
    }

    private CliHarness.Result withFleet(String text) throws IOException {
        return run(
                "simulate",
                fleet(text).toString(),
                EXAMPLES.resolve("workload.yaml").toString());
    }

    @Test
    void the_examples_are_simulated_and_all_says_that_it_is_and_what_it_rests_on() {
        CliHarness.Result result = simulate();

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .startsWith("SIMULATED, not measured. night: 460 jobs on 12 workers, 2 seeds from 1")
                .containsPattern("fifo +[0-9.]+ ± [0-9.]+ s +baseline")
                .contains("Simulated only")
                .contains("told of times: what jobs took so far")
                .contains("0 measured, 0 predicted, ")
                .containsPattern("desktop +interference +assumed +0.25");
    }

    @Test
    void the_document_is_as_the_schema_says_and_a_doctored_one_is_not() throws IOException {
        CliHarness.Result result = simulate("--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.SIMULATE.validate(document);
        assertThat(document.path("simulated").asBoolean()).isTrue();
        assertThat(document.path("workloads").path(0).path("policies")).hasSize(2);
        assertThat(document.path("workloads").path(0).path("times").asText()).isEqualTo("learned");
        ((ObjectNode) document).put("simulated", false);
        assertThat(DocumentSchema.SIMULATE.complaints(document)).isNotEmpty();
    }

    @Test
    void a_parameter_without_a_label_or_an_unknown_key_is_refused_with_file_and_line() throws IOException {
        CliHarness.Result bare = withFleet("machines:\n  laptop:\n    overhead: 50ms\n");
        assertThat(bare.exit()).isEqualTo(ExitCode.INVALID_INPUT.status());
        assertThat(bare.err()).contains("fleet.yaml:3").contains("{assumed: …}");

        assertThat(withFleet("machines:\n  laptop:\n    overhead: {measured: 50ms}\n")
                        .err())
                .contains("say 'from' what");
        assertThat(withFleet("machines:\n  laptop:\n    lane: 2\n").err())
                .contains("fleet.yaml:3")
                .contains("unknown key 'lane'")
                .contains("lanes");
        assertThat(withFleet("machines:\n  laptop:\n    overhead: {assumed: {median: 1s, low: 2s, high: 3s}}\n")
                        .err())
                .contains("an interval above zero holds its median");
    }

    @Test
    void a_forecast_is_written_once_and_one_that_was_changed_is_refused() throws IOException {
        Path forecast = folder.resolve("forecast.json");
        assertThat(simulate("--forecast", forecast.toString()).exit()).isZero();
        assertThat(simulate("--forecast", forecast.toString()).exit()).isEqualTo(ExitCode.USAGE.status());

        Path record = Files.writeString(folder.resolve("run.jsonl"), """
                {"schemaVersion":1,"what":"record","workload":"another","policy":"fifo","seed":1,"started":"2026-11-22T00:00:00Z"}
                {"event":"joined","at":0,"worker":"w","hardware":"box"}
                {"event":"submitted","at":0,"job":"a","kind":"k"}
                {"event":"placed","at":0,"job":"a","attempt":1,"worker":"w"}
                {"event":"ended","at":2,"job":"a","attempt":1,"worker":"w","state":"done","tookSeconds":1.5}
                """);
        CliHarness.Result other = run("simulate", "--check", forecast.toString(), record.toString(), "--json");
        assertThat(other.exit()).as("nothing of it was run").isEqualTo(ExitCode.FAILURES.status());
        JsonNode document = Json.MAPPER.readTree(other.out());
        DocumentSchema.SIMULATE.validate(document);
        assertThat(document.path("simulatedOnly")).hasSize(2);

        Files.writeString(
                forecast,
                Files.readString(forecast).replace("\"baseline\" : \"fifo\"", "\"baseline\" : \"least-loaded\""));
        assertThat(run("simulate", "--check", forecast.toString(), record.toString())
                        .err())
                .contains("changed since it was written");

        CliHarness.Result replay = run("simulate", "--replay", record.toString(), "--json");
        DocumentSchema.SIMULATE.validate(Json.MAPPER.readTree(replay.out()));
        assertThat(replay.exit()).as(replay.out()).isZero();
    }

    @Test
    void what_excludes_each_other_or_is_missing_is_a_usage_error() {
        assertThat(run("simulate").exit()).isEqualTo(ExitCode.USAGE.status());
        assertThat(run("simulate", "--validate", "--replay", "x").exit()).isEqualTo(ExitCode.USAGE.status());
        assertThat(simulate("--policy", "fastest").err()).contains("there is no policy 'fastest'");
        assertThat(simulate("--times", "true").err()).contains("one of known, learned, none");
        assertThat(simulate("--seeds", "0").exit()).isEqualTo(ExitCode.USAGE.status());
    }
}
