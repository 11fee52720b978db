package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.method.Methods;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionCreditTest {
    private static Point.Precision of(String method, boolean integers, Backend backend, String... ran) {
        return of(
                method,
                integers,
                backend,
                List.of(),
                Stream.of(ran)
                        .map(operator -> new NodePlacement("a " + operator, operator, "CPUExecutionProvider"))
                        .toList());
    }

    private static Point.Precision of(
            String method, boolean integers, Backend backend, List<LayerChange> layers, List<NodePlacement> nodes) {
        Variant.File file = new Variant.File(
                Methods.named(method),
                new ModelArtifact("0".repeat(64), 1, Path.of("made.onnx")),
                1,
                "",
                integers,
                layers,
                List.of(),
                List.of());
        return PrecisionCredit.of(
                file,
                backend,
                new RawEvidence(Optional.empty(), Optional.empty(), List.of(), nodes, Map.of(), List.of(), Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"int8-channel", "int4-block32", "prune50+int8-channel"})
    void a_product_that_the_engine_made_matmulnbits_of_is_no_float32(String method) {
        Point.Precision precision = of(method, false, Backends.NATIVE_CPU, "MatMulNBits", "Relu", "MatMulNBits");

        assertThat(precision.credit()).isFalse();
        assertThat(precision.words())
                .contains("record shows 2 of 3 nodes to be MatMulNBits", "rounds activations to 8 bits")
                .doesNotContain("float32");
    }

    @Test
    @Tag("red-team")
    void negative_control_what_stays_decoded_is_told_as_a_claim_with_its_source() {
        assertThat(of("int8-channel", false, Backends.NATIVE_CPU, "DequantizeLinear", "Conv")
                        .words())
                .startsWith("claimed to be decoded")
                .contains("seen in ONNX Runtime 1.29.0 on x86-64 with AVX2", "MatMulNBits");
        assertThat(of("int4-matmulnbits", false, Backends.NATIVE_CPU, "MatMulNBits")
                        .words())
                .as("its own MatMulNBits has accuracy_level 0")
                .startsWith("claimed to be decoded")
                .contains("matmul_nbits.cc");
    }

    @Test
    void halves_on_cpu_are_claimed_of_the_processor_that_was_looked_at() {
        assertThat(of("float16", false, Backends.NATIVE_CPU, "Conv").words())
                .startsWith("claimed to be only stored so")
                .contains("x86-64", "ARM64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prune50", "channels25", "channels25+prune80"})
    void a_model_that_is_still_float32_is_told_as_that(String method) {
        for (Backend backend : List.of(Backends.NATIVE_CPU, Backends.WEBGPU, Backends.OPENVINO)) {
            assertThat(of(method, false, backend, "Conv").words()).startsWith("float32");
        }
    }

    @Test
    void credit_comes_of_the_record_alone() {
        assertThat(of("qdq-minmax", true, Backends.NATIVE_CPU, "QLinearConv").credit())
                .isTrue();
        Point.Precision none = of("qdq-minmax", true, Backends.NATIVE_CPU, "Conv");
        assertThat(none.credit()).isFalse();
        assertThat(none.words()).contains("not shown", "QLinearMatMul");
    }

    private static Point.Precision palette(Backend backend, NodePlacement... nodes) {
        return of(
                "palette4",
                false,
                backend,
                List.of(new LayerChange("product", "MatMul", "w", 100, 4, 400, 90, 0.01)),
                List.of(nodes));
    }

    private static NodePlacement ran(String node, String operator) {
        return new NodePlacement(node, operator, "CPUExecutionProvider");
    }

    @Test
    void whether_a_palette_is_expanded_at_load_is_read_in_the_record_on_every_backend() {
        NodePlacement own = ran("embedding", "Gather");
        NodePlacement product = ran("product", "MatMul");
        for (Backend backend : List.of(Backends.NATIVE_CPU, Backends.WEBGPU)) {
            assertThat(palette(backend, own, product).words())
                    .as("a Gather of the model's own is none of a palette")
                    .contains("none of the 2 nodes", "expanded when the model opens");
            assertThat(palette(backend, own, ran("w_decoder", "Gather"), product)
                            .words())
                    .contains("1 of 3 nodes gather weights", "at each inference");
        }
    }

    @Test
    @Tag("red-team")
    void negative_control_without_a_record_of_each_node_nothing_is_said_of_a_palette() {
        assertThat(palette(Backends.NATIVE_CPU).words()).startsWith("claimed to be only stored so");
        assertThat(palette(Backends.OPENVINO, ran("all", "OpenVINO-EP-subgraph_1"))
                        .words())
                .isEqualTo("nothing is known of what computes there");
    }

    @Test
    void where_no_claim_is_the_record_still_speaks_without_credit() {
        for (Backend backend : List.of(Backends.OPENVINO, Backends.WEBNN)) {
            assertThat(of("dynamic-int8", true, backend, "ConvInteger", "OpenVINO-EP-subgraph_1", "MatMulInteger"))
                    .satisfies(precision -> {
                        assertThat(precision.credit()).isFalse();
                        assertThat(precision.words())
                                .contains("2 of 3 nodes to multiply integers, by provider: {CPUExecutionProvider=2}");
                    });
            assertThat(of("int4-matmulnbits", false, backend, "MatMulNBits", "Relu")
                            .words())
                    .contains("1 of 2 nodes to be MatMulNBits, by provider: {CPUExecutionProvider=1}");
            assertThat(of("int8-channel", false, backend, "MatMulNBits", "Relu").words())
                    .contains("1 of 2 nodes to be MatMulNBits", "rounds activations to 8 bits");
        }
    }

    @Test
    @Tag("red-team")
    void negative_control_where_neither_claim_nor_record_tells_nothing_is_known() {
        assertThat(of("int8-channel", false, Backends.OPENVINO, "Conv").words())
                .isEqualTo("nothing is known of what computes there");
    }
}
