package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Small models to cut. */
public final class Onnx {
    static final Shape FOUR = Shape.of(4);
    static final float[] X = {-5, -2, 0.5f, 7};

    private Onnx() {}

    static NodeProto node(String name, String type, List<String> inputs, String... outputs) {
        return Protos.node(type, name, inputs, List.of(outputs));
    }

    static ModelProto model(NodeProto... nodes) {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("small")
                .addInput(Protos.typed("x", Tensor.floats(FOUR, 0, 0, 0, 0)))
                .addInitializer(constant("two", 2))
                .addInitializer(constant("three", 3))
                .addAllNode(List.of(nodes))
                .addOutput(Protos.typed("y", Tensor.floats(FOUR, 0, 0, 0, 0)));
        return Protos.model(13, graph);
    }

    private static TensorProto constant(String name, float value) {
        return TensorProto.newBuilder()
                .setName(name)
                .setDataType(DType.FLOAT32.onnx())
                .addDims(1)
                .addFloatData(value)
                .build();
    }

    /** {@code y = (x + 2) · (2 + 3) + |x + 2| · 2}, whose second node only makes a constant. */
    public static ModelProto branched() {
        return model(
                node("add", "Add", List.of("x", "two"), "a"),
                node("five", "Add", List.of("two", "three"), "c"),
                node("mul", "Mul", List.of("a", "c"), "m"),
                node("abs", "Abs", List.of("a"), "b"),
                node("twice", "Mul", List.of("b", "two"), "d"),
                node("sum", "Add", List.of("m", "d"), "y"));
    }

    public static Tensor branched(float... x) {
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = (x[i] + 2) * 5 + Math.abs(x[i] + 2) * 2;
        }
        return Tensor.floats(Shape.of(x.length), y);
    }

    /** The branched model as a case, on the numbers {@link #X}. */
    static PreparedCase branchedCase(Path folder) {
        ModelArtifact model = Artifacts.write(folder, branched().toByteArray(), "onnx");
        return new PreparedCase(
                CaseId.of("test", "unit", "branched", Map.of()),
                new ModelInfo(
                        "branched",
                        model.sha256(),
                        model.bytes(),
                        Family.OTHER,
                        "unknown",
                        Map.of("ai.onnx", 13L),
                        Map.of("Add", 3, "Mul", 2, "Abs", 1),
                        0),
                model,
                List.of("y"),
                Map.of(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", Tensor.floats(FOUR, X)))),
                SessionSettings.defaults(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    static Map<String, Tensor> crossing() {
        Tensor any = Tensor.floats(FOUR, 1, 2, 3, 4);
        return Map.of("x", any, "a", any, "m", any, "b", any, "d", any);
    }
}
