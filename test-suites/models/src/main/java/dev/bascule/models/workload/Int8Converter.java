package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.models.graph.TensorProtos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Makes an 8-bit model of a float32 one by dynamic quantization: products with constant weights become
 * DynamicQuantizeLinear, MatMulInteger or ConvInteger, and a scale. This form computes in integers without any calibration
 * data, with the range of each activation measured as it comes; weights between QuantizeLinear and DequantizeLinear alone
 * would save memory and compute in float32 as before. Weights are unsigned around a zero point of 128, one scale a tensor,
 * for ONNX Runtime's ConvInteger takes no signed ones. Used for one model and thrown away.
 */
public final class Int8Converter {
    /** DynamicQuantizeLinear came with it. */
    private static final long OPSET = 11;

    private static final int ZERO_POINT = 128;
    private static final String ZERO = "bascule_zero_point";

    private final ModelProto model;
    private final Map<String, TensorProto> weights = new HashMap<>();
    private final List<NodeProto> nodes = new ArrayList<>();
    private final List<TensorProto> added = new ArrayList<>();
    private final Map<String, String> quantized = new HashMap<>();
    private int products;
    private int convolutions;
    private int left;

    private Int8Converter(ModelProto model) {
        this.model = model;
        model.getGraph().getInitializerList().forEach(tensor -> weights.put(tensor.getName(), tensor));
    }

    /** Converts, or says what does not suit. */
    public static Conversion convert(ModelProto model) {
        long opset = model.getOpsetImportList().stream()
                .filter(one -> one.getDomain().isEmpty() || one.getDomain().equals("ai.onnx"))
                .mapToLong(one -> one.getVersion())
                .max()
                .orElse(0);
        if (opset < OPSET) {
            return new Conversion.Refused(
                    "the model is of opset %d, but DynamicQuantizeLinear is of opset %d on".formatted(opset, OPSET));
        }
        if (model.getGraph().getInitializerList().stream()
                .anyMatch(tensor -> tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL)) {
            return new Conversion.Refused("weights in another file are not converted");
        }
        Int8Converter converter = new Int8Converter(model);
        model.getGraph().getNodeList().forEach(converter::node);
        if (converter.products + converter.convolutions == 0) {
            return new Conversion.Refused(
                    "the graph has no MatMul, Gemm or Conv with constant float32 weights to compute in 8 bits");
        }
        return converter.finish();
    }

    private Conversion finish() {
        GraphProto graph = model.getGraph();
        Set<String> used = new HashSet<>();
        nodes.forEach(node -> used.addAll(node.getInputList()));
        graph.getOutputList().forEach(info -> used.add(info.getName()));
        GraphProto.Builder made = graph.toBuilder()
                .clearNode()
                .clearInitializer()
                .clearValueInfo()
                .clearInput();
        graph.getInputList().stream()
                .filter(info -> !weights.containsKey(info.getName()))
                .forEach(made::addInput);
        graph.getInitializerList().stream()
                .filter(tensor -> used.contains(tensor.getName()))
                .forEach(made::addInitializer);
        added.add(TensorProto.newBuilder()
                .setName(ZERO)
                .setDataType(DType.UINT8.onnx())
                .addInt32Data(ZERO_POINT)
                .build());
        made.addAllInitializer(added).addAllNode(nodes);
        ModelProto.Builder whole = model.toBuilder().setGraph(made);
        if (model.getIrVersion() < 4) {
            whole.setIrVersion(4);
        }
        return new Conversion.Converted(
                whole.build(),
                List.of(
                        "%d products as MatMulInteger, %d convolutions as ConvInteger, activations quantized as they come;"
                                        .formatted(products, convolutions)
                                + " %d products without constant weights stay float32".formatted(left)));
    }

    private void node(NodeProto node) {
        boolean done = switch (node.getOpType()) {
            case "MatMul" -> matMul(node);
            case "Gemm" -> gemm(node);
            case "Conv" -> conv(node);
            default -> {
                nodes.add(node);
                yield true;
            }
        };
        if (!done) {
            left++;
            nodes.add(node);
        }
    }

    private boolean isWeight(NodeProto node, int index) {
        TensorProto tensor = index < node.getInputCount() ? weights.get(node.getInput(index)) : null;
        return tensor != null && tensor.getDataType() == DType.FLOAT32.onnx() && tensor.getDimsCount() >= 2;
    }

    private TensorProto weight(NodeProto node, int index) {
        return Objects.requireNonNull(weights.get(node.getInput(index)));
    }

    private boolean matMul(NodeProto node) {
        if (!isWeight(node, 1) || weights.containsKey(node.getInput(0))) {
            return false;
        }
        TensorProto weight = weight(node, 1);
        product(node, "MatMulInteger", weight, node.getOutput(0), List.of());
        products++;
        return true;
    }

    private boolean gemm(NodeProto node) {
        boolean plain = real(node, "alpha") == 1 && real(node, "beta") == 1 && integer(node, "transA") == 0;
        if (!plain || !isWeight(node, 1)) {
            return false;
        }
        TensorProto own = weight(node, 1);
        TensorProto weight = integer(node, "transB") == 0 ? own : transposed(own);
        boolean biased = node.getInputCount() > 2 && !node.getInput(2).isEmpty();
        String out = biased ? node.getOutput(0) + "_unbiased" : node.getOutput(0);
        product(node, "MatMulInteger", weight, out, List.of());
        if (biased) {
            add("Add", node.getOutput(0), List.of(out, node.getInput(2)));
        }
        products++;
        return true;
    }

