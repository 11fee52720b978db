package dev.bascule.nativerunner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.child.InMemoryRunner;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Tag("native")
class OnnxRuntimeEngineTest {
    private static final SessionSettings SETTINGS = SessionSettings.defaults();
    private static ServedBackend engine;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        engine = InMemoryRunner.served();
    }

    @Test
    void the_engine_names_the_library_that_runs_and_not_the_one_that_its_wrapper_was_built_against() {
        assertThat(engine.engine().map(Object::toString)).contains("onnxruntime 1.29.0");
        assertThat(OnnxRuntimeEngine.compiledProviders()).contains("CPUExecutionProvider");
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            mode = Mode.INCLUDE,
            names = {"FLOAT32", "FLOAT64", "FLOAT16", "BFLOAT16", "INT8", "UINT8", "INT16", "INT32", "INT64", "BOOL"})
    void a_tensor_comes_back_bit_for_bit(DType dtype) throws Exception {
        byte[] bytes = new byte[(int) dtype.bytes(6)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (dtype == DType.BOOL ? i & 1 : i * 37 + 11);
        }
        assertComesBack(Tensor.of(dtype, Shape.of(2, 3), bytes));
    }

    @Test
    void strings_come_back() throws Exception {
        assertComesBack(Tensor.strings(Shape.of(2, 2), List.of("a", "\u00fc", "", "\"quoted\"")));
    }

    @Test
    void scalars_and_empty_tensors_come_back() throws Exception {
        assertComesBack(Tensor.longs(Shape.of(), 16000));
        assertComesBack(Tensor.of(DType.BOOL, Shape.of(), new byte[] {1}));
        assertComesBack(Tensor.floats(Shape.of(0, 3)));
    }

    @Test
    void a_dtype_that_the_java_binding_cannot_make_is_refused_as_unsupported() {
        Tensor tensor = Tensor.of(DType.UINT16, Shape.of(2), new byte[4]);
        assertThatThrownBy(() -> assertComesBack(tensor))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("uint16")
                .hasMessageContaining("not supported");
    }

    @Test
    void the_usual_dtypes_go_through_djl_and_the_others_round_it() throws Exception {
        try (DriverSession session = open(Tensor.floats(Shape.of(1), 1))) {
            assertThat(session.binding()).isEqualTo("djl");
        }
        try (DriverSession session = open(Tensor.of(DType.FLOAT16, Shape.of(1), new byte[2]))) {
            assertThat(session.binding()).startsWith("onnxruntime-java");
        }
    }

    @Test
    void one_output_may_feed_two_inputs_of_the_next_step() throws Exception {
        Shape one = Shape.of(1);
        Path model = Files.write(folder.resolve("two.onnx"), TestModels.sumAndDifference(one));
        Map<String, Tensor> inputs = Map.of("a", Tensor.floats(one, 3), "b", Tensor.floats(one, 1));
        try (DriverSession session = engine.open(request(model, List.copyOf(inputs.values())))) {
            DriverSession.Feed feed = session.feed(inputs);
            DriverSession.Results first = feed.run();
            DriverSession.Results second =
                    feed.carrying(Map.of("a", "sum", "b", "sum"), first).run();
            assertThat(second.names()).containsExactly("sum", "difference");
            assertThat(second.tensor("sum")).isEqualTo(Tensor.floats(one, 8));
            assertThat(second.tensor("difference")).isEqualTo(Tensor.floats(one, 0));
            first.close();
            second.close();
        }
    }

    @Test
    void a_backend_that_is_not_the_childs_own_is_refused_by_name() {
        assertThatThrownBy(() -> engine.open(
                        new OpenRequest("rocm", folder.resolve("any.onnx"), SETTINGS, List.of(), Optional.empty())))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("'rocm'")
                .hasMessageContaining("serves cpu");
    }

    @Test
    void an_option_that_the_cpu_cannot_obey_is_refused_and_not_forgotten() throws Exception {
        Path model = Files.write(folder.resolve("i.onnx"), TestModels.identity(DType.FLOAT32, Shape.of(1)));
        for (EngineOptions wanted : List.of(
                EngineOptions.DEFAULTS.withDeviceIndex(1),
                EngineOptions.DEFAULTS.withPrecision(Precision.FLOAT16),
                EngineOptions.DEFAULTS.withMemoryLimit(1 << 20))) {
            SessionSettings settings = SETTINGS.withOptions(wanted);
            assertThatThrownBy(() -> engine.open(new OpenRequest("cpu", model, settings, List.of(), Optional.empty())))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.errorName()).isEqualTo("UnsupportedOption"));
        }
    }

    private void assertComesBack(Tensor tensor) throws RefusedException, java.io.IOException {
        try (DriverSession session = open(tensor);
                DriverSession.Results results =
                        session.feed(Map.of("x", tensor)).run()) {
            assertThat(results.tensor("y")).isEqualTo(tensor);
        }
    }

    private DriverSession open(Tensor tensor) throws RefusedException, java.io.IOException {
        Path model = Files.write(
                folder.resolve(tensor.dtype() + "-" + tensor.shape().rank() + ".onnx"),
                TestModels.identity(tensor.dtype(), tensor.shape()));
        return engine.open(request(model, List.of(tensor)));
    }

    private static OpenRequest request(Path model, List<Tensor> inputs) {
        return new OpenRequest("cpu", model, SETTINGS, inputs, Optional.empty());
    }
}
