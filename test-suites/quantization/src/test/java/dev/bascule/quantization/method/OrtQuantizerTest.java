package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Models;
import dev.bascule.quantization.Samples;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.calibration.Rule;
import dev.bascule.quantization.graph.Numbers;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against what onnxruntime.quantization 1.29.0 made of the same model and samples: ort-quantizer.tsv, written by ort-quantizer.py. */
@Tag("native")
@Tag("corpus")
class OrtQuantizerTest {
    private static List<List<String>> rows(String kind) throws Exception {
        try (InputStream stream = Objects.requireNonNull(
                OrtQuantizerTest.class.getResourceAsStream("/dev/bascule/quantization/ort-quantizer.tsv"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> Arrays.asList(line.split("\t", -1)))
                    .filter(row -> row.get(0).equals(kind))
                    .toList();
        }
    }

    private static ModelProto made() throws Exception {
        ModelProto model = Models.mnist().model();
        ActivationRanges ranges = Trial.ranges(Rule.MIN_MAX, model, Samples.mnist());
        return ((Made.Variant)
                        Methods.named("qdq-minmax").orElseThrow().make(new Source(model, "", Optional.of(ranges), 1)))
                .model();
    }

    private static Map<String, TensorProto> constants(GraphProto graph) {
        Map<String, TensorProto> constants = new HashMap<>();
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        return constants;
    }

    @Test
    void weights_a_channel_are_the_same_bytes() throws Exception {
        Map<String, TensorProto> constants = constants(made().getGraph());

        assertThat(rows("weight")).hasSize(3).allSatisfy(row -> {
            TensorProto own = constants.get(row.get(1));
            assertThat(HexFormat.of().formatHex(own.getRawData().toByteArray())).isEqualTo(row.get(3));
            float[] scales = Numbers.floats(constants.get(row.get(1).replace("_quantized", "_scale")));
            List<String> theirs = Arrays.asList(row.get(4).split(",", -1));
            for (int i = 0; i < scales.length; i++) {
                assertThat(scales[i]).isEqualTo(Float.parseFloat(theirs.get(i)));
            }
        });
    }

    @Test
    void ranges_scales_and_zero_points_of_activations_are_the_same() throws Exception {
        ActivationRanges ranges = Trial.ranges(Rule.MIN_MAX, Models.mnist().model(), Samples.mnist());
        Map<String, List<String>> theirs = new HashMap<>();
        rows("range").forEach(row -> theirs.put(row.get(1), row));

        assertThat(ranges.ranges()).hasSize(5).allSatisfy((name, range) -> {
            assertThat(range.low())
                    .isCloseTo(Double.parseDouble(theirs.get(name).get(2)), within(1e-5));
            assertThat(range.high())
                    .isCloseTo(Double.parseDouble(theirs.get(name).get(3)), within(1e-5));
        });
        GraphProto graph = made().getGraph();
        Map<String, TensorProto> constants = constants(graph);
        Map<String, NodeProto> quantizers = new HashMap<>();
        graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("QuantizeLinear"))
                .forEach(node -> quantizers.put(node.getInput(0), node));
        for (List<String> row : rows("activation")) {
            NodeProto own = quantizers.get(
                    row.get(1).replace("Plus214_Output_0_QuantizeLinear_Input", "Plus214_Output_0_float32"));
            assertThat((double) Numbers.floats(constants.get(own.getInput(1)))[0])
                    .as(row.get(1))
                    .isCloseTo(Double.parseDouble(row.get(2)), within(1e-7));
            assertThat(Numbers.integers(constants.get(own.getInput(2)))[0])
                    .as(row.get(1))
                    .isEqualTo(Long.parseLong(row.get(3)));
        }
    }
}
