package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.PipelineSpec;
import dev.bascule.suites.zoo.Zoo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteReaderTest {
    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.write(folder.resolve("vad.onnx"), new byte[] {1});
        Files.write(folder.resolve("speech.wav"), new byte[] {1});
        Files.createDirectories(folder.resolve("test_data_set_0"));
    }

    private Suite read(String... lines) {
        return SuiteReader.read(String.join("\n", lines) + "\n", "my.yaml", folder);
    }

    private void refuses(String message, String... lines) {
        assertThatThrownBy(() -> read(lines))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SUITE_INVALID))
                .hasMessage(message);
    }

    @Test
    void everything_a_suite_can_say_is_read() {
        Suite suite = read(
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
                "scenarios: [visits, {soak: {cycles: 50}}, {state-leak: {}}]");

        assertThat(suite.name()).isEqualTo("voice");
        assertThat(suite.seed()).contains(7L);
        assertThat(suite.measurement())
                .isEqualTo(new MeasurementOverrides(
                        Optional.of(5),
                        Optional.of(Duration.ofMillis(100)),
                        Optional.of(Duration.ofSeconds(1)),
                        Optional.of(Duration.ofSeconds(3)),
                        Optional.of(Duration.ofSeconds(90)),
                        Optional.of(2),
                        Optional.of(4),
                        Optional.of(GraphOptimization.DISABLED)));
        SuiteModel model = suite.models().get(0);
        assertThat(model.reference()).isEqualTo(folder.resolve("vad.onnx").toString());
        assertThat(model.name()).isEqualTo("vad");
        assertThat(model.inputs())
                .hasSize(5)
                .containsEntry("input", new InputSource.FromPipeline("pcm"))
                .containsEntry("sr", new InputSource.Literal("16000"))
                .containsEntry("table", new InputSource.Literal("[[1,2],[3,4]]"))
                .containsEntry("word", new InputSource.Text("hello"))
                .containsEntry("raw", new InputSource.File(folder.resolve("speech.wav")));
        assertThat(model.pipeline().flatMap(PipelineEntry::spec))
                .contains(new PipelineSpec.Audio("pcm", 16_000, 300, 80));
        assertThat(model.pipeline().flatMap(PipelineEntry::asset)).contains(folder.resolve("speech.wav"));
        assertThat(model.dims()).containsEntry("batch", 1L);
        assertThat(model.frames()).containsEntry("input", new Frame(512, 64)).containsEntry("other", new Frame(32, 0));
        assertThat(model.carry()).containsEntry("state", "stateN");
        assertThat(model.expected()).contains(folder.resolve("test_data_set_0"));
        assertThat(suite.targets()).contains(List.of(Backends.WASM, Backends.NATIVE_CPU));
        assertThat(suite.chains())
                .contains(List.of(
                        Chain.of(Backends.WEBGPU, Backends.WASM), Chain.of(Backends.CUDA, Backends.NATIVE_CPU)));
        assertThat(suite.comparisons()).contains(false);
        assertThat(suite.scenarios())
                .contains(List.of(
                        ScenarioEntry.of(ScenarioKind.VISITS),
                        new ScenarioEntry(ScenarioKind.SOAK, Optional.of(50)),
                        ScenarioEntry.of(ScenarioKind.STATE_LEAK)));
        assertThat(model.scenarios()).contains(List.of(ScenarioEntry.of(ScenarioKind.STREAM)));
    }

    @Test
    void a_setting_that_asks_for_a_search_is_the_scenario_that_the_option_of_its_name_is() {
        Suite suite = read(
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

        assertThat(suite.measurement()).isEqualTo(MeasurementOverrides.NONE);
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
        Suite suite = read(
                "name: small",
                "settings: {device: [0, 1], precision: fp16, arena: off, deviceMemoryLimit: 512MiB}",
                "models: [{model: bert-micro}]");

        assertThat(suite.measurement().engine())
                .isEqualTo(new EngineChoice(
                        Optional.of(List.of(0, 1)),
                        Optional.of(Precision.FLOAT16),
                        Optional.of(false),
                        Optional.of(512L << 20)));
    }

    @Test
    void a_misspelt_search_or_limit_says_what_there_is() {
        refuses(
                "my.yaml:2: 'settings.batch' must be a whole number of at least 1, or auto, but is 'atuo'",
                "name: small",
                "settings: {batch: atuo}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:2: 'settings.precision' must be fp32, tf32, fp16, bf16, int8, int4 or auto, but is 'half'",
                "name: small",
                "settings: {precision: half}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:2: 'settings.graphOptimization' must be all, extended, basic, disabled or compare, but is"
                        + " 'comparing'",
                "name: small",
                "settings: {graphOptimization: comparing}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:2: unknown key 'latencyLimt' in 'settings'; did you mean 'latencyLimit'?",
                "name: small",
                "settings: {batch: auto, latencyLimt: 20ms}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:3: unknown key 'memorylimit' in 'scenarios[0].batch-search'; did you mean 'memoryLimit'?",
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [{batch-search: {memorylimit: 2GiB}}]");
        refuses(
                "my.yaml:2: unknown key 'devices' in 'settings'; did you mean 'device'?",
                "name: small",
                "settings: {devices: [0, 1]}",
                "models: [{model: bert-micro}]");
    }

    @Test
    void a_limit_that_limits_nothing_is_refused() {
        refuses(
                "my.yaml:2: 'latencyLimit' limits a batch-search, and this suite asks for none; say batch: auto",
                "name: small",
                "settings: {latencyLimit: 20ms}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:2: 'accuracy' limits a precision-search, and this suite asks for none; say precision: auto",
                "name: small",
                "settings: {batch: auto, accuracy: 0.01}",
                "models: [{model: bert-micro}]");
    }

    @Test
    void what_a_suite_leaves_open_stays_open() {
        Suite suite = read("name: small", "models: [{model: bert-micro}]");

        assertThat(suite.seed()).isEmpty();
        assertThat(suite.measurement()).isEqualTo(MeasurementOverrides.NONE);
        assertThat(suite.targets()).isEmpty();
        assertThat(suite.chains()).isEmpty();
        assertThat(suite.comparisons()).isEmpty();
        assertThat(suite.scenarios()).isEmpty();
        assertThat(suite.models().get(0).name()).isEqualTo("bert-micro");
    }

    @Test
    void the_hash_is_that_of_the_text() {
        Suite suite = read("name: small", "models: [{model: bert-micro}]");

        // printf 'name: small\nmodels: [{model: bert-micro}]\n' | sha256sum
        assertThat(suite.hash()).isEqualTo(HASH_OF_SMALL);
    }

    private static final String HASH_OF_SMALL = "ae50aa321f4ab66cbdc02d896de3b9f1253072e4526ff2ec1cdfc4aecb5b3258";

    @Test
    void an_unknown_key_names_file_and_line_and_the_nearest() {
        refuses("my.yaml:2: unknown key 'modles'; did you mean 'models'?", "name: x", "modles: []");
    }

    @Test
    void an_unknown_key_deep_down_is_refused_as_well() {
        refuses(
                "my.yaml:3: unknown key 'min-iterations' in 'settings'; did you mean 'minIterations'?",
                "name: x",
                "settings:",
                "  min-iterations: 3",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:4: unknown key 'pat' in 'models[0].inputs.a'; there are file, text, literal, shape, pipeline",
                "name: x",
                "models:",
                "  - model: bert-micro",
                "    inputs: {a: {pat: x}}");
    }

    @Test
    void a_scenario_on_several_devices_names_them() {
        Suite suite = read(
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [{split: {over: [cpu, openvino], cut: 0.5}}, {replicas: {over: [cpu, cpu], samples: 40}}]");

        assertThat(suite.scenarios())
                .contains(List.of(
                        new ScenarioEntry(
                                ScenarioKind.SPLIT,
                                Optional.empty(),
                                List.of(Backends.NATIVE_CPU, Backends.OPENVINO),
                                Optional.of("0.5")),
                        new ScenarioEntry(
                                ScenarioKind.REPLICAS,
                                Optional.of(40),
                                List.of(Backends.NATIVE_CPU, Backends.NATIVE_CPU),
                                Optional.empty())));
        assertThatThrownBy(() -> read(
                        "name: small",
                        "models: [{model: bert-micro}]",
                        "scenarios: [{replicas: {over: [cpu, cpu], cut: 0.5}}]"))
                .hasMessageStartingWith("my.yaml:3: unknown key 'cut' in 'scenarios[0].replicas'");
    }

    @Test
    void an_unknown_scenario_or_setting_of_one_names_the_nearest() {
        refuses(
                "my.yaml:3: there is no scenario 'visit'; did you mean 'visits'?",
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [visit]");
        refuses(
                "my.yaml:3: unknown key 'cycle' in 'scenarios[0].soak'; did you mean 'cycles'?",
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [{soak: {cycle: 50}}]");
        refuses(
                "my.yaml:3: 'scenarios[0].soak.cycles' must be a whole number of at least 1, but is '0'",
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [{soak: {cycles: 0}}]");
        refuses(
                "my.yaml:3: a second scenario 'soak'",
                "name: small",
                "models: [{model: bert-micro}]",
                "scenarios: [soak, {soak: {cycles: 5}}]");
    }

    @Test
    void a_wrong_type_is_refused() {
        refuses(
                "my.yaml:3: 'settings.minIterations' must be a whole number of at least 1, but is 'many'",
                "name: x",
                "settings:",
                "  minIterations: many",
                "models: [{model: bert-micro}]");
        refuses("my.yaml:2: 'models' must be a list, but is 'bert-micro'", "name: x", "models: bert-micro");
        refuses(
                "my.yaml:2: 'settings.timeout' must be a duration such as 500ms, 2s or 1m30s, but is '5'",
                "name: x",
                "settings: {timeout: 5}",
                "models: [{model: bert-micro}]");
    }

    @Test
    void a_model_that_is_nowhere_names_the_nearest() {
        refuses(
                "my.yaml:3: 'bert-mirco' is neither a file nor a model of the zoo; did you mean 'bert-micro'?",
                "name: x",
                "models:",
                "  - model: bert-mirco");
    }

    @Test
    void a_missing_file_is_refused() {
        refuses(
                "my.yaml:4: 'models[0].inputs.a.file': there is no file 'gone.npy'",
                "name: x",
                "models:",
                "  - model: vad.onnx",
                "    inputs: {a: {file: gone.npy}}");
    }

    @Test
    void an_input_has_one_source() {
        refuses(
                "my.yaml:4: 'models[0].inputs.a' must be one of file, text, literal, shape, pipeline, but is a mapping",
                "name: x",
                "models:",
                "  - model: vad.onnx",
                "    inputs: {a: {text: b, literal: 1}}");
    }

    @Test
    void two_models_of_one_name_are_refused() {
        refuses(
                "my.yaml:4: a second model called 'bert-micro'; give one of them a 'name'",
                "name: x",
                "models:",
                "  - model: bert-micro",
                "  - model: bert-micro");
    }

    @Test
    void an_unknown_backend_names_the_nearest() {
        assertThatThrownBy(() -> read("name: x", "models: [{model: bert-micro}]", "targets: [wgpu]"))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_BACKEND))
                .hasMessage("my.yaml:3: there is no backend called 'wgpu'; did you mean 'webgpu'?");
    }

    @Test
    void a_chain_that_crosses_sides_is_refused_with_its_place() {
        assertThatThrownBy(() -> read("name: x", "models: [{model: bert-micro}]", "chains: [webgpu→cpu]"))
                .hasMessageStartingWith("my.yaml:3: ");
    }

    @Test
    void a_pipeline_needs_its_sizes() {
        refuses(
                "my.yaml:4: the key 'frames' is missing",
                "name: x",
                "models:",
                "  - model: vad.onnx",
                "    pipeline: {kind: audio}");
    }

    @Test
    void the_quickstart_has_one_model_of_each_kind() {
        Suite suite = BuiltInSuites.find(BuiltInSuites.QUICKSTART).orElseThrow();

        assertThat(suite.models())
                .extracting(SuiteModel::name)
                .containsExactly("whisper-micro", "vit-micro", "bert-micro");
        assertThat(suite.targets())
                .contains(List.of(Backends.WEBGPU, Backends.WEBNN, Backends.WASM, Backends.NATIVE_CPU));
        assertThat(suite.chains()).contains(List.of(Chain.BROWSER, Chain.NATIVE));
    }

    @Test
    void the_audio_suite_spans_its_tasks_and_plays_one_model_in_real_time() {
        Suite suite = BuiltInSuites.find("audio").orElseThrow();

        assertThat(suite.models().stream()
                        .map(model -> Zoo.model(model.name()).orElseThrow().task()))
                .containsExactly(
                        "keyword-spotting",
                        "audio-classification",
                        "audio-encoding",
                        "speech-synthesis",
                        "voice-activity-detection");
        assertThat(suite.models().get(0).scenarios()).contains(List.of(ScenarioEntry.of(ScenarioKind.DECODE)));
        assertThat(suite.models().get(4).scenarios()).contains(List.of(ScenarioEntry.of(ScenarioKind.STREAM)));
    }

    @Test
    void every_built_in_suite_can_be_found() {
        assertThat(BuiltInSuites.names())
                .allSatisfy(name -> assertThat(BuiltInSuites.find(name))
                        .hasValueSatisfying(suite -> assertThat(suite.name()).isEqualTo(name)));
    }
}
