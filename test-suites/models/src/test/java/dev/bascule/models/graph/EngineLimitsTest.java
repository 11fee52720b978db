package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.OrtException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLimitsTest {
    private static final EngineLimits LIMITS = EngineLimits.ONNX_RUNTIME;
    private static final long OPSET = LIMITS.opsets().get("ai.onnx");

    @TempDir
    private Path folder;

    @Test
    void an_opset_that_nobody_supports_is_refused_with_the_newest_that_is() throws IOException {
        Path model = relu(8, OPSET + 1, "");
        assertThatThrownBy(() -> LIMITS.require(OnnxModelFile.open(model).inspect()))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OPSET_UNSUPPORTED))
                .hasMessageContaining("opset 27")
                .hasMessageContaining("up to 26");
    }

    @Test
    void a_newer_format_is_refused() throws IOException {
        Path model = relu(LIMITS.irVersion() + 1, 17, "");
        assertThatThrownBy(() -> LIMITS.require(OnnxModelFile.open(model).inspect()))
                .hasMessageContaining("IR version 14");
    }

    @Test
    void an_operator_of_an_unknown_domain_is_refused_by_name() throws IOException {
        Path model = relu(8, 17, "com.example");
        assertThatThrownBy(() -> LIMITS.require(OnnxModelFile.open(model).inspect()))
                .hasMessageContaining("com.example.Relu");
    }

    @Test
    @Tag("native")
    void the_limits_are_those_of_onnx_runtime_itself() throws IOException {
        Path newest = relu(LIMITS.irVersion(), OPSET, "");
        assertThatCode(() -> new Ort(newest).close()).doesNotThrowAnyException();

        Path newerOpset = relu(LIMITS.irVersion(), OPSET + 1, "");
        assertThatThrownBy(() -> new Ort(newerOpset)).isInstanceOf(OrtException.class);

        Path newerFormat = relu(LIMITS.irVersion() + 1, OPSET, "");
        assertThatThrownBy(() -> new Ort(newerFormat)).hasMessageContaining("max supported IR version");
    }

    private Path relu(long irVersion, long opset, String domain) throws IOException {
        ModelProto model = ModelProto.newBuilder()
                .setIrVersion(irVersion)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset))
                .setGraph(GraphProto.newBuilder()
                        .setName("relu")
                        .addInput(vector("x"))
                        .addOutput(vector("y"))
                        .addNode(NodeProto.newBuilder()
                                .setOpType("Relu")
                                .setDomain(domain)
                                .addInput("x")
                                .addOutput("y")))
                .build();
        return Files.write(folder.resolve(irVersion + "-" + opset + ".onnx"), model.toByteArray());
    }

    private static ValueInfoProto vector(String name) {
        TensorShapeProto shape = TensorShapeProto.newBuilder()
                .addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(4))
                .build();
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(
                                TypeProto.Tensor.newBuilder().setElemType(1).setShape(shape)))
                .build();
    }
}
