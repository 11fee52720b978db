package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteReaderTest {
    @TempDir
    Path folder;

    private WrittenSuites suites;

    @BeforeEach
    void files() throws IOException {
        suites = new WrittenSuites(folder);
    }

    @Test
    void everything_a_suite_can_say_is_read() {
        Suite suite = suites.read(
                "name: voice",
                "description: speech detection",
                "seed: 7",
                "settings:",
                "  minIterations: 5",
                "  minDuration: 100ms",
                "  warmUpLimit: 1s",
                "  measureLimit: 3s",
                "  timeout: 1m30s",
                "  threads: 2",
                "  batch: 4",
                "  graphOptimization: disabled",
                "models:",
                "  - model: vad.onnx",
                "    name: vad",
                "    inputs:",
                "      input: {pipeline: pcm}",
                "      sr: {literal: 16000}",
                "      table: {literal: [[1, 2], [3, 4]]}",
                "      word: {text: hello}",
                "      raw: {file: speech.wav}",
                "    pipeline: {kind: audio, features: pcm, frames: 300, asset: speech.wav}",
                "    dims: {batch: 1}",
                "    frame: {input: \"512:64\", other: 32}",
                "    carry: {state: stateN}",
                "    expected: test_data_set_0",
                "    scenarios: [stream]",
                "targets: [wasm, cpu]",
                "chains:",
                "  - webgpu→wasm",
                "  - cuda -> cpu",
                "comparisons: off",
                "fallBackOn: [unsupported, wasm-trap]",
                "scenarios: [visits, {soak: {cycles: 50}}, {state-leak: {}}]");

        assertThat(suite.name()).isEqualTo("voice");
        assertThat(suite.seed()).contains(7L);
        assertThat(suite.settings())
                .isEqualTo(RunSettings.NONE
                        .with(CaseKeys.MIN_ITERATIONS, 5)
                        .with(CaseKeys.MIN_DURATION, Duration.ofMillis(100))
                        .with(CaseKeys.WARM_UP_LIMIT, Duration.ofSeconds(1))
                        .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(3))
                        .with(CaseKeys.TIMEOUT, Duration.ofSeconds(90))
                        .with(CaseKeys.THREADS, 2)
                        .with(CaseKeys.BATCH, 4)
                        .with(CaseKeys.GRAPH_OPTIMIZATION, GraphOptimization.DISABLED));
        SuiteModel model = suite.models().get(0);
        assertThat(model.reference()).isEqualTo(folder.resolve("vad.onnx").toString());
        assertThat(model.name()).isEqualTo("vad");
        assertThat(model.feed().inputs())
                .hasSize(5)
                .containsEntry("input", new InputSource.FromPipeline("pcm"))
                .containsEntry("sr", new InputSource.Literal("16000"))
                .containsEntry("table", new InputSource.Literal("[[1,2],[3,4]]"))
                .containsEntry("word", new InputSource.Text("hello"))
                .containsEntry("raw", new InputSource.File(folder.resolve("speech.wav")));
        assertThat(model.feed().pipeline().flatMap(PipelineEntry::spec))
                .contains(new PipelineSpec.Audio("pcm", 16_000, 300, 80));
        assertThat(model.feed().pipeline().flatMap(PipelineEntry::asset)).contains(folder.resolve("speech.wav"));
        assertThat(model.feed().dims()).containsEntry("batch", 1L);
        assertThat(model.feed().frames())
                .containsEntry("input", new FrameWindow(512, 64))
                .containsEntry("other", new FrameWindow(32, 0));
        assertThat(model.feed().carry()).containsEntry("state", "stateN");
        assertThat(model.expected()).contains(folder.resolve("test_data_set_0"));
        assertThat(suite.aim().targets()).contains(List.of(Backends.WASM, Backends.NATIVE_CPU));
        assertThat(suite.aim().chains())
                .contains(List.of(
                        Chain.of(Backends.WEBGPU, Backends.WASM), Chain.of(Backends.CUDA, Backends.NATIVE_CPU)));
        assertThat(suite.aim().comparisons()).contains(Comparisons.OFF);
        assertThat(suite.aim().fallBackOn())
                .contains(new FallbackPolicy(Set.of(Outcome.UNSUPPORTED), Set.of(ErrorCode.WASM_TRAP)));
        assertThat(suite.scenarios())
                .contains(List.of(
                        ScenarioEntry.of(ScenarioKind.VISITS),
                        new ScenarioEntry(ScenarioKind.SOAK, Optional.of(50)),
                        ScenarioEntry.of(ScenarioKind.STATE_LEAK)));
        assertThat(model.scenarios()).contains(List.of(ScenarioEntry.of(ScenarioKind.STREAM)));
    }

    @Test
    void a_setting_that_asks_for_a_search_is_the_scenario_that_the_option_of_its_name_is() {
        Suite suite = suites.read(
                "name: small",
                "settings:",
                "  batch: auto",
                "  precision: auto",
                "  graphOptimization: compare",
                "  latencyLimit: 20ms",
                "  memoryLimit: 2GiB",
                "  accuracy: 0.002",
                "models: [{model: bert-micro}, {model: vit-micro, scenarios: [visits]}]",
                "scenarios: [{batch-search: {highest: 8, latencyLimit: 5ms}}]");

        assertThat(suite.settings()).isEqualTo(RunSettings.NONE);
        List<ScenarioEntry> scenarios = suite.scenarios().orElseThrow();
        assertThat(scenarios)
                .extracting(ScenarioEntry::kind)
                .containsExactly(
                        ScenarioKind.BATCH_SEARCH, ScenarioKind.PRECISION_SEARCH, ScenarioKind.OPTIMIZATION_LEVELS);
        assertThat(scenarios.get(0).count()).contains(8);
        assertThat(scenarios.get(0).limits().latency())
                .as("its own before the settings'")
                .contains(Duration.ofMillis(5));
        assertThat(scenarios.get(0).limits().memoryBytes()).hasValue(2L << 30);
        assertThat(scenarios.get(0).limits().accuracy()).isEmpty();
        assertThat(scenarios.get(1).limits().accuracy()).hasValue(0.002);
        assertThat(scenarios.get(1).limits().latency()).isEmpty();
        assertThat(suite.models().get(1).scenarios().orElseThrow())
                .as("a model's own scenarios do not undo the settings")
                .extracting(ScenarioEntry::kind)
                .containsExactly(
                        ScenarioKind.VISITS,
                        ScenarioKind.BATCH_SEARCH,
                        ScenarioKind.PRECISION_SEARCH,
                        ScenarioKind.OPTIMIZATION_LEVELS);
    }

    @Test
    void engine_options_and_devices_are_read() {
        Suite suite = suites.read(
                "name: small",
                "settings: {device: [0, 1], precision: fp16, arena: off, deviceMemoryLimit: 512MiB, executionMode: parallel}",
                "models: [{model: bert-micro}]");

        assertThat(suite.settings())
                .isEqualTo(RunSettings.NONE
                        .with(CaseKeys.DEVICE, List.of(0, 1))
                        .with(CaseKeys.PRECISION, Precision.FLOAT16)
                        .with(CaseKeys.ARENA, false)
                        .with(CaseKeys.DEVICE_MEMORY_LIMIT, 512L << 20)
                        .with(CaseKeys.EXECUTION_MODE, ExecutionMode.PARALLEL));
    }

    @Test
    void what_a_suite_leaves_open_stays_open() {
        Suite suite = suites.read("name: small", "models: [{model: bert-micro}]");

        assertThat(suite.seed()).isEmpty();
        assertThat(suite.settings()).isEqualTo(RunSettings.NONE);
        assertThat(suite.aim().targets()).isEmpty();
        assertThat(suite.aim().chains()).isEmpty();
        assertThat(suite.aim().comparisons()).isEmpty();
        assertThat(suite.aim().fallBackOn()).isEmpty();
        assertThat(suite.scenarios()).isEmpty();
        assertThat(suite.models().get(0).name()).isEqualTo("bert-micro");
    }

    @Test
    void pairs_and_what_moves_on_are_read_as_a_list_or_one_word_and_what_is_none_names_the_nearest() {
        String[] head = {"name: small", "models: [{model: bert-micro}]"};

        assertThat(suites.read(head[0], head[1], "comparisons: [webgpu/wasm, webnn/cpu]")
                        .aim()
                        .comparisons())
                .contains(new Comparisons(List.of(
                        new Comparisons.Pair(Backends.WEBGPU, Backends.WASM),
                        new Comparisons.Pair(Backends.WEBNN, Backends.NATIVE_CPU))));
        assertThat(suites.read(head[0], head[1], "fallBackOn: none").aim().fallBackOn())
                .contains(FallbackPolicy.NONE);
        assertThat(suites.read(head[0], head[1], "fallBackOn: []").aim().fallBackOn())
                .contains(FallbackPolicy.NONE);
        assertThatThrownBy(() -> suites.read(head[0], head[1], "fallBackOn: [time-out]"))
                .hasMessage("my.yaml:3: 'time-out' is no failure that falls back; did you mean 'timed-out'?");
        assertThatThrownBy(() -> suites.read(head[0], head[1], "fallbackOn: [crashed]"))
                .hasMessage("my.yaml:3: unknown key 'fallbackOn'; did you mean 'fallBackOn'?");
        assertThatThrownBy(() -> suites.read(head[0], head[1], "comparisons: [webgpu/wasm, webgpu/cpu]"))
                .hasMessageStartingWith("my.yaml:3: webgpu is compared twice");
        assertThatThrownBy(() -> suites.read(head[0], head[1], "comparisons: [webgpu]"))
                .hasMessageStartingWith("my.yaml:3: 'comparisons' must be on, off, or pairs such as webgpu/wasm");
    }

    @Test
    void the_hash_is_that_of_the_text() {
        Suite suite = suites.read("name: small", "models: [{model: bert-micro}]");

        // printf 'name: small\nmodels: [{model: bert-micro}]\n' | sha256sum
        assertThat(suite.hash()).isEqualTo("ae50aa321f4ab66cbdc02d896de3b9f1253072e4526ff2ec1cdfc4aecb5b3258");
    }

    @Test
    void a_scenario_on_several_devices_names_them() {
        Suite suite = suites.read(
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [{split: {over: [cpu, openvino:1], cut: 0.5}}, {replicas: {over: [cpu, cpu], samples: 40}}]");

        assertThat(suite.scenarios())
                .contains(List.of(
                        new ScenarioEntry(
                                ScenarioKind.SPLIT,
                                Optional.empty(),
                                List.of(
                                        BackendDevice.of(Backends.NATIVE_CPU),
                                        new BackendDevice(Backends.OPENVINO, OptionalInt.of(1))),
                                Optional.of("0.5")),
                        new ScenarioEntry(
                                ScenarioKind.REPLICAS,
                                Optional.of(40),
                                List.of(BackendDevice.of(Backends.NATIVE_CPU), BackendDevice.of(Backends.NATIVE_CPU)),
                                Optional.empty())));
        assertThatThrownBy(() -> suites.read(
                        "name: small",
                        "models: [{model: bert-micro}]",
                        "scenarios: [{replicas: {over: [cpu, cpu], cut: 0.5}}]"))
                .hasMessageStartingWith("my.yaml:3: unknown key 'cut' in 'scenarios[0].replicas'");
    }

    @Test
    void a_pipeline_is_written_down_or_found_beside_the_model_or_none() {
        assertThat(pipeline("none")).isEqualTo(PipelineEntry.NONE.of(PipelineKind.NONE));
        assertThat(pipeline("{kind: text, text: hello}").kind()).contains(PipelineKind.TEXT);
        assertThat(pipeline("{kind: vision, asset: speech.wav}").kind()).contains(PipelineKind.IMAGE);
        PipelineEntry digits = pipeline("{kind: image, width: 28, height: 28, mean: [0.13], std: [0.3], channels: gray,"
                + " resampling: bicubic, antialias: true, fit: shortest-edge, edge: 30, scale: 1, layout: nhwc}");
        assertThat(digits.kind()).isEmpty();
        assertThat(digits.spec())
                .contains(new PipelineSpec.Vision(
                        28,
                        28,
                        List.of(0.13),
                        List.of(0.3),
                        Optional.of(new Shaping(
                                Shaping.Resampling.BICUBIC,
                                true,
                                new Shaping.Fit.ShortestEdge(30),
                                1,
                                Shaping.Channels.GRAY,
                                Shaping.Layout.NHWC))));
        assertThat(pipeline("{kind: vision, width: 2, height: 2}").spec())
                .contains(new PipelineSpec.Vision(2, 2, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0)));
        assertThat(pipeline("{kind: text, maxLength: 9, padding: none}").spec())
                .contains(new PipelineSpec.Text(9, Optional.of(PipelineSpec.Padding.NONE)));
        assertThatThrownBy(() -> pipeline("{kind: vision, width: 2, height: 2, resampling: lanczos}"))
                .hasMessageContaining("bilinear, bicubic, nearest");
        assertThatThrownBy(() -> pipeline("txt")).hasMessageContaining("did you mean 'text'?");
    }

    private PipelineEntry pipeline(String yaml) {
        return suites.read("name: p", "models:", "  - model: vad.onnx", "    pipeline: " + yaml)
                .models()
                .get(0)
                .feed()
                .pipeline()
                .orElseThrow();
    }
}
