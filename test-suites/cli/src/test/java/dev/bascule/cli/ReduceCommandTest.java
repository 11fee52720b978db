package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.reduce.CaseFolder;
import dev.bascule.studies.reduce.ReduceRequest;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.RepeatedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ReduceCommandTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private final List<ReduceRequest> asked = new ArrayList<>();
    private final FakeServices services = new FakeServices() {
        @Override
        public CaseSource cases() {
            return CaseReader::read;
        }
    };

    private CliHarness.Result run(Reduction reduction, String... arguments) {
        services.reduce = (request, listener) -> {
            asked.add(request);
            return new ReduceService.Report(reduction, Optional.empty());
        };
        return new CliHarness(folder, services).run(arguments);
    }

    @Test
    void a_target_that_does_not_fail_is_exit_code_4_and_leaves_no_folder() {
        CliHarness.Result result =
                run(new Reduction.NotFailing(), "reduce", "bert-micro", "--target", "firefox:webgpu", "--limit", "90s");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("it does not fail on firefox:webgpu");
        assertThat(folder.resolve(".bascule/repros/bert-micro-firefox-webgpu")).doesNotExist();
        ReduceRequest request = asked.get(0);
        assertThat(request.backend().id()).isEqualTo("webgpu");
        assertThat(request.run().setup().choice()).isEqualTo(new BrowserChoice.Named(List.of("firefox")));
        assertThat(request.limits().total()).hasSeconds(90);
    }

    @Test
    void the_build_is_part_of_the_target() {
        run(new Reduction.NotFailing(), "reduce", "bert-micro", "--target", "webgpu", "--build", "ort.all");

        assertThat(asked.get(0).run().setup().build()).contains("ort.all");
    }

    @Test
    void what_cannot_be_a_target_is_a_usage_error() {
        assertThat(run(new Reduction.NotFailing(), "reduce", "bert-micro").exit())
                .isEqualTo(2);
        assertThat(run(new Reduction.NotFailing(), "reduce", "bert-micro", "--target", "webgup")
                        .exit())
                .isEqualTo(2);
        assertThat(run(new Reduction.NotFailing(), "reduce", "bert-micro", "--target", "firefox:cpu")
                        .exit())
                .isEqualTo(2);
        assertThat(run(new Reduction.NotFailing(), "reduce", "quickstart", "--target", "wasm")
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void a_case_is_found_by_its_id() throws IOException {
        Path cases = Files.createDirectories(folder.resolve("cases"));
        RepeatedFault.write(cases.resolve("test_conv"));

        CliHarness.Result result = run(
                new Reduction.NotFailing(),
                "reduce",
                "suite:node:test_conv",
                "--cases",
                cases.toString(),
                "--target",
                "cpu");

        assertThat(result.exit()).as(result.err()).isEqualTo(4);
        assertThat(asked.get(0).run().cases().get(0).model().reference())
                .isEqualTo(cases.resolve("test_conv").toString());
    }

    @Test
    void a_case_is_found_by_its_id_however_deep_it_lies() throws IOException {
        Path cases = Files.createDirectories(folder.resolve("data"));
        Path nested = cases.resolve("node/test_conv");
        RepeatedFault.write(nested);
        RepeatedFault.write(cases.resolve("simple/test_conv"));

        CliHarness.Result found = reduce(cases, "data:node:test_conv");
        assertThat(found.exit()).as(found.err()).isEqualTo(4);
        assertThat(asked.get(0).run().cases().get(0).model().reference()).isEqualTo(nested.toString());

        CliHarness.Result doubtful = reduce(cases, "test_conv");
        assertThat(doubtful.exit()).isEqualTo(3);
        assertThat(doubtful.err()).contains("data:node:test_conv, data:simple:test_conv");

        assertThat(reduce(cases, "data:node:test_pool").err()).contains("there is no case 'data:node:test_pool'");
    }

    private CliHarness.Result reduce(Path cases, String id) {
        return run(new Reduction.NotFailing(), "reduce", id, "--cases", cases.toString(), "--target", "cpu");
    }

    @Test
    void who_interrupts_before_anything_was_seen_gets_exit_code_130_and_no_folder() {
        CliHarness.Result result = run(new Reduction.Interrupted(), "reduce", "bert-micro", "--target", "webgpu");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("nothing is written");
        assertThat(folder.resolve(".bascule/repros/bert-micro-webgpu")).doesNotExist();
    }

    @Test
    void a_case_is_judged_by_the_rule_of_a_conformance_run_unless_it_is_fed_otherwise() throws IOException {
        Path testCase = folder.resolve("test_relu");
        CaseFolder.relu(testCase)
                .set(0, new float[] {1, 2}, new float[] {1, 2})
                .set(1, new float[] {1, -2}, new float[] {1, 0});

        run(new Reduction.NotFailing(), "reduce", testCase.toString(), "--target", "cpu");
        assertThat(asked.get(0).testCase().orElseThrow().sets()).hasSize(2);
        assertThat(asked.get(0)
                        .testCase()
                        .orElseThrow()
                        .tolerance()
                        .of("y", DType.FLOAT32)
                        .basis())
                .contains("ONNX backend test");

        run(new Reduction.NotFailing(), "reduce", testCase.toString(), "--target", "cpu", "--input", "x=[1, 1]");
        assertThat(asked.get(1).testCase()).isEmpty();
    }

    @Test
    void a_webnn_graph_is_refused_with_what_to_do_instead() throws IOException {
        Path graphs = Files.createDirectories(folder.resolve("graphs"));
        Path file = graphs.resolve("relu.json");
        Files.writeString(file, "{\"tests\": [" + graph("relu one", "relu") + "]}");

        for (String[] named : List.of(new String[] {file.toString()}, new String[] {graphs.toString()}, new String[] {
            "webnn:relu:relu_one", "--cases", graphs.toString()
        })) {
            List<String> words = new ArrayList<>(List.of("reduce", "--target", "webnn"));
            words.addAll(List.of(named));
            CliHarness.Result result = run(new Reduction.NotFailing(), words.toArray(String[]::new));
            assertThat(result.exit()).as(result.err()).isEqualTo(2);
            assertThat(result.err())
                    .contains(
                            "is a WebNN graph in JSON (relu)",
                            "reduce takes ONNX models",
                            "--filter 'webnn:relu:relu_one' --backends webnn",
                            "it is one operator already");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void a_file_of_several_webnn_graphs_is_refused_with_their_number() throws IOException {
        Path file = folder.resolve("relu.json");
        Files.writeString(file, "[" + graph("one", "relu") + "," + graph("two", "relu") + "]");

        CliHarness.Result result = run(new Reduction.NotFailing(), "reduce", file.toString(), "--target", "webnn");

        assertThat(result.exit()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains("JSON with 2 WebNN graphs", "bascule conformance");
    }

    private static String graph(String name, String operator) {
        return """
                {"name": "%s", "graph": {
                  "inputs": {"x": {"data": [1, -1], "descriptor": {"dimensions": [2], "dataType": "float32"}}},
                  "operators": [{"name": "%s", "arguments": [{"input": "x"}], "outputs": "y"}],
                  "expectedOutputs": {"y": {"data": [1, 0], "descriptor": {"dimensions": [2], "dataType": "float32"}}}}}
                """.formatted(name, operator);
    }

    @Test
    void a_case_that_takes_a_sequence_is_refused_before_anything_is_started() throws IOException {
        Path testCase = folder.resolve("test_sequence");
        CaseFolder.sequence(testCase);

        CliHarness.Result result = run(new Reduction.NotFailing(), "reduce", testCase.toString(), "--target", "wasm");

        assertThat(result.exit()).as(result.err()).isEqualTo(2);
        assertThat(result.err())
                .contains("input 'seq'", "is sequence(float32[*])", "tensors only", "bascule conformance " + testCase);
        assertThat(asked).isEmpty();
    }

    @Test
    void a_folder_of_many_cases_is_refused_with_the_way_to_name_one() throws IOException {
        CaseFolder.relu(folder.resolve("data/one")).set(0, new float[2], new float[2]);
        CaseFolder.relu(folder.resolve("data/two")).set(0, new float[2], new float[2]);

        CliHarness.Result result =
                run(new Reduction.NotFailing(), "reduce", folder.resolve("data").toString(), "--target", "wasm");

        assertThat(result.exit()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains("holds 2 cases; reduce takes one", "with an id such as data:Relu:one");
    }

    /** What native CPU gives is not what the second data set expects: planted in the data, and seen by the case's own rule. */
    @Tag("full")
    @Test
    @Tag("native")
    void a_case_that_only_its_second_data_set_has_wrong_is_written_with_that() throws IOException {
        Path testCase = folder.resolve("test_relu");
        CaseFolder.relu(testCase)
                .set(0, new float[] {1, 2}, new float[] {1, 2.001f})
                .set(1, new float[] {1, -2}, new float[] {1, -2});
        Path out = folder.resolve("repro");

        CliHarness.Result result = new CliHarness(folder, new LocalServices())
                .run("reduce", testCase.toString(), "--target", "cpu", "--out", out.toString(), "--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(document.path("dataSet").asText()).contains("test_data_set_1", "2 of 2");
        assertThat(document.path("expected").asText()).isEqualTo("case");
        assertThat(document.path("tolerance").asText()).contains("ONNX backend test");
        assertThat(document.path("cutShort").asText()).contains("the exact reference gives the same");
        assertThat(document.path("culprit").path("operator").asText()).isEqualTo("Relu");
        assertThat(out.resolve("REPORT.md"))
                .content()
                .contains(
                        "number 2 of 2, is the first that fails",
                        "Expected values are those that the case itself brings",
                        "conformance .");
        assertThat(new CliHarness(folder, new LocalServices())
                        .run("conformance", out.toString(), "--backends", "cpu", "--out", "again")
                        .exit())
                .isEqualTo(1);
    }

    /** Negative control, and the whole way through a native child. */
    @Test
    @Tag("native")
    void a_right_model_on_the_native_side_is_not_said_to_fail() {
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run("reduce", "bert-micro", "--target", "cpu");

        assertThat(result.exit()).as(result.err()).isEqualTo(4);
    }

    /** onnxruntime-web 1.29.0: a convolution along one axis, of kernel 3, is wrong on WebGPU for some numbers of channels. */
    @Tag("full")
    @Test
    @Tag("browser")
    @Tag("native")
    void a_convolution_that_is_wrong_on_webgpu_is_reduced_to_a_folder_that_stands_alone() throws IOException {
        Path testCase = RepeatedFault.write(folder.resolve("kase"));
        Path out = folder.resolve("repro");

        CliHarness.Result result = new CliHarness(folder, new LocalServices())
                .run(
                        "reduce",
                        testCase.toString(),
                        "--target",
                        "chrome-headless-shell:webgpu",
                        "--max-steps",
                        "12",
                        // The steps end it.
                        "--limit",
                        "20m",
                        "--out",
                        out.toString(),
                        "--json");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(document.path("culprit").path("operator").asText()).isEqualTo("Conv");
        assertThat(document.path("culprit").path("index").asInt()).isEqualTo(1);
        assertThat(document.path("nodes").path("after").asInt()).isEqualTo(1);
        assertThat(out.resolve("test_data_set_0/input_0.pb")).exists();
        assertThat(out.resolve("test_data_set_0/output_0.pb")).exists();
        assertThat(out.resolve("model.onnx")).exists();
        assertThat(out.resolve("ort/ort.jspi.min.mjs")).exists();
        assertThat(out.resolve("ort/ort-wasm-simd-threaded.jspi.wasm")).exists();
        assertThat(out.resolve("index.html"))
                .content()
                .contains("script type=\"module\"")
                .doesNotContain("@DATA@");
        assertThat(out.resolve("REPORT.md"))
                .content()
                .contains("Conv (ai.onnx, opset 17)", "worst element", "flags", "python3 -m http.server");
        assertThat(Json.MAPPER.readTree(out.resolve("steps.json").toFile())).hasSizeGreaterThan(3);
    }
}
