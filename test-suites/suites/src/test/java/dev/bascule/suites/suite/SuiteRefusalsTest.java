package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link SuiteReader} does not take, and in which words. */
class SuiteRefusalsTest {
    @TempDir
    Path folder;

    private WrittenSuites suites;

    @BeforeEach
    void files() throws IOException {
        suites = new WrittenSuites(folder);
    }

    private void refuses(String message, String... lines) {
        assertThatThrownBy(() -> suites.read(lines))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SUITE_INVALID))
                .hasMessage(message);
    }

    @Test
    void a_misspelt_search_or_limit_says_what_there_is() {
        refuses(
                "my.yaml:2: 'settings.batch' must be a whole number from 1, or auto, but is 'atuo'; did you mean"
                        + " 'auto'?",
                "name: small",
                "settings: {batch: atuo}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:2: 'settings.precision' must be one of fp32, tf32, fp16, bf16, int8, int4, or auto, but is"
                        + " 'half'",
                "name: small",
                "settings: {precision: half}",
                "models: [{model: bert-micro}]");
        refuses(
                "my.yaml:2: 'settings.graphOptimization' must be one of disabled, basic, extended, all, or compare, but is"
                        + " 'comparing'; did you mean 'compare'?",
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
                "my.yaml:3: 'settings.minIterations' must be a whole number from 1, but is 'many'",
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
        assertThatThrownBy(() -> suites.read("name: x", "models: [{model: bert-micro}]", "targets: [wgpu]"))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_BACKEND))
                .hasMessage("my.yaml:3: there is no backend called 'wgpu'; did you mean 'webgpu'?");
    }

    @Test
    void a_chain_that_crosses_sides_is_refused_with_its_place() {
        assertThatThrownBy(() -> suites.read("name: x", "models: [{model: bert-micro}]", "chains: [webgpu→cpu]"))
                .hasMessageStartingWith("my.yaml:3: ");
    }

    @Test
    void a_pipeline_needs_its_sizes() {
        refuses(
                "my.yaml:4: the key 'height' is missing",
                "name: x",
                "models:",
                "  - model: vad.onnx",
                "    pipeline: {kind: image, width: 224}");
    }
}
