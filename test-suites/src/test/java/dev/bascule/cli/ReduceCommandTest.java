package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.suites.conformance.CaseReader;
import dev.bascule.suites.conformance.CaseSource;
import dev.bascule.suites.reduce.ReduceRequest;
import dev.bascule.suites.reduce.ReduceService;
import dev.bascule.suites.reduce.Reduction;
import dev.bascule.suites.reduce.RepeatedFault;
import dev.bascule.suites.service.BrowserChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReduceCommandTest {
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

    /** Negative control, and the whole way through a native child. */
    @Test
    @Tag("native")
    void a_right_model_on_the_native_side_is_not_said_to_fail() {
        CliHarness.Result result =
                new CliHarness(folder, new LocalServices()).run("reduce", "bert-micro", "--target", "cpu");

        assertThat(result.exit()).as(result.err()).isEqualTo(4);
    }

    /** onnxruntime-web 1.29.0: a convolution along one axis, of kernel 3, is wrong on WebGPU for some numbers of channels. */
    @Test
    @Tag("browser")
    @Tag("native")
    void a_convolution_that_is_wrong_on_webgpu_is_reduced_to_a_folder_that_stands_alone() throws IOException {
        Path kase = RepeatedFault.write(folder.resolve("kase"));
        Path out = folder.resolve("repro");

        CliHarness.Result result = new CliHarness(folder, new LocalServices())
                .run(
                        "reduce",
                        kase.toString(),
                        "--target",
                        "chrome-headless-shell:webgpu",
                        "--max-steps",
                        "12",
                        "--limit",
                        "2m",
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
