package dev.bascule.cli.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Configuration;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.suites.suite.SuiteReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EmittedTest {
    private static final SuiteModel MODEL = new SuiteModel("models/it's.onnx", "it", SuiteModel.Feed.NONE);
    private static final String WHY = "bascule select: it";

    private static Candidate on(Backend backend, int threads) {
        boolean page = backend.side() == Side.BROWSER;
        return new Candidate(
                page ? Optional.of("chromium") : Optional.empty(),
                new Target(
                        backend,
                        Optional.empty(),
                        new Engine(
                                page ? "onnxruntime-web" : "onnxruntime",
                                "1.29.0",
                                page ? Optional.of("ort.wasm") : Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                threads,
                1);
    }

    @Test
    void javascript_has_provider_build_and_threads() {
        assertThat(Emitted.JS.of(on(Backends.WASM, 2), MODEL, WHY))
                .contains(
                        "from 'onnxruntime-web/wasm'",
                        "ort.env.wasm.numThreads = 2; // the page must be cross-origin isolated",
                        "executionProviders: ['wasm']",
                        "create(\"models/it's.onnx\"");
        assertThat(Emitted.JS.of(on(Backends.WEBNN, 1), MODEL, WHY))
                .contains("executionProviders: [{ name: 'webnn', deviceType: 'cpu' }]", "numThreads = 1;");
    }

    @Test
    void java_and_python_have_the_native_provider() {
        assertThat(Emitted.JAVA.of(on(Backends.CUDA, 1), MODEL, WHY))
                .contains("cuda.add(\"use_tf32\", \"0\");", "options.addCUDA(cuda);");
        assertThat(Emitted.JAVA.of(on(Backends.NATIVE_CPU, 2), MODEL, WHY))
                .contains("options.setIntraOpNumThreads(2);")
                .doesNotContain("options.add");
        assertThat(Emitted.PYTHON.of(on(Backends.OPENVINO, 2), MODEL, WHY))
                .contains("('OpenVINOExecutionProvider', {'device_type': 'CPU'", "INFERENCE_NUM_THREADS\":\"2\"");
    }

    @Test
    void a_configuration_has_the_words_of_each_engine() {
        Configuration other = new Configuration(
                Optional.of(GraphOptimization.EXTENDED), true, Optional.empty(), Optional.empty(), false);
        assertThat(Emitted.JAVA.of(on(Backends.NATIVE_CPU, 1).with(other), MODEL, WHY))
                .contains("setOptimizationLevel(OrtSession.SessionOptions.OptLevel.EXTENDED_OPT)")
                .contains("options.setCPUArenaAllocator(false);");
        assertThat(Emitted.PYTHON.of(on(Backends.NATIVE_CPU, 1).with(other), MODEL, WHY))
                .contains("graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED\n")
                .contains("options.enable_cpu_mem_arena = False\n");
        Configuration build = new Configuration(
                Optional.of(GraphOptimization.DISABLED), false, Optional.empty(), Optional.of("ort.all"), false);
        assertThat(Emitted.JS.of(on(Backends.WASM, 1).with(build), MODEL, WHY))
                .contains("graphOptimizationLevel: 'disabled'", "from 'onnxruntime-web/all'");
        assertThat(Emitted.SUITE.of(on(Backends.WASM, 1).with(build), MODEL, WHY))
                .contains("--browsers chromium --build ort.all", "  graphOptimization: disabled");
        Configuration told =
                new Configuration(Optional.empty(), false, Optional.of(Precision.FLOAT32), Optional.empty(), false);
        assertThat(Emitted.PYTHON.of(on(Backends.OPENVINO, 1).with(told), MODEL, WHY))
                .contains("\"INFERENCE_PRECISION_HINT\":\"f32\"");
        assertThat(Emitted.JAVA.of(on(Backends.OPENVINO, 1).with(told), MODEL, WHY))
                .contains("\\\"INFERENCE_PRECISION_HINT\\\":\\\"f32\\\"", "import ai.onnxruntime.OrtEpDevice;");
        Configuration tensorFloat =
                new Configuration(Optional.empty(), false, Optional.of(Precision.TF32), Optional.empty(), false);
        assertThatThrownBy(() -> Emitted.JAVA.of(on(Backends.CUDA, 1).with(tensorFloat), MODEL, WHY))
                .hasMessageContaining("cuda in tf32 has no method of its own");
    }

    @Test
    void a_suite_has_the_whole_configuration_and_is_read_with_it() {
        Configuration all = new Configuration(
                Optional.of(GraphOptimization.BASIC), true, Optional.of(Precision.FLOAT32), Optional.empty(), false);
        String suite = Emitted.SUITE.of(
                on(Backends.NATIVE_CPU, 2).with(all), new SuiteModel("bert-micro", "bert", SuiteModel.Feed.NONE), WHY);
        RunSettings settings =
                SuiteReader.read(suite, "selected.yaml", Path.of("")).settings();
        assertThat(settings.get(CaseKeys.GRAPH_OPTIMIZATION)).isEqualTo(GraphOptimization.BASIC);
        assertThat(settings.find(CaseKeys.ARENA)).contains(false);
        assertThat(settings.find(CaseKeys.PRECISION)).contains(Precision.FLOAT32);
        assertThat(settings.get(CaseKeys.THREADS)).isEqualTo(2);
    }

    @Test
    void a_suite_is_one_that_bascule_reads() {
        String suite =
                Emitted.SUITE.of(on(Backends.WASM, 2), new SuiteModel("bert-micro", "bert", SuiteModel.Feed.NONE), WHY);
        assertThat(SuiteReader.read(suite, "selected.yaml", Path.of("")).models())
                .hasSize(1);
        assertThat(suite).contains("--browsers chromium");
    }

    @Test
    void code_of_the_other_side_is_refused_with_the_one_that_has_it() {
        assertThatThrownBy(() -> Emitted.JS.of(on(Backends.CUDA, 1), MODEL, WHY))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("--emit java or python");
        assertThatThrownBy(() -> Emitted.PYTHON.of(on(Backends.WASM, 1), MODEL, WHY))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("--emit js");
        assertThatThrownBy(() -> Emitted.JAVA.of(on(Backends.QNN, 1), MODEL, WHY))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("qnn has no method of its own");
    }
}
