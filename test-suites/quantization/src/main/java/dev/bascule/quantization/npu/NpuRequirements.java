package dev.bascule.quantization.npu;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.json.Json;
import dev.bascule.quantization.graph.Nodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a processor for networks takes, as its makers document it: read from a resource with its sources. Nothing of it was seen on such a device.
 * Immutable.
 *
 * @param device as users name it
 * @param provider of ONNX Runtime
 * @param version of it that this is of
 * @param sources where each part is from
 * @param operators of ONNX that it takes
 * @param microsoft operators of com.microsoft that it takes
 * @param untouched those that are not quantised
 * @param firstInputOnly those of which other inputs are no activations
 * @param sameScale those whose output has the scale of what goes in
 * @param channelAxis the axis along which weights have a scale each; of other operators a weight has one
 * @param eightBitSecond those whose second operand has 8 bits where the first has 16
 * @param int32Bias those whose third operand is a bias, in int32 with the scale of the first times that of the second, which is a weight in 8 bits
 * @param pairs of types of the first two operands, of operators that do not take every pair
 * @param fixed16 scale and zero point of outputs in 16 bits that it insists on
 * @param leastRange of an activation
 * @param options of the provider, each with what it does
 */
public record NpuRequirements(
        String device,
        String provider,
        String version,
        List<String> sources,
        Set<String> operators,
        Set<String> microsoft,
        Set<String> untouched,
        Set<String> firstInputOnly,
        Set<String> sameScale,
        Map<String, Integer> channelAxis,
        Set<String> eightBitSecond,
        Set<String> int32Bias,
        Map<String, List<String>> pairs,
        Map<String, Fixed> fixed16,
        double leastRange,
        Map<String, String> options) {
    private static final String QNN_HTP = "qnn-htp";

    /** A scale that does not depend on what was seen. */
    public record Fixed(double scale, int zero) {}

    /** Whether its documents list the operator, in the node's domain. */
    public boolean takes(NodeProto node) {
        return Nodes.is(node, operators)
                || node.getDomain().equals("com.microsoft") && microsoft.contains(node.getOpType());
    }

    /** Qualcomm's Hexagon tensor processor by ONNX Runtime's QNN provider. */
    public static NpuRequirements qnnHtp() {
        return read(QNN_HTP);
    }

    /** Words for {@code --for}. */
    public static List<String> devices() {
        return List.of(QNN_HTP);
    }

    public static Optional<NpuRequirements> of(String device) {
        return devices().contains(device) ? Optional.of(read(device)) : Optional.empty();
    }

    private static NpuRequirements read(String device) {
        try (InputStream stream = Objects.requireNonNull(NpuRequirements.class.getResourceAsStream(device + ".json"))) {
            return Json.MAPPER.readValue(stream, NpuRequirements.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
