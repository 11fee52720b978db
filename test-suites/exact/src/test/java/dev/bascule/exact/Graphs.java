package dev.bascule.exact;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Protos;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Small graphs for tests, written in a line: nodes of one output each, the last one's the result. */
public final class Graphs {
    private final GraphProto.Builder graph = GraphProto.newBuilder().setName("test");
    private final Map<String, Value> inputs = new HashMap<>();
    private final long opset;
    private String last = "";

    private Graphs(long opset) {
        this.opset = opset;
    }

    public static Graphs opset(long opset) {
        return new Graphs(opset);
    }

    /** A node whose output has the name before the equals sign, such as {@code "y = Add x w"}; "_" leaves an input out. */
    public Graphs node(String text, AttributeProto... attributes) {
        return in("", text, attributes);
    }

    /** The same of another domain. */
    public Graphs in(String domain, String text, AttributeProto... attributes) {
        List<String> words = Arrays.asList(text.split(" "));
        last = words.get(0);
        List<String> given = words.subList(3, words.size()).stream()
                .map(name -> name.equals("_") ? "" : name)
                .toList();
        List<String> outputs = Arrays.asList(last.split(","));
        last = outputs.get(outputs.size() - 1);
        graph.addNode(Protos.node(words.get(2), last, given, outputs, attributes).toBuilder()
                .setDomain(domain));
        return this;
    }

    public Graphs fed(String name, Tensor tensor) {
        inputs.put(name, Value.of(tensor));
        graph.addInput(Protos.typed(name, tensor));
        return this;
    }

    public Graphs constant(String name, Tensor tensor) {
        graph.addInitializer(Protos.tensor(name, tensor));
        return this;
    }

    public static Tensor floats(float... values) {
        return Tensor.floats(Shape.of(values.length), values);
    }

    public ModelProto model() {
        return Protos.model(opset, graph).toBuilder()
                .addOpsetImport(OperatorSetIdProto.newBuilder()
                        .setDomain("com.microsoft")
                        .setVersion(1))
                .build();
    }

    /** What comes of it, in passes with the seed 1. */
    public ExactResult run(int noisy) {
        return new ExactModel(model()).run(inputs, List.of(last), new ExactModel.Plan(noisy, 1), () -> false);
    }

    public ExactOutput output(int noisy) {
        ExactResult result = run(noisy);
        if (result instanceof ExactResult.Known known) {
            return known.output(last);
        }
        throw new AssertionError(result);
    }

    /** Its floats, unrounded. */
    public double[] reals() {
        return ((Reals) output(0).exact()).data();
    }

    public long[] wholes() {
        return ((Integers) output(0).exact()).data();
    }

    public int[] dims() {
        return ((dev.bascule.exact.array.Array) output(0).exact()).dims();
    }

    public DType dtype() {
        return ((dev.bascule.exact.array.Array) output(0).exact()).dtype();
    }

    /** Why it cannot be run. */
    public String refusal() {
        return ((ExactResult.Unknown) run(0)).why();
    }
}
