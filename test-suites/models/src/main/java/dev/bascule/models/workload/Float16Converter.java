package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes a float16 model of a float32 one: weights and values become float16, the model's inputs and outputs stay float32
 * behind Cast nodes, and operators that lose too much or have no float16 form stay float32 between Casts: the list is
 * that of onnxconverter-common's float16.py (DEFAULT_OP_BLOCK_LIST), and DynamicQuantizeLinear, which ONNX defines for
 * float32 only. Used for one model and thrown away.
 */
public final class Float16Converter {
    static final Set<String> FLOAT32_ONLY = Set.of(
            "ArrayFeatureExtractor",
            "Binarizer",
            "CastMap",
            "CategoryMapper",
            "DictVectorizer",
            "FeatureVectorizer",
            "Imputer",
            "LabelEncoder",
            "LinearClassifier",
            "LinearRegressor",
            "Normalizer",
            "OneHotEncoder",
            "RandomUniformLike",
            "SVMClassifier",
            "SVMRegressor",
            "Scaler",
            "TreeEnsembleClassifier",
            "TreeEnsembleRegressor",
            "ZipMap",
            "NonMaxSuppression",
            "TopK",
            "RoiAlign",
            "Resize",
            "Range",
            "CumSum",
            "Min",
            "Max",
            "Upsample",
            "DynamicQuantizeLinear");

    private final ModelProto model;
    private final GraphProto graph;
    private final Map<String, DType> types;
    private final Set<String> wide;
    private final List<NodeProto> nodes = new ArrayList<>();
    /** What a float32 value is called in its float16 form, and the other way around, once a Cast made it. */
    private final Map<String, String> casts = new HashMap<>();

    private final Set<String> inHalf = new HashSet<>();
    private final Set<String> kept = new TreeSet<>();
    private int clamped;
    private int vanished;

    private Float16Converter(ModelProto model, Set<String> wide) {
        this.model = model;
        this.wide = wide;
        this.graph = model.getGraph();
        this.types = ElementTypes.of(graph);
    }

    /** Converts, or says what does not suit. */
    public static Conversion convert(ModelProto model) {
        return convert(model, Set.of());
    }

    /**
     * The same, with more operators kept in float32.
     *
     * @param wide their names
     */
    public static Conversion convert(ModelProto model, Set<String> wide) {
        GraphProto graph = model.getGraph();
        if (graph.getNodeList().stream()
                .anyMatch(node ->
                        node.getAttributeList().stream().anyMatch(one -> one.hasG() || one.getGraphsCount() > 0))) {
            return new Conversion.Refused("the graph has graphs inside (If, Loop or Scan), which are not converted");
        }
        if (model.getFunctionsCount() > 0) {
            return new Conversion.Refused("the model defines functions of its own, which are not converted");
        }
        if (graph.getSparseInitializerCount() > 0
                || graph.getInitializerList().stream()
                        .anyMatch(tensor -> tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL)) {
            return new Conversion.Refused("weights that are sparse or in another file are not converted");
        }
        if (graph.getInitializerList().stream().noneMatch(Float16Converter::isFloat32)
                && graph.getNodeList().stream()
                        .noneMatch(node -> node.getOpType().equals("Constant"))) {
            return new Conversion.Refused("the model has no float32 weights");
        }
        return new Float16Converter(model, Set.copyOf(wide)).convert();
    }

    private static boolean isFloat32(TensorProto tensor) {
        return tensor.getDataType() == DType.FLOAT32.onnx();
    }

    private Conversion convert() {
        // What only float32 operators take stays as it is: a Resize's scales must not be rounded.
        Set<String> wanted = new HashSet<>();
        graph.getNodeList().stream().filter(node -> !isKept(node)).forEach(node -> wanted.addAll(node.getInputList()));
        Set<String> initializers = new HashSet<>();
        GraphProto.Builder made =
                graph.toBuilder().clearNode().clearInitializer().clearValueInfo();
        for (TensorProto tensor : graph.getInitializerList()) {
            initializers.add(tensor.getName());
            if (isFloat32(tensor) && wanted.contains(tensor.getName())) {
                made.addInitializer(half(tensor));
                inHalf.add(tensor.getName());
            } else {
                made.addInitializer(tensor);
            }
        }
        // Before IR version 4 weights were inputs as well; the declared type would no longer fit.
        made.clearInput();
        graph.getInputList().stream()
                .filter(info -> !initializers.contains(info.getName()))
                .forEach(made::addInput);
        graph.getNodeList().forEach(this::node);
        graph.getOutputList().forEach(info -> {
            if (inHalf.contains(info.getName())) {
                // The output keeps its name: what made it is renamed.
                rename(info.getName(), info.getName() + "_float16");
                cast(info.getName() + "_float16", info.getName(), DType.FLOAT32);
            }
        });
        made.addAllNode(nodes);
        ModelProto.Builder whole = model.toBuilder().setGraph(made);
        if (model.getIrVersion() < 4) {
            whole.setIrVersion(4);
        }
        List<String> notes = new ArrayList<>();
        notes.add("%d weights to float16; inputs and outputs stay float32; %d Cast nodes added"
                .formatted(inHalf.stream().filter(initializers::contains).count(), added()));
        if (!kept.isEmpty()) {
            notes.add("kept in float32 (%s): %s"
                    .formatted(
                            wide.isEmpty()
                                    ? "onnxconverter-common's list"
                                    : "onnxconverter-common's list, and what was asked for",
                            String.join(", ", kept)));
        }
        if (clamped + vanished > 0) {
            notes.add("%d weights were beyond float16's range and became ±65504, %d became 0"
                    .formatted(clamped, vanished));
        }
        return new Conversion.Converted(whole.build(), notes);
    }

