package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.Lesson;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.training.imported.ImportedNetwork;
import dev.bascule.training.imported.WeightForm;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a lesson says of weights, in the words of training, and what training made of them. Stateless. */
final class LessonForms {
    private LessonForms() {}

    /** What is learnt of weights that are rounded; else than all of it only for controls. */
    enum Learning {
        ALL,
        /** Weights by gradients that pass the rounding, scales not. */
        WEIGHTS_ALONE,
        /** No gradient passes the rounding. */
        BLOCKED
    }

    static Map<String, WeightForm> of(Lesson.Of lesson, Learning learning) {
        Map<String, WeightForm> forms = new HashMap<>();
        for (TensorProto tensor : lesson.model().getGraph().getInitializerList()) {
            Optional.ofNullable(lesson.forms().get(tensor.getName()))
                    .ifPresent(form -> forms.put(tensor.getName(), of(form, tensor, learning)));
        }
        return forms;
    }

    private static WeightForm of(Lesson.Form form, TensorProto weight, Learning learning) {
        if (form instanceof Lesson.Stepped stepped) {
            return new WeightForm.Rounded(
                    stepped.axis(),
                    stepped.most(),
                    stepped.scales(),
                    learning == Learning.ALL,
                    learning != Learning.BLOCKED);
        }
        float[] mask = Numbers.floats(weight);
        for (int i = 0; i < mask.length; i++) {
            mask[i] = mask[i] == 0 ? 0 : 1;
        }
        return new WeightForm.Masked(Tensor.floats(new Shape(weight.getDimsList()), mask));
    }

    /** Each constant that was trained, by its name in the model. */
    static Map<String, float[]> values(Lesson.Of lesson, Map<String, Tensor> state) {
        Map<String, float[]> values = new HashMap<>();
        for (TensorProto tensor : lesson.model().getGraph().getInitializerList()) {
            Optional.ofNullable(state.get(ImportedNetwork.parameter(tensor.getName())))
                    .ifPresent(learnt -> values.put(tensor.getName(), floats(learnt)));
        }
        return values;
    }

    /** Of each weight that is rounded; as they were at first where none were learnt. */
    static Map<String, float[]> scales(Lesson.Of lesson, Map<String, Tensor> state) {
        Map<String, float[]> scales = new HashMap<>();
        lesson.forms().forEach((weight, form) -> {
            if (form instanceof Lesson.Stepped stepped) {
                scales.put(
                        weight,
                        Optional.ofNullable(state.get(ImportedNetwork.parameter(weight) + WeightForm.SCALE))
                                .map(t -> WeightForm.Rounded.at(stepped.scales(), floats(t)))
                                .orElse(stepped.scales()));
            }
        });
        return scales;
    }

    private static float[] floats(Tensor tensor) {
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }
}
