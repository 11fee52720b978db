package dev.bascule.nativerunner.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTimesTest {
    private static final String FLOATS = "[{\"float\":[2,3]}]";
    private static final String RUN = "{\"cat\":\"Session\",\"name\":\"model_run\",\"ts\":0,\"dur\":9,\"args\":{}}";
    private static final List<KernelTensor> TWO_BY_THREE = List.of(new KernelTensor("float", List.of(2L, 3L)));

    private static String kernel(String operator, long from, long micros) {
        return kernel(operator, from, Long.toString(micros), FLOATS);
    }

    private static String kernel(String operator, long from, String micros, String inputs) {
        return "{\"cat\":\"Node\",\"tid\":7,\"dur\":%s,\"ts\":%d,\"name\":\"n_kernel_time\",\"args\":{\"op_name\":\"%s\","
                        .formatted(micros, from, operator)
                + "\"provider\":\"CPUExecutionProvider\",\"input_type_shape\":%s,\"output_type_shape\":%s}}"
                        .formatted(inputs, FLOATS);
    }

    private static List<Kernel> read(int warmUps, int timed, String... events) throws IOException {
        return read(new KernelShapes(), warmUps, timed, events);
    }

    private static List<Kernel> read(KernelShapes shapes, int warmUps, int timed, String... events) throws IOException {
        KernelTimes times = new KernelTimes(shapes);
        read(times, events);
        return times.kernels(warmUps, timed);
    }

    private static void read(Consumer<JsonNode> events, String... profile) throws IOException {
        Profile.read(new StringReader(Stream.of(profile).collect(Collectors.joining(",\n", "[", "]"))), events);
    }

    @Test
    void weights_that_the_engine_packed_have_their_shapes_from_a_session_that_left_them() throws Exception {
        String weights = "[{\"float\":[2,3]},{\"float\":[3,3]}]";
        String others = "[{\"float\":[2,3]},{\"float\":[9,3]}]";
        KernelShapes shapes = new KernelShapes();
        read(
                shapes,
                kernel("MatMul", 0, "500", weights),
                kernel("MatMul", 600, "500", others),
                kernel("Relu", 1200, 5),
                RUN);
        assertThat(read(
                        shapes,
                        1,
                        2,
                        kernel("MatMul", 0, 9),
                        RUN,
                        kernel("MatMul", 10, 10),
                        kernel("MatMul", 20, 20),
                        kernel("MatMul", 40, 30),
                        kernel("Relu", 80, 5),
                        RUN,
                        kernel("MatMul", 110, 10),
                        kernel("MatMul", 120, 20),
                        kernel("MatMul", 140, 30),
                        kernel("Relu", 180, 5),
                        RUN))
                .extracting(kernel -> kernel.operator() + kernel.inputs() + kernel.millis())
                .containsExactly(
                        "MatMul[float[2,3], float[3,3]]0.01",
                        "MatMul[float[2,3], float[9,3]]0.02",
                        "MatMul[float[2,3]]0.03",
                        "Relu[float[2,3]]0.005");
    }

    @Test
    void equal_kernels_of_an_inference_are_one_with_their_sum_and_the_median_of_the_inferences_counts()
            throws Exception {
        assertThat(read(
                        1,
                        3,
                        kernel("Conv", 0, 9000),
                        RUN,
                        kernel("Conv", 10, 100),
                        kernel("Conv", 200, 150),
                        kernel("Relu", 400, 7),
                        RUN,
                        kernel("Conv", 510, 200),
                        kernel("Conv", 800, 300),
                        kernel("Relu", 1200, 5),
                        RUN,
                        kernel("Conv", 2000, 110),
                        kernel("Conv", 2200, 160),
                        kernel("Relu", 2400, 900),
                        RUN))
                .containsExactly(
                        new Kernel("Conv", "CPUExecutionProvider", TWO_BY_THREE, TWO_BY_THREE, 2, 0.27),
                        new Kernel("Relu", "CPUExecutionProvider", TWO_BY_THREE, TWO_BY_THREE, 1, 0.007));
    }

    @Test
    void a_loop_took_what_its_body_did_not() throws Exception {
        assertThat(read(
                        0,
                        1,
                        // As the engine writes them: who ends first comes first.
                        kernel("Add", 10, 20),
                        kernel("Mul", 30, 5),
                        kernel("Add", 40, 30),
                        kernel("If", 35, 40),
                        kernel("Loop", 5, 100),
                        kernel("Relu", 105, 11),
                        RUN))
                .extracting(kernel -> "%s×%d %s".formatted(kernel.operator(), kernel.count(), kernel.millis()))
                .containsExactlyInAnyOrder("Add×2 0.05", "Mul×1 0.005", "If×1 0.01", "Loop×1 0.035", "Relu×1 0.011");
    }

    @Test
    void other_shapes_are_other_kernels_and_one_element_has_no_dimensions() throws Exception {
        assertThat(read(
                        0,
                        1,
                        kernel("Add", 0, "5", "[{\"float\":[2,3]},{\"int64\":[]}]"),
                        kernel("Add", 9, "6", "[{\"float\":[2,3]}]"),
                        RUN))
                .extracting(Kernel::inputs)
                .containsExactly(List.of(TWO_BY_THREE.get(0), new KernelTensor("int64", List.of())), TWO_BY_THREE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[[2]]",
                "[{\"float\":[2,-3]}]",
                "[{\"float\":[2.5]}]",
                "[{\"float\":\"2,3\"}]",
                "[{\"float\":[2],\"int64\":[3]}]",
                "[{\"\":[2]}]",
                "[{\"float\":[9000000000000000000,9]}]"
            })
    void a_kernel_whose_shapes_cannot_be_read_is_left_out(String inputs) throws Exception {
        assertThat(read(0, 1, kernel("Bad", 0, "5", inputs), kernel("Relu", 9, 6), RUN))
                .extracting(Kernel::operator)
                .containsExactly("Relu");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "\"5\"", "1.5", "null", "99999999999999999999"})
    void a_kernel_whose_time_cannot_be_read_is_left_out(String micros) throws Exception {
        assertThat(read(0, 1, kernel("Bad", 0, micros, FLOATS), kernel("Relu", 9, 6), RUN))
                .extracting(Kernel::operator)
                .containsExactly("Relu");
    }

    @Test
    void a_profile_with_another_number_of_inferences_tells_of_no_kernel() throws Exception {
        assertThat(read(1, 2, kernel("Add", 0, 5), RUN, kernel("Add", 0, 5), RUN))
                .isEmpty();
        assertThat(read(0, 1, kernel("Add", 0, 5))).isEmpty();
    }

    @Test
    void a_kernel_that_most_inferences_do_not_run_is_none_of_the_model() throws Exception {
        assertThat(read(
                        0,
                        3,
                        kernel("Add", 0, 5),
                        RUN,
                        kernel("Add", 9, 5),
                        kernel("Rare", 20, 5),
                        RUN,
                        kernel("Add", 30, 5),
                        RUN))
                .extracting(Kernel::operator)
                .containsExactly("Add");
    }
}
