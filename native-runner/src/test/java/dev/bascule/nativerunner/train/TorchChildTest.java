package dev.bascule.nativerunner.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.torch.TorchAnswers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("native")
class TorchChildTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static void assertLost(ThrowingCallable call, ErrorCode code, String words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).contains(words);
        });
    }

    @Test
    void a_child_that_lies_is_not_believed_and_one_that_is_silent_is_ended() {
        Path folder;
        try (TorchChild child =
                TorchChild.start(LyingTrainMain.class, ChildLaunchSpec.STANDARD, TorchHearingTest.task(false))) {
            folder = child.folder();
            assertThat(child.open(LIMIT).version()).isEqualTo("2.7.1");
            assertLost(() -> child.step(List.of(), 0.1, LIMIT), ErrorCode.PROTOCOL_VIOLATION, "times of");
            assertLost(() -> child.parameters(LIMIT), ErrorCode.PROTOCOL_VIOLATION, "12 bytes of parameters");
            assertLost(
                    () -> child.gradients(List.of(), Duration.ofMillis(300)),
                    ErrorCode.RUNNER_CRASHED,
                    "it took longer than 0 s");
            assertThat(ProcessHandle.of(child.pid()).filter(ProcessHandle::isAlive))
                    .isEmpty();
        }
        assertThat(folder).doesNotExist();
    }

    /** The loss is the sum of a weight's elements times what is fed. */
    private static TorchTask product() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInitializer(TensorProto.newBuilder()
                        .setName("weight")
                        .setDataType(DType.FLOAT32.onnx())
                        .addDims(2)
                        .setRawData(ByteString.copyFrom(
                                Tensor.floats(Shape.of(2), 3, 5).data())))
                .addNode(NodeProto.newBuilder()
                        .setOpType("ReduceSum")
                        .addInput("weight")
                        .addOutput("loss")
                        .addAttribute(
                                AttributeProto.newBuilder().setName("keepdims").setI(0)));
        ModelProto model = ModelProto.newBuilder()
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(graph)
                .build();
        return new TorchTask(
                ByteBuffer.wrap(model.toByteArray()),
                List.of(new TorchTask.Trained("weight", Shape.of(2), true)),
                1,
                false,
                TorchHearingTest.SGD,
                OptionalDouble.empty());
    }

    /** In one child, for loading PyTorch takes longer than all that it is asked. */
    @Test
    @Tag("pytorch")
    void a_batch_that_is_too_long_is_refused_a_step_moves_parameters_and_a_child_that_is_killed_costs_a_sentence() {
        ChildLaunchSpec spec = TorchChild.survey(HostEnvironment.ofProcess()).fold(ready -> ready, detection -> {
            throw new AssertionError(detection);
        });
        try (TorchChild child = TorchChild.start(spec, product())) {
            assertThat(child.open(LIMIT).threads()).isEqualTo(1);
            assertLost(
                    () -> child.gradients(List.of(Tensor.floats(Shape.of(1), 1)), LIMIT),
                    ErrorCode.RECORD_INVALID,
                    "longer than its inputs");
            assertThat(child.gradients(List.of(), LIMIT))
                    .satisfies(first -> assertThat(first.loss()).isEqualTo(8))
                    .satisfies(first ->
                            assertThat(first.tensors()).containsEntry("weight", Tensor.floats(Shape.of(2), 1, 1)));
            TorchAnswers.Step step = child.step(List.of(), 0.5, LIMIT);
            assertThat(step.loss()).isEqualTo(8);
            assertThat(child.parameters(LIMIT)).containsEntry("weight", Tensor.floats(Shape.of(2), 2.5f, 4.5f));
            assertThat(child.step(List.of(), 0.5, LIMIT).loss())
                    .as("no gradient of the step before")
                    .isEqualTo(7);
            assertThat(child.parameters(LIMIT)).containsEntry("weight", Tensor.floats(Shape.of(2), 2, 4));

            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
            assertLost(() -> child.step(List.of(), 0.5, LIMIT), ErrorCode.RUNNER_CRASHED, "was lost");
        }
    }

    @Test
    @Tag("pytorch")
    void what_is_no_model_is_refused_in_words() {
        ChildLaunchSpec spec = TorchChild.survey(HostEnvironment.ofProcess()).fold(ready -> ready, detection -> {
            throw new AssertionError(detection);
        });
        TorchTask broken = new TorchTask(
                ByteBuffer.wrap(new byte[] {1, 2, 3}),
                List.of(),
                1,
                false,
                TorchHearingTest.SGD,
                OptionalDouble.empty());
        try (TorchChild child = TorchChild.start(spec, broken)) {
            assertLost(() -> child.open(LIMIT), ErrorCode.RECORD_INVALID, "Protocol");
            assertThat(Files.exists(child.folder())).isTrue();
        }
    }
}
