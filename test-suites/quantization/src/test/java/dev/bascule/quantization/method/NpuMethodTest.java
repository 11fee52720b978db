package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Models;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.calibration.CalibrationModel;
import dev.bascule.quantization.calibration.Calibrator;
import dev.bascule.quantization.calibration.Rule;
import dev.bascule.quantization.npu.NpuFit;
import dev.bascule.quantization.npu.NpuRequirements;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real models in the form for Qualcomm's HTP, run on native CPU, which takes the same QDQ model. */
@Tag("native")
@Tag("corpus")
class NpuMethodTest {
    private static Method method(String name) {
        return Methods.npu().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static Source source(Models models) throws Exception {
        return source(models.model(), models.samples());
    }

    static Source source(ModelProto model, List<Map<String, Tensor>> samples) throws Exception {
        CalibrationModel told = CalibrationModel.ofEvery(model);
        Calibrator calibrator = new Calibrator(Rule.MIN_MAX, told.values());
        for (Map<String, Tensor> sample : samples) {
            Map<String, Tensor> seen = new HashMap<>(Trial.run(told.model(), sample));
            told.fed().forEach(name -> seen.put(name, sample.get(name)));
            calibrator.add(seen);
        }
        ActivationRanges ranges = calibrator.ranges();
        return new Source(model, "0".repeat(64), Optional.of(ranges), 1);
    }

    private static Made.Variant made(String method, Models models) throws Exception {
        Made made = method(method).make(source(models));
        assertThat(made).isInstanceOf(Made.Variant.class);
        Made.Variant variant = (Made.Variant) made;
        String out = System.getProperty("bascule.keepNpu", "");
        if (!out.isEmpty()) {
            Files.write(
                    Path.of(out, models.name() + "-" + method + ".onnx"),
                    variant.model().toByteArray());
        }
        return variant;
    }

    private static double off(Made.Variant made, Models models) throws Exception {
        double off = 0;
        for (Map<String, Tensor> sample : models.samples()) {
            off = Math.max(off, Trial.farthest(Trial.run(made.model(), sample), Trial.run(models.model(), sample)));
        }
        return off;
    }

    /** Values that nodes take in float32 and that no DequantizeLinear made. */
    private static Set<String> unquantised(GraphProto graph) {
        Set<String> decoded = graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("DequantizeLinear"))
                .flatMap(node -> node.getOutputList().stream())
                .collect(Collectors.toSet());
        Set<String> made = new HashSet<>();
        graph.getNodeList().stream()
                .filter(node -> !node.getOpType().endsWith("eLinear"))
                .forEach(node -> made.addAll(node.getOutputList()));
        return graph.getNodeList().stream()
                .filter(node -> !node.getOpType().equals("QuantizeLinear"))
                .flatMap(node -> node.getInputList().stream())
                .filter(made::contains)
                .filter(value -> !decoded.contains(value))
                .collect(Collectors.toSet());
    }

    @Test
    void sixteen_bits_of_activations_change_little_and_every_value_is_quantised() throws Exception {
        Made.Variant made = made("qnn-htp-a16w8", Models.mnist());

        assertThat(off(made, Models.mnist())).isLessThan(0.05);
        assertThat(unquantised(made.model().getGraph())).isEmpty();
        assertThat(String.join("\n", made.notes())).contains("all", "never ran here", "htp_performance_mode");
        assertThat(NpuFit.of(made.model(), NpuRequirements.qnnHtp()).left()).isEmpty();
    }

    @Test
    void eight_bits_change_more() throws Exception {
        Made.Variant made = made("qnn-htp-a8w8", Models.mnist());

        Map<String, Tensor> sample = Models.mnist().samples().get(0);
        // Exactly: 8-bit products of ONNX Runtime saturate on x86 without VNNI.
        assertThat(Trial.farthest(
                        Trial.exactly(made.model(), sample),
                        Trial.run(Models.mnist().model(), sample)))
                .isLessThan(0.1)
                .isGreaterThan(1e-3);
        assertThat(made.model().getGraph().getNodeList())
                .allMatch(node -> node.getDomain().isEmpty());
    }

    @Test
    void a_detector_is_taken_in_whole() throws Exception {
        Made.Variant made = made("qnn-htp-a16w8", Models.ultraface());

        assertThat(off(made, Models.ultraface())).isLessThan(0.05);
        assertThat(unquantised(made.model().getGraph())).isEmpty();
        assertThat(NpuFit.of(made.model(), NpuRequirements.qnnHtp()).left()).isEmpty();
    }