    private boolean conv(NodeProto node) {
        // ConvInteger knows the batch, the channels and pixels; ONNX Runtime's takes two spatial axes as any other.
        if (!isWeight(node, 1)) {
            return false;
        }
        TensorProto weight = weight(node, 1);
        boolean biased = node.getInputCount() > 2 && !node.getInput(2).isEmpty();
        if (biased && !weights.containsKey(node.getInput(2))) {
            return false;
        }
        String out = biased ? node.getOutput(0) + "_unbiased" : node.getOutput(0);
        product(node, "ConvInteger", weight, out, node.getAttributeList());
        if (biased) {
            TensorProto bias = weight(node, 2);
            TensorProto.Builder shaped = bias.toBuilder()
                    .setName(bias.getName() + "_" + node.getOutput(0))
                    .clearDims();
            shaped.addDims(1).addDims(bias.getDims(0));
            for (int axis = 2; axis < weight.getDimsCount(); axis++) {
                shaped.addDims(1);
            }
            added.add(shaped.build());
            add("Add", node.getOutput(0), List.of(out, shaped.getName()));
        }
        convolutions++;
        return true;
    }

    /** {@code y = float(xq · wq) × (x's scale × w's scale)}. */
    private void product(
            NodeProto node, String operator, TensorProto weight, String output, List<AttributeProto> attributes) {
        String x = node.getInput(0);
        String base = quantized.computeIfAbsent(x, value -> {
            String name = "bascule_q_" + value;
            nodes.add(NodeProto.newBuilder()
                    .setOpType("DynamicQuantizeLinear")
                    .setName(name)
                    .addInput(value)
                    .addOutput(name)
                    .addOutput(name + "_scale")
                    .addOutput(name + "_zero")
                    .build());
            return name;
        });
        String name = "bascule_w_" + output;
        quantize(weight, name);
        nodes.add(NodeProto.newBuilder()
                .setOpType(operator)
                .setName("bascule_integer_" + output)
                .addAllInput(List.of(base, name, base + "_zero", ZERO))
                .addOutput(output + "_integer")
                .addAllAttribute(attributes)
                .build());
        nodes.add(NodeProto.newBuilder()
                .setOpType("Cast")
                .setName("bascule_cast_" + output)
                .addInput(output + "_integer")
                .addOutput(output + "_sums")
                .addAttribute(AttributeProto.newBuilder()
                        .setName("to")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(DType.FLOAT32.onnx()))
                .build());
        add("Mul", output + "_scale", List.of(base + "_scale", name + "_scale"));
        add("Mul", output, List.of(output + "_sums", output + "_scale"));
    }

    private void add(String operator, String output, List<String> inputs) {
        nodes.add(NodeProto.newBuilder()
                .setOpType(operator)
                .setName("bascule_" + operator + "_" + output)
                .addAllInput(inputs)
                .addOutput(output)
                .build());
    }

    /** Symmetric: the greatest magnitude is 127 steps from the zero point. */
    private void quantize(TensorProto weight, String name) {
        Elements.Reader reader = Elements.of(TensorProtos.decode(weight));
        int n = Math.toIntExact(weight.getDimsList().stream().reduce(1L, (a, b) -> a * b));
        double greatest = 0;
        for (int i = 0; i < n; i++) {
            greatest = Math.max(greatest, Math.abs(reader.at(i)));
        }
        float scale = greatest == 0 ? 1 : (float) (greatest / 127);
        byte[] data = new byte[n];
        for (int i = 0; i < n; i++) {
            data[i] = (byte) (ZERO_POINT + Math.max(-127, Math.min(127, Math.round(reader.at(i) / scale))));
        }
        added.add(TensorProto.newBuilder()
                .setName(name)
                .addAllDims(weight.getDimsList())
                .setDataType(DType.UINT8.onnx())
                .setRawData(ByteString.copyFrom(data))
                .build());
        added.add(TensorProto.newBuilder()
                .setName(name + "_scale")
                .setDataType(DType.FLOAT32.onnx())
                .addFloatData(scale)
                .build());
    }

    private static TensorProto transposed(TensorProto weight) {
        Elements.Reader reader = Elements.of(TensorProtos.decode(weight));
        int rows = Math.toIntExact(weight.getDims(0));
        int columns = Math.toIntExact(weight.getDims(1));
        ByteBuffer data = ByteBuffer.allocate(rows * columns * 4).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows; row++) {
                data.putFloat((float) reader.at(row * columns + column));
            }
        }
        return TensorProto.newBuilder()
                .setName(weight.getName())
                .addDims(columns)
                .addDims(rows)
                .setDataType(DType.FLOAT32.onnx())
                .setRawData(ByteString.copyFrom(data.flip()))
                .build();
    }

    private static long integer(NodeProto node, String key) {
        return ElementTypes.attribute(node, key).map(AttributeProto::getI).orElse(0L);
    }

    private static float real(NodeProto node, String key) {
        return ElementTypes.attribute(node, key).map(AttributeProto::getF).orElse(1f);
    }
}