    private long added() {
        return nodes.stream()
                .filter(node -> node.getName().startsWith("bascule_cast_"))
                .count();
    }

    private TensorProto half(TensorProto tensor) {
        HalfFloats.Rounded rounded = HalfFloats.of(tensor);
        clamped += rounded.clamped();
        vanished += rounded.vanished();
        return rounded.tensor();
    }

    private boolean isKept(NodeProto node) {
        return FLOAT32_ONLY.contains(node.getOpType())
                || wide.contains(node.getOpType())
                || (!node.getDomain().isEmpty() && !node.getDomain().equals("ai.onnx"));
    }

    private void node(NodeProto node) {
        boolean keep = isKept(node);
        NodeProto.Builder made = node.toBuilder().clearInput();
        for (String input : node.getInputList()) {
            boolean number = types.get(input) == DType.FLOAT32;
            made.addInput(number ? inForm(input, !keep) : input);
        }
        if (!keep) {
            attributes(made);
        }
        nodes.add(made.build());
        for (String output : node.getOutputList()) {
            if (!keep && types.get(output) == DType.FLOAT32) {
                inHalf.add(output);
            }
        }
        if (keep && node.getOutputList().stream().anyMatch(output -> types.get(output) == DType.FLOAT32)) {
            kept.add(node.getOpType());
        }
    }

    /** Constants and casts of the node itself. */
    private void attributes(NodeProto.Builder node) {
        for (int i = 0; i < node.getAttributeCount(); i++) {
            AttributeProto attribute = node.getAttribute(i);
            if (attribute.hasT() && isFloat32(attribute.getT())) {
                node.setAttribute(i, attribute.toBuilder().setT(half(attribute.getT())));
            } else if (attribute.getName().equals("to")
                    && node.getOpType().equals("Cast")
                    && attribute.getI() == DType.FLOAT32.onnx()) {
                node.setAttribute(i, attribute.toBuilder().setI(DType.FLOAT16.onnx()));
            } else if (node.getOpType().equals("Constant")
                    && (attribute.getName().equals("value_float")
                            || attribute.getName().equals("value_floats"))) {
                TensorProto.Builder tensor = TensorProto.newBuilder().setDataType(DType.FLOAT32.onnx());
                if (attribute.getName().equals("value_float")) {
                    tensor.addFloatData(attribute.getF());
                } else {
                    tensor.addDims(attribute.getFloatsCount()).addAllFloatData(attribute.getFloatsList());
                }
                node.setAttribute(
                        i,
                        AttributeProto.newBuilder()
                                .setName("value")
                                .setType(AttributeProto.AttributeType.TENSOR)
                                .setT(half(tensor.build())));
            }
        }
        if (node.getOpType().equals("ConstantOfShape") && node.getAttributeCount() == 0) {
            node.addAttribute(AttributeProto.newBuilder()
                    .setName("value")
                    .setType(AttributeProto.AttributeType.TENSOR)
                    .setT(TensorProto.newBuilder()
                            .addDims(1)
                            .setDataType(DType.FLOAT16.onnx())
                            .addInt32Data(0)));
        }
    }

    /** The value in float16 or in float32, cast when it is first wanted so. */
    private String inForm(String value, boolean half) {
        if (inHalf.contains(value) == half) {
            return value;
        }
        return casts.computeIfAbsent(value, from -> {
            String name = from + (half ? "_float16" : "_float32");
            cast(from, name, half ? DType.FLOAT16 : DType.FLOAT32);
            return name;
        });
    }

    private void cast(String from, String to, DType dtype) {
        nodes.add(NodeProto.newBuilder()
                .setOpType("Cast")
                .setName("bascule_cast_" + to)
                .addInput(from)
                .addOutput(to)
                .addAttribute(AttributeProto.newBuilder()
                        .setName("to")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(dtype.onnx()))
                .build());
    }

    private void rename(String from, String to) {
        nodes.replaceAll(node -> {
            NodeProto.Builder made = node.toBuilder();
            for (int i = 0; i < made.getInputCount(); i++) {
                if (made.getInput(i).equals(from)) {
                    made.setInput(i, to);
                }
            }
            for (int i = 0; i < made.getOutputCount(); i++) {
                if (made.getOutput(i).equals(from)) {
                    made.setOutput(i, to);
                }
            }
            return made.build();
        });
    }
}