    @Test
    void a_node_that_its_provider_lacks_is_named() throws Exception {
        ModelProto model = made("qnn-htp-a16w8", Models.mnist()).model();
        GraphProto.Builder graph = model.getGraph().toBuilder();
        for (int i = 0; i < graph.getNodeCount(); i++) {
            if (graph.getNode(i).getOpType().equals("MaxPool")) {
                graph.setNode(i, graph.getNode(i).toBuilder().setOpType("LpPool"));
            }
        }

        NpuFit fit = NpuFit.of(model.toBuilder().setGraph(graph).build(), NpuRequirements.qnnHtp());

        assertThat(fit.left()).extracting(NpuFit.Left::operator).contains("LpPool");
        assertThat(fit.left().get(0).why()).contains("no such operator");
    }

    @Test
    void what_is_not_fixed_is_refused_with_the_remedy() throws Exception {
        ModelProto.Builder model = Models.mnist().model().toBuilder();
        model.getGraphBuilder()
                .getInputBuilder(0)
                .getTypeBuilder()
                .getTensorTypeBuilder()
                .getShapeBuilder()
                .getDimBuilder(0)
                .setDimParam("batch");

        Made made = method("qnn-htp-a16w8")
                .make(new Source(model.build(), "0", Optional.of(new ActivationRanges("minmax", 1, Map.of())), 1));

        assertThat(made)
                .isInstanceOfSatisfying(
                        Made.Refused.class, no -> assertThat(no.why()).contains("'batch'", "make_dynamic_shape_fixed"));
    }

    @Test
    void graphs_inside_of_nodes_are_refused() throws Exception {
        assertThat(method("qnn-htp-a16w8").make(Trial.source(Models.silero().model())))
                .isInstanceOfSatisfying(
                        Made.Refused.class, no -> assertThat(no.why()).contains("If"));
    }

    /**
     * The real provider took each of these forms in whole: qnn-provider.tsv was written by qnn-provider.py, which compiles for HTP v73 on x86-64,
     * without a device.
     */
    @Test
    void what_is_written_is_what_the_provider_itself_took_in_whole() throws Exception {
        List<List<String>> rows = rows();
        assertThat(rows).hasSize(6).allSatisfy(row -> {
            assertThat(row.get(3)).as("compiled graphs").isEqualTo("1");
            assertThat(row.get(4)).as("nodes that were left").isEmpty();
        });
        assertThat(form(made("qnn-htp-a16w8", Models.mnist())))
                .isEqualTo(rows.get(0).get(2));
        assertThat(form(made("qnn-htp-a8w8", Models.mnist())))
                .isEqualTo(rows.get(1).get(2));
        assertThat(form(made("qnn-htp-a16w8", Models.ultraface())))
                .isEqualTo(rows.get(2).get(2));
    }

    static List<List<String>> rows() throws Exception {
        try (InputStream stream = Objects.requireNonNull(
                NpuMethodTest.class.getResourceAsStream("/dev/bascule/quantization/qnn-provider.tsv"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split("\t", -1)))
                    .toList();
        }
    }

    /** Nodes with their values, without numbers, which differ by the last bit between processors. */
    static String form(Made.Variant made) {
        String text = made.model().getGraph().getNodeList().stream()
                .map(node -> "%s:%s(%s)=%s"
                        .formatted(
                                node.getDomain(),
                                node.getOpType(),
                                String.join(",", node.getInputList()),
                                String.join(",", node.getOutputList())))
                .collect(Collectors.joining("\n"));
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void weights_have_a_scale_a_channel_where_it_takes_them_and_one_elsewhere() throws Exception {
        Made.Variant made = made("qnn-htp-a16w8", Models.mnist());

        List<NodeProto> axes = made.model().getGraph().getNodeList().stream()
                .filter(node -> node.getAttributeList().stream()
                        .anyMatch(each -> each.getName().equals("axis")))
                .filter(node -> node.getOpType().equals("DequantizeLinear"))
                .toList();
        assertThat(axes).extracting(node -> node.getInput(0)).contains("Parameter5_quantized", "Parameter87_quantized");
        assertThat(axes).extracting(node -> node.getInput(0)).noneMatch(name -> name.contains("Parameter193"));
    }
}
