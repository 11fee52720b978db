package dev.bascule.quantization.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.Models;
import dev.bascule.quantization.Trial;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A model in a newer operator set computes the same, on ONNX Runtime. */
@Tag("native")
class OpsetRaiseTest {
    private static ModelProto raised(ModelProto model, long opset) {
        OpsetRaise.Result result = OpsetRaise.to(model, opset);
        assertThat(result).isInstanceOf(OpsetRaise.Result.Raised.class);
        return ((OpsetRaise.Result.Raised) result).model();
    }

    private static ModelProto of(long opset, String operator, AttributeProto... attributes) {
        return Protos.model(
                opset,
                GraphProto.newBuilder()
                        .setName("one")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(2, 3, 4)))
                        .addNode(Protos.node(operator, "node", List.of("x"), List.of("y"), attributes))
                        .addOutput(Protos.ofType("y", DType.FLOAT32)));
    }

    private static Map<String, Tensor> sample() {
        Random random = new Random(1);
        float[] values = new float[24];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Map.of("x", Tensor.floats(Shape.of(2, 3, 4), values));
    }

    static Stream<Arguments> changed() {
        return Stream.of(
                Arguments.of("Clip", of(9, "Clip", Attributes.real("min", -0.5), Attributes.real("max", 0.25))),
                Arguments.of("Clip without a least", of(9, "Clip", Attributes.real("max", 0.25))),
                Arguments.of(
                        "Slice",
                        of(
                                9,
                                "Slice",
                                Attributes.ints("starts", 1),
                                Attributes.ints("ends", 3),
                                Attributes.ints("axes", 2))),
                Arguments.of("Unsqueeze", of(9, "Unsqueeze", Attributes.ints("axes", 0, 2))),
                Arguments.of(
                        "ReduceSum", of(9, "ReduceSum", Attributes.ints("axes", 1), Attributes.integer("keepdims", 0))),
                Arguments.of("ReduceMean", of(9, "ReduceMean", Attributes.ints("axes", 2))),
                Arguments.of("ReduceMax of all", of(9, "ReduceMax")),
                Arguments.of("Softmax", of(9, "Softmax", Attributes.integer("axis", 2))),
                Arguments.of("Dropout", of(9, "Dropout", Attributes.real("ratio", 0.4))),
                Arguments.of(
                        "Pad", of(9, "Pad", Attributes.ints("pads", 0, 1, 0, 0, 0, 2), Attributes.real("value", 3))),
                Arguments.of("Sigmoid", of(9, "Sigmoid")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changed")
    void an_operator_that_changed_its_form_computes_the_same(String name, ModelProto model) throws Exception {
        for (long opset : new long[] {13, 21}) {
            ModelProto raised = raised(model, opset);

            assertThat(Fit.opset(raised)).isEqualTo(opset);
            assertThat(Trial.farthest(Trial.run(raised, sample()), Trial.run(model, sample())))
                    .as("%s in %d", name, opset)
                    .isZero();
        }
    }

    @Test
    void what_means_something_else_is_refused() {
        for (ModelProto model : List.of(
                of(9, "Softmax", Attributes.integer("axis", 1)),
                of(9, "Upsample"),
                of(5, "Add"),
                of(20, "GroupNormalization"))) {
            assertThat(OpsetRaise.to(model, 21))
                    .isInstanceOfSatisfying(
                            OpsetRaise.Result.Unsafe.class,
                            unsafe -> assertThat(unsafe.why())
                                    .contains("needs operator set 21", "means something else", "export it"));
        }
        assertThat(OpsetRaise.to(of(9, "Frobnicate"), 21))
                .isInstanceOfSatisfying(
                        OpsetRaise.Result.Unsafe.class,
                        unsafe -> assertThat(unsafe.why()).contains("Frobnicate is not known"));
    }

    @Test
    void a_newer_model_stays() {
        ModelProto model = of(22, "Sigmoid");

        assertThat(raised(model, 13)).isSameAs(model);
    }

    @Test
    @Tag("corpus")
    void published_models_compute_the_same() throws Exception {
        for (Models models : List.of(Models.mnist(), Models.ultraface())) {
            ModelProto raised = raised(Prepared.of(models.model()), 21);

            assertThat(Trial.farthest(
                            Trial.run(raised, models.samples().get(0)),
                            Trial.run(models.model(), models.samples().get(0))))
                    .as("%s", models)
                    .isLessThan(1e-5);
        }
    }
}
