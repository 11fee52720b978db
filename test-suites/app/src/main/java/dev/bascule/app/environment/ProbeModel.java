package dev.bascule.app.environment;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The tiny model that {@code doctor} runs: {@code y = relu(x · W)}, 8 by 8, with weights that no constant output fits. */
final class ProbeModel {
    private static final int SIZE = 8;
    private static final Shape SHAPE = Shape.of(SIZE, SIZE);

    private ProbeModel() {}

    static byte[] bytes() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("probe")
                .addNode(Protos.node("MatMul", "MatMul", List.of("x", "W"), List.of("product")))
                .addNode(Protos.node("Relu", "Relu", List.of("product"), List.of("y")))
                .addInitializer(Protos.tensor("W", weights()))
                .addInput(Protos.typed("x", DType.FLOAT32, SHAPE.dims()))
                .addOutput(Protos.typed("y", DType.FLOAT32, SHAPE.dims()));
        return Protos.model(13, graph).toByteArray();
    }

    /** As a case; its file is in the cache. */
    static PreparedCase prepared(CacheFolder cache) {
        byte[] model = bytes();
        String sha256 = Sha256.of(model);
        Path file = cache.models().resolve("probe-" + sha256.substring(0, 12) + ".onnx");
        AtomicFile.write(file, stream -> stream.write(model));
        return new PreparedCase(
                CaseId.of("doctor", "probe", "matmul-relu", Map.of()),
                new ModelInfo(
                        "probe",
                        sha256,
                        model.length,
                        Family.OTHER,
                        "probe",
                        Map.of("ai.onnx", 13L),
                        Map.of("MatMul", 1, "Relu", 1),
                        (long) SIZE * SIZE),
                new ModelArtifact(sha256, model.length, file.toAbsolutePath()),
                List.of("y"),
                Map.of(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", input()))),
                SessionSettings.defaults(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    /** Its input: rising from -1 to 1. */
    static Tensor input() {
        float[] values = new float[SIZE * SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = 2f * i / (values.length - 1) - 1;
        }
        return Tensor.floats(SHAPE, values);
    }

    private static Tensor weights() {
        float[] values = new float[SIZE * SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i + 1);
        }
        return Tensor.floats(SHAPE, values);
    }
}
