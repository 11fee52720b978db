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
        return of(method, integers, backend, layers, nodes, List.of());
    }

    /** As a page brings it: no list of placements, the engine's log. */
    private static Point.Precision ofPage(
            String method, boolean integers, Backend backend, List<LayerChange> layers, List<String> log) {
        return of(method, integers, backend, layers, List.of(), log);
    }

    private static Point.Precision of(
            String method,
            boolean integers,
            Backend backend,
            List<LayerChange> layers,
            List<NodePlacement> nodes,
            List<String> log) {
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
                new RawEvidence(Optional.empty(), Optional.empty(), log, nodes, Map.of(), List.of(), Map.of()));
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

    private static final List<LayerChange> PALETTED =
            List.of(new LayerChange("product", "MatMul", "w", 100, 4, 400, 90, 0.01));

    private static Point.Precision palette(Backend backend, NodePlacement... nodes) {
        return of("palette4", false, backend, PALETTED, List.of(nodes));
    }

    private static Point.Precision paletteOfPage(Backend backend, List<String> log) {
        return ofPage("palette4", false, backend, PALETTED, log);
    }

    private static NodePlacement ran(String node, String operator) {
        return new NodePlacement(node, operator, "CPUExecutionProvider");
    }

    private static final String ON_WEBGPU = "WebGpuExecutionProvider";
    private static final String ON_CPU = "CPUExecutionProvider";

    @Test
    void whether_a_palette_is_expanded_at_load_is_read_in_the_profile_of_the_native_engine() {
        NodePlacement own = ran("embedding", "Gather");
        NodePlacement product = ran("product", "MatMul");
        assertThat(palette(Backends.NATIVE_CPU, own, product).words())
                .as("a Gather of the model's own is none of a palette")
                .contains("none of the 2 nodes", "expanded when the model opens");
        assertThat(palette(Backends.NATIVE_CPU, own, ran("w_decoder", "Gather"), product)
                        .words())
                .contains("1 of 3 nodes gather weights", "at each inference");
    }

    @Test
    void whether_a_palette_is_expanded_at_load_is_read_in_the_log_of_a_page_that_names_each_node() {
        assertThat(paletteOfPage(
                                Backends.WEBGPU,
                                PageLog.some(
                                        PageLog.on(ON_WEBGPU, "MatMul (product)", "MemcpyToHost (Memcpy)"),
                                        PageLog.on(ON_CPU, "Gather (embedding)")))
                        .words())
                .contains("none of the 2 nodes", "expanded when the model opens");
        assertThat(paletteOfPage(
                                Backends.WEBGPU,
                                PageLog.some(
                                        PageLog.on(ON_WEBGPU, "MatMul (product)", "Gather (w_decoder)"),
                                        PageLog.on(ON_CPU, "Gather (embedding)")))
                        .words())
                .contains("1 of 3 nodes gather weights", "at each inference");
    }

    @Test
    @Tag("red-team")
    void negative_control_a_log_that_names_not_each_node_shows_no_palette_expanded() {
        for (Backend backend : List.of(Backends.WASM, Backends.WEBGPU)) {
            assertThat(paletteOfPage(backend, PageLog.recorded(backend.id() + "-mnist"))
                            .words())
                    .contains("its log names no node")
                    .doesNotContain("is expanded when");
        }
        List<String> nodes =
                PageLog.some(PageLog.on(ON_WEBGPU, "MatMul (product)"), PageLog.on(ON_CPU, "Gather (embedding)"));
        List<String> andASubGraph =
                Stream.concat(nodes.stream(), PageLog.all(ON_CPU, 3).stream()).toList();
        assertThat(paletteOfPage(Backends.WEBGPU, andASubGraph).words())
                .as("3 of a sub-graph are counted, not named")
                .doesNotContain("is expanded when");
        assertThat(paletteOfPage(Backends.WEBGPU, nodes.subList(0, nodes.size() - 1))
                        .words())
                .as("one node was announced and is not listed")
                .contains("its log disagrees with itself")
                .doesNotContain("is expanded when");
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
    void where_no_claim_is_the_profile_still_speaks_without_credit() {
        Backend backend = Backends.OPENVINO;
        assertThat(of("dynamic-int8", true, backend, "ConvInteger", "OpenVINO-EP-subgraph_1", "MatMulInteger"))
                .satisfies(precision -> {
                    assertThat(precision.credit()).isFalse();
                    assertThat(precision.words())
                            .contains("2 of 3 nodes to multiply integers, by provider: {CPUExecutionProvider=2}");
                });
        assertThat(of("int4-matmulnbits", false, backend, "MatMulNBits", "Relu").words())
                .contains("1 of 2 nodes to be MatMulNBits, by provider: {CPUExecutionProvider=1}");
        assertThat(of("int8-channel", false, backend, "MatMulNBits", "Relu").words())
                .contains("1 of 2 nodes to be MatMulNBits", "rounds activations to 8 bits");
    }

    @Test
    void where_no_claim_is_the_log_of_a_page_on_webnn_still_speaks_without_credit() {
        assertThat(ofPage(
                        "dynamic-int8",
                        true,
                        Backends.WEBNN,
                        List.of(),
                        PageLog.webNn(5, "ConvInteger (a)", "MatMulInteger (b)")))
                .satisfies(precision -> {
                    assertThat(precision.credit()).isFalse();
                    assertThat(precision.words())
                            .as("a partition of 5 nodes counts as those, as in what stands beside")
                            .contains("2 of 7 nodes to multiply integers, by provider: {CPUExecutionProvider=2}");
                });
        assertThat(ofPage(
                                "int4-matmulnbits",
                                false,
                                Backends.WEBNN,
                                List.of(),
                                PageLog.webNn(1, "MatMulNBits (product)"))
                        .words())
                .contains("1 of 2 nodes to be MatMulNBits, by provider: {CPUExecutionProvider=1}");
        assertThat(ofPage("int8-channel", false, Backends.WEBNN, List.of(), PageLog.webNn(1, "MatMulNBits (product)"))
                        .words())
                .contains("1 of 2 nodes to be MatMulNBits", "rounds activations to 8 bits");
    }

    @Test
    @Tag("red-team")
    void negative_control_a_log_that_names_none_or_disagrees_with_itself_shows_nothing_on_webnn() {
        assertThat(ofPage("dynamic-int8", true, Backends.WEBNN, List.of(), PageLog.recorded("webnn-mnist"))
                        .words())
                .startsWith("nothing is known of what computes there")
                .endsWith("its log names no node");
        List<String> forged = Stream.concat(
                        PageLog.webNn(5, "MatMulInteger (b)").stream(), Stream.of(PageLog.node("MatMulInteger (c)")))
                .toList();
        assertThat(ofPage("dynamic-int8", true, Backends.WEBNN, List.of(), forged)
                        .words())
                .as("a node that no heading announced")
                .startsWith("nothing is known of what computes there")
                .endsWith("its log disagrees with itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamic-int8", "qdq-minmax"})
    void integers_on_wasm_are_not_shown_by_a_log_that_counts_and_names_none(String method) {
        Point.Precision precision = ofPage(method, true, Backends.WASM, List.of(), PageLog.recorded("wasm-mnist"));
        assertThat(precision.credit()).isFalse();
        assertThat(precision.words())
                .contains("not shown", "its log names no node")
                .doesNotContain("does not tell which nodes ran");
    }

    @Test
    void float16_on_webgpu_has_credit_where_the_log_names_each_node_and_no_cast_that_was_put_in() {
        List<String> log =
                PageLog.some(PageLog.on(ON_WEBGPU, "Conv (a)", "Conv (b)"), PageLog.on(ON_CPU, "Gather (c)"));
        List<String> cast = PageLog.some(
                PageLog.on(ON_WEBGPU, "Conv (a)"),
                PageLog.on(ON_CPU, "Cast (InsertedPrecisionFreeCast_x)", "Conv (b)"));
        assertThat(ofPage("float16", false, Backends.WEBGPU, List.of(), log).credit())
                .isTrue();
        assertThat(ofPage("float16", false, Backends.WEBGPU, List.of(), cast)).satisfies(precision -> {
            assertThat(precision.credit()).isFalse();
            assertThat(precision.words()).contains("1 of 3 nodes are Casts");
        });
        assertThat(ofPage("float16", false, Backends.WEBGPU, List.of(), PageLog.recorded("webgpu-mnist"))
                        .credit())
                .as("its log names no node")
                .isFalse();
    }

    @Test
    @Tag("red-team")
    void negative_control_where_neither_claim_nor_record_tells_nothing_is_known() {
        assertThat(of("int8-channel", false, Backends.OPENVINO, "Conv").words())
                .isEqualTo("nothing is known of what computes there");
    }
}
