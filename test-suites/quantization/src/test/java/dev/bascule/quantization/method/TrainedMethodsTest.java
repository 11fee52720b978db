package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Learnt;
import dev.bascule.quantization.Lesson;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.graph.Weights;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What methods make of what was learnt, which is written down here. */
class TrainedMethodsTest {
    private static final float[] WEIGHT = {0.1f, -2, 0.3f, 4, -0.5f, 0.6f, 7, -0.8f};
    private static final ModelProto MODEL = Protos.model(
            17,
            GraphProto.newBuilder()
                    .setName("one")
                    .addInput(Protos.typed("x", DType.FLOAT32, List.of(1, 4)))
                    .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1, 2)))
                    .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(4, 2), WEIGHT)))
                    .addNode(Protos.node("MatMul", "product", List.of("x", "w"), List.of("y"))));

    private static TrainedMethod method(String name) {
        return (TrainedMethod) Methods.named(name).orElseThrow();
    }

    private static Learnt learnt(float[] values, float... scales) {
        return new Learnt(Map.of("w", values), Map.of("w", scales), Map.of("steps", "9"), List.of("so it was"));
    }

    private static float[] values(Made.Variant made) {
        return Weights.of(made.model().getGraph()).all().get(0).values();
    }

    @Test
    void training_begins_with_the_scales_of_the_method_without_it_and_ends_with_those_that_were_learnt() {
        Source source = Trial.source(MODEL);
        Lesson.Of lesson = (Lesson.Of) method("qat-int4").lesson(source);
        Lesson.Stepped form = (Lesson.Stepped) lesson.forms().get("w");
        float[] moved = {0.2f, -1, 0.3f, 3, -0.5f, 0.6f, 9, -0.8f};
        Made.Variant made = (Made.Variant) method("qat-int4").make(source.with(learnt(moved, 0.5f, 0.25f)));

        assertThat(form.axis()).isEqualTo(1);
        assertThat(form.scales()).containsExactly(1f, 4f / 7);
        double off = 0;
        double all = 0;
        for (int i = 0; i < WEIGHT.length; i++) {
            double scale = i % 2 == 0 ? 0.5 : 0.25;
            double stored = scale * Math.max(-7, Math.min(7, Math.rint(moved[i] / scale)));
            off += (stored - WEIGHT[i]) * (stored - WEIGHT[i]);
            all += (double) WEIGHT[i] * WEIGHT[i];
        }
        LayerChange layer = made.layers().get(0);
        assertThat(layer.error()).isCloseTo(Math.sqrt(off / all), within(1e-6));
        assertThat(layer.bits()).isEqualTo(4);
        assertThat(made.notes()).contains("so it was");
        assertThat(made.recipe().parameters()).containsEntry("training.steps", "9");
    }

    @Test
    void without_training_the_form_is_that_of_the_method_without_it() {
        Source source = Trial.source(MODEL);
        Lesson.Of lesson = (Lesson.Of) method("qat-int8").lesson(source);
        Lesson.Stepped form = (Lesson.Stepped) lesson.forms().get("w");

        Made.Variant trained = (Made.Variant) method("qat-int8").make(source.with(learnt(WEIGHT, form.scales())));
        Made.Variant plain =
                (Made.Variant) Methods.named("int8-channel").orElseThrow().make(source);

        assertThat(trained.model().getGraph()).isEqualTo(plain.model().getGraph());
    }

    @Test
    void what_is_left_after_pruning_is_taught_and_what_is_zero_is_said_to_stay() {
        Source source = Trial.source(MODEL);
        Lesson.Of lesson = (Lesson.Of) method("prune50+finetune").lesson(source);
        float[] moved = {0, -3, 0, 4, 0, 0, 6, -1};
        Made.Variant made = (Made.Variant) method("prune50+finetune").make(source.with(learnt(moved)));

        assertThat(lesson.forms()).containsOnlyKeys("w");
        assertThat(lesson.forms().get("w")).isInstanceOf(Lesson.Sparse.class);
        assertThat(values(made)).isEqualTo(moved);
        double off = 0;
        double all = 0;
        for (int i = 0; i < WEIGHT.length; i++) {
            off += (moved[i] - WEIGHT[i]) * (moved[i] - WEIGHT[i]);
            all += WEIGHT[i] * WEIGHT[i];
        }
        assertThat(made.layers().get(0).error()).isCloseTo(Math.sqrt(off / all), within(1e-6));
    }

    @Test
    void one_is_trained_once_and_before_it_is_rounded() {
        Method pruned = Methods.named("prune50+finetune+int8-channel").orElseThrow();
        Made made = pruned.make(Trial.source(MODEL).with(learnt(new float[] {0, -3, 0, 4, 0, 0, 6, -1})));

        assertThat(pruned).isInstanceOf(TrainedMethod.class);
        assertThat(((Made.Variant) made).layers().get(0).bits()).isEqualTo(8);
        assertThat(pruned.make(Trial.source(MODEL))).isInstanceOf(Made.Refused.class);
        assertThat(Methods.named("channels25+prune50+finetune").orElseThrow().name())
                .isEqualTo("channels25+prune50+finetune");
        assertThat(Methods.named("int8-channel+finetune")).isEmpty();
        assertThat(Methods.named("prune50+finetune+finetune")).isEmpty();
        assertThat(Methods.named("prune50+qat-int4")).isEmpty();
    }
}
