package dev.bascule.reports.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Tool;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.fixture.EndToEndFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.UsageFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDocumentsTest {
    private static final RunRecord RECORD = ShowcaseRun.record();

    private static JsonNode document() throws IOException {
        return Json.MAPPER.readTree(RunDocuments.json(RECORD));
    }

    /** The published schema, with fields that it does not describe forbidden, so that none is forgotten in it. */
    private static List<String> complaints(JsonNode document) {
        return SchemaCheck.complaints(RunDocuments.schema(), document);
    }

    private static List<String> complaints(String json) throws IOException {
        return complaints(Json.MAPPER.readTree(json));
    }

    @Test
    void the_document_of_every_verdict_fits_the_published_schema_field_for_field() throws IOException {
        assertThat(complaints(document())).isEmpty();
    }

    @Test
    void the_document_of_a_run_without_cells_fits_the_schema() throws IOException {
        String json = RunDocuments.json(Fixtures.record("empty"));
        assertThat(complaints(json)).isEmpty();
    }

    @Test
    void what_contradicts_a_proof_fits_the_schema_and_is_read_back_and_older_documents_have_none() throws IOException {
        RunRecord run = Fixtures.record(
                "contradicted",
                Fixtures.strict(
                        ConformanceFixtures.model("test_add"),
                        Verdict.FAILED,
                        Fixtures.on(Backends.WEBGPU)
                                .evidence(Fixtures.contradicted(Backends.WEBGPU))
                                .build()));
        String json = RunDocuments.json(run);
        assertThat(complaints(json)).isEmpty();
        JsonNode evidence = Json.MAPPER.readTree(json).path("cells").path(0).path("evidence");
        assertThat(evidence.path("class").asText()).isEqualTo("UNKNOWN");
        assertThat(evidence.path("contradictions").findValuesAsText("rule"))
                .containsExactly("device-adapter", "runner-engine");
        assertThat(RunDocuments.parse(json, "a test")).isEqualTo(run);

        ObjectNode older = (ObjectNode) Json.MAPPER.readTree(json);
        older.findParents("contradictions").forEach(parent -> ((ObjectNode) parent).remove("contradictions"));
        assertThat(complaints(older)).isEmpty();
        assertThat(RunDocuments.parse(older.toString(), "a test")
                        .runs()
                        .get(0)
                        .decisive()
                        .evidence()
                        .contradictions())
                .isEmpty();
    }

    @Test
    void what_made_a_run_fits_the_schema_and_is_read_back_and_is_left_out_where_nobody_said() throws IOException {
        RunRecord run = RunVariants.madeBy(Fixtures.record("made"), new Tool("bascule", "1.2.3"));
        String json = RunDocuments.json(run);
        assertThat(complaints(json)).isEmpty();
        assertThat(RunDocuments.parse(json, "made.json")).isEqualTo(run);
        assertThat(RunDocuments.json(Fixtures.record("empty"))).doesNotContain("\"tool\"");
    }

    @Test
    void what_failed_is_listed_with_its_place_and_count_and_a_reader_gets_it_back() throws IOException {
        RunRecord run = RunVariants.withErrors(Fixtures.record("errors"));
        String json = RunDocuments.json(run);

        assertThat(complaints(json)).isEmpty();
        assertThat(Json.MAPPER.readTree(json).at("/errors/0/code").asText()).isEqualTo("PROBE_CRASHED");
        assertThat(Json.MAPPER.readTree(json).at("/errors/0/count").asInt()).isEqualTo(3);
        assertThat(Json.MAPPER.readTree(json).at("/errors/2/backend").isNull()).isTrue();
        assertThat(RunDocuments.parse(json, "errors.json")).isEqualTo(run);
    }

    @Test
    void cells_not_run_and_downloads_are_told_and_a_reader_gets_them_back() throws IOException {
        RunRecord run = RunVariants.stopped(Fixtures.record("stopped"));
        String json = RunDocuments.json(run);

        assertThat(run.mapRuns(each -> each))
                .as("advice on cells loses none of it")
                .isEqualTo(run);
        assertThat(complaints(json)).isEmpty();
        assertThat(Json.MAPPER.readTree(json).at("/notRun/0/chain/1").asText()).isEqualTo("wasm");
        assertThat(Json.MAPPER.readTree(json).at("/notRun/1/side").asText()).isEqualTo("native");
        assertThat(Json.MAPPER.readTree(json).at("/notRun/0/reason").isNull()).isTrue();
        assertThat(Json.MAPPER.readTree(json).at("/notRun/1/reason").asText()).contains("mac");
        assertThat(Json.MAPPER.readTree(json).at("/models/0/downloadMs").asDouble())
                .isEqualTo(12_345);
        assertThat(Json.MAPPER.readTree(json).at("/models/1/downloadMs").isNull())
                .isTrue();
        assertThat(Json.MAPPER.readTree(json).at("/models/1/reasons/downloadMs").asText())
                .isEqualTo("made on this machine");
        assertThat(RunDocuments.parse(json, "stopped.json")).isEqualTo(run);
    }

    @Test
    void a_document_of_an_earlier_build_names_no_cells_not_run_and_no_models() throws IOException {
        ObjectNode earlier = (ObjectNode) Json.MAPPER.readTree(RunDocuments.json(Fixtures.record("earlier")));
        earlier.remove(List.of("notRun", "models"));

        assertThat(complaints(earlier.toString())).isEmpty();
        assertThat(RunDocuments.parse(earlier.toString(), "earlier.json")).isEqualTo(Fixtures.record("earlier"));
    }

    @Test
    void a_shard_says_which_it_is_and_a_reader_gets_it_back() throws IOException {
        RunRecord shard = RunVariants.ofShard(Fixtures.record("shard"));
        String json = RunDocuments.json(shard);

        assertThat(complaints(json)).isEmpty();
        assertThat(Json.MAPPER.readTree(json).at("/run/selection/shard/of").asInt())
                .isEqualTo(8);
        assertThat(RunDocuments.parse(json, "shard.json")).isEqualTo(shard);
    }

    @Test
    void what_attempts_cost_fits_the_schema_with_a_source_or_a_reason_for_each_figure() throws IOException {
        RunRecord run = Fixtures.record(
                "usage",
                Fixtures.strict(
                        Fixtures.TEXT,
                        Verdict.PASS,
                        Fixtures.on(Backends.WASM).costing(UsageFixtures.hot()).build()),
                Fixtures.strict(
                        Fixtures.TEXT,
                        Verdict.PASS,
                        Fixtures.on(Backends.NATIVE_CPU)
                                .costing(UsageFixtures.virtual())
                                .build()));
        String json = RunDocuments.json(run);
        JsonNode cells = Json.MAPPER.readTree(json).at("/cells");

        assertThat(complaints(json)).isEmpty();
        assertThat(RunDocuments.parse(json, "usage.json")).isEqualTo(run);
        assertThat(cells.at("/0/attempts/0/usage/throttled").asBoolean()).isTrue();
        assertThat(cells.at("/0/timing/flags").toString()).contains("THROTTLED");
        assertThat(cells.at("/1/timing/flags").toString()).doesNotContain("THROTTLED");
        JsonNode energy = cells.at("/1/attempts/0/usage/figures/6");
        assertThat(energy.at("/quantity").asText()).isEqualTo("energy-per-inference");
        assertThat(energy.at("/value").isNull()).isTrue();
        assertThat(energy.at("/reason").asText()).isEqualTo(UsageFixtures.NO_COUNTER);
    }

    @Test
    void an_attempt_that_nobody_watched_says_so() throws IOException {
        JsonNode attempt = document().at("/cells/0/attempts/0");

        assertThat(attempt.at("/usage").isNull()).isTrue();
        assertThat(attempt.at("/reasons/usage").asText()).isEqualTo("nobody watched the machine meanwhile");
    }

    @Test
    void the_users_clock_fits_the_schema_is_read_back_and_names_the_steps_that_are_not_told_apart() throws IOException {
        RunRecord run = Fixtures.record(
                "sound",
                Fixtures.strict(
                        Fixtures.TEXT,
                        Verdict.PASS,
                        Fixtures.on(Backends.WASM)
                                .fromFile(EndToEndFixtures.ofSound())
                                .build()),
                Fixtures.strict(
                        Fixtures.TEXT,
                        Verdict.PASS,
                        Fixtures.on(Backends.NATIVE_CPU)
                                .fromFile(EndToEndFixtures.ofText())
                                .build()));
        String json = RunDocuments.json(run);
        JsonNode cells = Json.MAPPER.readTree(json).at("/cells");
        JsonNode sound = cells.at("/0/attempts/0/endToEnd");
        JsonNode text = cells.at("/1/attempts/0/endToEnd");

        assertThat(complaints(json)).isEmpty();
        assertThat(RunDocuments.parse(json, "sound.json")).isEqualTo(run);
        assertThat(cells.at("/0/endToEnd")).isEqualTo(sound);
        assertThat(sound.at("/stepsMs").fieldNames())
                .toIterable()
                .containsExactly("decode", "features", "upload", "inference");
        assertThat(sound.at("/totalMs/median").asDouble())
                .isEqualTo(EndToEndFixtures.ofSound().total().median());
        assertThat(sound.at("/stepMedianMs/decode").asDouble())
                .isEqualTo(EndToEndFixtures.ofSound().steps().get(Step.DECODE).median());
        assertThat(sound.at("/totalMs/reasons").fieldNames()).toIterable().containsExactly("p99");
        assertThat(sound.at("/inferenceShare").asDouble()).isBetween(0.03, 0.04);
        assertThat(sound.at("/reasons").fieldNames())
                .toIterable()
                .containsExactly("answer", "download", "postProcessing");
        assertThat(text.at("/reasons").fieldNames()).toIterable().contains("decode");
        assertThat(text.at("/totalMs/p90").isNull()).isTrue();
        assertThat(text.at("/totalMs/reasons/p90").asText()).isEqualTo("needs 10 samples, there are 7");
    }

    @Test
    void an_attempt_without_the_users_clock_says_why() throws IOException {
        assertThat(document().at("/cells/0/attempts/0/endToEnd").isNull()).isTrue();
        assertThat(document().at("/cells/0/attempts/0/reasons/endToEnd").asText())
                .isEqualTo("no input pipeline was measured together with the model");
        Attempt timed = Fixtures.on(Backends.WASM).build();
        Attempt piped = Fixtures.on(Backends.WASM)
                .evidence(timed.evidence().withFacts(Map.of("pipeline.pageMs", "12.50")))
                .build();
        assertThat(Reasons.of(piped).get("endToEnd"))
                .isEqualTo("it has an input pipeline, but the way from its file to the outputs was not measured");
        assertThat(Reasons.of(Fixtures.on(Backends.WASM).samples(0).build()).get("endToEnd"))
                .isEqualTo("not timed");
        assertThat(Reasons.of(Fixtures.on(Backends.WASM).wrongNumbers().build()).get("endToEnd"))
                .isEqualTo("the attempt ended as WRONG before that");
    }

    @Test
    void a_total_that_its_steps_do_not_give_is_refused_and_steps_of_a_newer_build_are_no_total() throws IOException {
        RunRecord run = Fixtures.record(
                "sound",
                Fixtures.strict(
                        Fixtures.TEXT,
                        Verdict.PASS,
                        Fixtures.on(Backends.WASM)
                                .fromFile(EndToEndFixtures.ofSound())
                                .build()));
        JsonNode shorter = Json.MAPPER.readTree(RunDocuments.json(run));
        ((ObjectNode) shorter.at("/cells/0/attempts/0/endToEnd/totalMs")).put("median", 12.5);
        JsonNode quicker = Json.MAPPER.readTree(RunDocuments.json(run));
        ((ObjectNode) quicker.at("/cells/0/attempts/0/endToEnd/stepMedianMs")).put("features", 5.5);
        JsonNode cut = Json.MAPPER.readTree(RunDocuments.json(run));
        ((ArrayNode) cut.at("/cells/0/attempts/0/endToEnd/stepsMs/decode")).remove(0);
        JsonNode newer = Json.MAPPER.readTree(RunDocuments.json(run));
        ((ObjectNode) newer.at("/cells/0/attempts/0/endToEnd/stepsMs"))
                .putArray("consent")
                .add(1.0);

        assertThatThrownBy(() -> RunDocuments.parse(shorter.toString(), "a.json"))
                .hasMessageContaining("endToEnd.totalMs.median is 12.5");
        assertThatThrownBy(() -> RunDocuments.parse(quicker.toString(), "a.json"))
                .hasMessageContaining("endToEnd.stepMedianMs.features is 5.5");
        assertThatThrownBy(() -> RunDocuments.parse(cut.toString(), "a.json"))
                .hasMessageContaining("steps of different numbers of iterations");
        assertThat(RunDocuments.parse(newer.toString(), "a.json")
                        .runs()
                        .get(0)
                        .decisive()
                        .measured()
                        .endToEnd())
                .isEmpty();
    }

    @Test
    void a_checked_cell_without_a_score_does_not_say_that_nobody_checked_it() throws IOException {
        String json = RunDocuments.json(ConformanceFixtures.record("c", 12));
        List<String> reasons = new ArrayList<>();
        Json.MAPPER.readTree(json).path("cells").forEach(cell -> {
            if (!cell.path("numerics").isNull() && cell.path("score").isNull()) {
                reasons.add(cell.at("/reasons/score").asText());
            }
        });
        assertThat(reasons).isNotEmpty().containsOnly("right outputs alone are no score: nothing was timed");
    }

    @Test
    void the_schema_notices_a_sentinel_a_missing_field_and_an_unknown_verdict() throws IOException {
        JsonNode sentinel = document();
        ((ObjectNode) sentinel.at("/cells/0/timing")).put("median", -1);
        JsonNode missing = document();
        ((ObjectNode) missing.at("/cells/0")).remove("verdict");
        JsonNode unknown = document();
        ((ObjectNode) unknown.at("/cells/0")).put("verdict", "GREAT");
        JsonNode unsampled = document();
        ((ObjectNode) unsampled.at("/scenarios/0/figures/0")).putArray("samples");
        JsonNode negative = document();
        ((ObjectNode) negative.at("/cells/0/attempts/0")).put("retry", -1);
        for (JsonNode corrupted : List.of(sentinel, missing, unknown, unsampled, negative)) {
            assertThat(complaints(corrupted)).isNotEmpty();
        }
    }

    @Test
    void every_null_has_its_reason_beside_it() throws IOException {
        List<String> unexplained = new ArrayList<>();
        walk(document(), "", "", Json.MAPPER.createObjectNode(), unexplained);
        assertThat(unexplained).isEmpty();
    }

    private static void walk(JsonNode node, String path, String prefix, JsonNode reasons, List<String> unexplained) {
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(node.get(i), path + "/" + i, prefix, reasons, unexplained);
            }
            return;
        }
        JsonNode own = node.path("reasons");
        JsonNode nearest = own.isObject() ? own : reasons;
        String nested = own.isObject() ? "" : prefix;
        node.properties().forEach(field -> {
            // An attempt without an error went well, and so did a scenario without a failure: that is no unknown.
            if (field.getValue().isNull()
                    && !Set.of("error", "failure").contains(field.getKey())
                    && !nearest.has(nested + field.getKey())) {
                unexplained.add(path + "/" + field.getKey());
            }
            walk(field.getValue(), path + "/" + field.getKey(), nested + field.getKey() + ".", nearest, unexplained);
        });
    }

    @Test
    void a_device_that_does_not_tell_its_memory_has_null_and_the_reason(@TempDir Path folder) throws IOException {
        RunRecord run = RunVariants.onDevice(Fixtures.record("device"));
        String json = RunDocuments.json(run);
        assertThat(complaints(json)).isEmpty();
        JsonNode machine = Json.MAPPER.readTree(json).path("machine");
        assertThat(machine.path("memoryBytes").isNull()).isTrue();
        assertThat(machine.path("reasons").path("memoryBytes").asText()).isNotBlank();
        assertThat(RunDocuments.read(Files.writeString(folder.resolve("run.json"), json)))
                .isEqualTo(run);
    }

    @Test
    void a_machines_state_is_listed_by_its_parts_and_null_with_a_reason_where_nobody_kept_them(@TempDir Path folder)
            throws IOException {
        RunRecord run = RunVariants.withDriver(Fixtures.record("driver"), "550.54.15");
        String json = RunDocuments.json(run);
        assertThat(complaints(json)).isEmpty();
        JsonNode state = Json.MAPPER.readTree(json).at("/machine/state");
        assertThat(state.path("software").path("driver nvidia").asText()).isEqualTo("550.54.15");
        assertThat(state.path("hash").asText())
                .isEqualTo(run.machine().parts().orElseThrow().stateHash());
        assertThat(RunDocuments.read(Files.writeString(folder.resolve("run.json"), json)))
                .isEqualTo(run);

        String older = RunDocuments.json(Fixtures.record("older"));
        JsonNode machine = Json.MAPPER.readTree(older).path("machine");
        assertThat(machine.path("state").isNull()).isTrue();
        assertThat(machine.path("reasons").path("state").asText()).isNotBlank();
        // A document from before there was such a field.
        String oldest = older.replaceFirst("\"state\" ?: ?null,?", "");
        assertThat(oldest).isNotEqualTo(older);
        assertThat(RunDocuments.read(Files.writeString(folder.resolve("old.json"), oldest)))
                .isEqualTo(Fixtures.record("older"));
    }

    @Test
    void the_names_are_the_design_s() throws IOException {
        JsonNode cell = document().at("/cells/1");
        assertThat(cell.get("verdict").asText()).isEqualTo("PARTIAL");
        assertThat(cell.at("/evidence/class").asText()).isEqualTo("PROVEN");
        assertThat(cell.at("/evidence/nodes/webnn").asInt()).isEqualTo(41);
        assertThat(cell.at("/timing/warmMs")).hasSize(60);
        assertThat(cell.at("/timing/n").asInt()).isEqualTo(60);
        assertThat(cell.at("/comparison/ratio").asDouble()).isGreaterThan(1);
        assertThat(cell.at("/numerics/maxUlp").asDouble()).isEqualTo(212);
        assertThat(cell.at("/requested").asText()).isEqualTo("webnn");
        assertThat(cell.at("/actual").asText()).isEqualTo("webnn");
        assertThat(document().at("/summary/verdicts/PASS").asInt()).isEqualTo(6);
        assertThat(document().at("/summary/elapsed/measuring").asDouble()).isEqualTo(21_400.000007);
    }

    @Test
    void a_fallback_names_expected_actual_and_cost() throws IOException {
        JsonNode cell = document().at("/cells/9");
        assertThat(cell.get("verdict").asText()).isEqualTo("FELL_BACK");
        assertThat(cell.get("requested").asText()).isEqualTo("webgpu");
        assertThat(cell.get("actual").asText()).isEqualTo("webnn");
        assertThat(cell.get("attempts")).hasSize(2);
        assertThat(cell.at("/fallbackCost/from").asText()).endsWith("webgpu-gpu");
        assertThat(cell.at("/fallbackCost/ratio").asDouble()).isLessThan(1);
    }

    @Test
    void the_record_is_read_back_from_the_document_bit_for_bit(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), RunDocuments.json(RECORD));
        assertThat(RunDocuments.read(file)).isEqualTo(RECORD);
    }

    @Test
    void a_retry_stands_after_the_first_pass_and_says_so() throws IOException {
        JsonNode cell = document().at("/cells/8");
        assertThat(cell.get("verdict").asText()).isEqualTo("FLAKY");
        assertThat(cell.at("/attempts/0/retry").asInt(-1)).isZero();
        assertThat(cell.at("/attempts/0/outcome").asText()).isEqualTo("TIMED_OUT");
        assertThat(cell.at("/attempts/1/retry").asInt(-1)).isEqualTo(1);
        assertThat(cell.at("/attempts/1/outcome").asText()).isEqualTo("SUCCEEDED");
        assertThat(cell.at("/attempts/1/timing/warmMs")).hasSize(60);
        assertThat(cell.get("timing").isNull())
                .as("no figure of the retry stands as the cell's")
                .isTrue();
        assertThat(cell.get("score").asInt(-1)).isZero();
    }

    @Test
    void memory_says_its_source_what_was_left_and_its_parts() throws IOException {
        JsonNode memory = document().at("/cells/2/memory");
        assertThat(memory.get("peakBytes").asLong()).isEqualTo(312_400_000);
        assertThat(memory.get("afterBytes").asLong()).isEqualTo(241_900_000);
        assertThat(memory.at("/parts/renderer").asLong()).isEqualTo(188_100_000);
        assertThat(document().at("/cells/4/memory/afterBytes").isNull()).isTrue();
        assertThat(document().at("/cells/4/reasons/memory.afterBytes").asText()).contains("not read");
    }

    @Test
    void a_scenario_names_a_listed_target_and_keeps_every_sample() throws IOException {
        JsonNode document = document();
        assertThat(document.get("scenarios")).hasSize(RECORD.scenarios().size());
        JsonNode soak = document.at("/scenarios/4");
        assertThat(soak.get("scenario").asText()).isEqualTo("soak");
        assertThat(document.at("/summary/scenarios/PASS").asInt()).isEqualTo(5);
        assertThat(document.at("/summary/scenarios")).hasSize(3);
        assertThat(soak.at("/figures/1/samples")).hasSize(30);
        assertThat(soak.at("/figures/0/interval")).hasSize(2);
        List<String> listed = new ArrayList<>();
        document.get("targets").forEach(target -> listed.add(target.get("id").asText()));
        document.get("scenarios")
                .forEach(scenario ->
                        assertThat(listed).contains(scenario.get("target").asText()));
    }

    @Test
    void a_target_that_only_a_scenario_saw_is_listed_too(@TempDir Path folder) throws IOException {
        RunRecord alone = RunVariants.withScenarios(Fixtures.record("alone"), ScenarioFixtures.all());
        assertThat(Json.MAPPER.readTree(RunDocuments.json(alone)).get("targets"))
                .hasSize(3);
        Path file = Files.writeString(folder.resolve("run.json"), RunDocuments.json(alone));
        assertThat(RunDocuments.read(file)).isEqualTo(alone);
    }

    /** Made by taking out what they did not have. */
    @Test
    void a_document_of_an_earlier_build_is_read(@TempDir Path folder) throws IOException {
        RunRecord plain = Fixtures.record(
                "old",
                Fixtures.strict(
                        Fixtures.TEXT,
                        Verdict.PASS,
                        Fixtures.on(Backends.NATIVE_CPU).build()));
        ObjectNode old = (ObjectNode) Json.MAPPER.readTree(RunDocuments.json(plain));
        old.remove("scenarios");
        ((ObjectNode) old.at("/cells/0/model")).remove("signatures");
        ((ObjectNode) old.get("summary")).remove("scenarios");
        ObjectNode attempt = (ObjectNode) old.at("/cells/0/attempts/0");
        attempt.remove("retry");
        for (JsonNode memory : List.of(old.at("/cells/0/memory"), attempt.get("memory"))) {
            ((ObjectNode) memory).remove(List.of("afterBytes", "parts"));
        }
        Path file = Files.writeString(folder.resolve("run.json"), old.toString());
        assertThat(RunDocuments.read(file)).isEqualTo(plain);
        assertThat(complaints(old)).isEmpty();
    }

    @Test
    void targets_of_one_id_that_differ_are_kept_apart() {
        var shared = Fixtures.target(dev.bascule.fallback.backend.Backends.WASM);
        TargetNames names = new TargetNames();
        var other = new dev.bascule.fallback.target.Target(
                shared.backend(),
                shared.browser(),
                shared.engine(),
                shared.deviceType(),
                shared.software(),
                java.util.Map.of("vendor", "another"));
        assertThat(names.name(shared)).isEqualTo(shared.id());
        assertThat(names.name(other)).isEqualTo(shared.id() + "#2");
        assertThat(names.name(shared)).isEqualTo(shared.id());
    }

    @Test
    void a_file_that_is_no_run_document_is_refused_by_name(@TempDir Path folder) throws IOException {
        for (String text : List.of("", "[]", "{\"schemaVersion\": 2}", "{\"schemaVersion\": 1}", "no json")) {
            Path file = Files.writeString(folder.resolve("other.json"), text);
            assertThatThrownBy(() -> RunDocuments.read(file))
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                    .hasMessageContaining("other.json");
        }
    }
}
