package dev.bascule.training.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.Exactly;
import dev.bascule.training.gradient.Differentiation;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Forms of weights and their gradients, against what papers give for them, computed here by hand. */
class WeightFormTest {
    /** Within the range and beyond it, in two channels. */
    private static final float[] WEIGHT = {0.4f, 2.4f, -1.3f, 0.8f, 3.65f, -7f, -4.5f, 100f};

    private static final float[] SCALES = {0.5f, 2f};
    private static final int MOST = 7;
    /** What each element of the rounded weight is multiplied by: the gradient that comes back to it. */
    private static final float[] BACK = {1, -2, 3, 0.5f, -1, 4, 2, -3};

    private record Found(double[] value, Map<String, double[]> gradients) {}

    private static Found found(WeightForm form) {
        Operators on = new Operators(new GraphBuilder("form"));
        Symbol weight = on.graph().parameter("w", Tensor.floats(Shape.of(4, 2), WEIGHT), true);
        Symbol value = form.of(on, weight);
        Symbol loss = on.total(on.mul(value, on.graph().constant(Tensor.floats(Shape.of(4, 2), BACK))));
        List<Parameter> parameters = on.graph().parameters();
        Map<String, Symbol> gradients = new Differentiation(StandardRules.all())
                .of(
                        on.graph(),
                        loss,
                        on.scalar(1),
                        parameters.stream().map(Parameter::symbol).toList());
        on.graph().output("value", value);
        Map<String, Operand> fed = new HashMap<>();
        List<String> wanted = new java.util.ArrayList<>(List.of("value"));
        for (Parameter each : parameters) {
            on.graph().output(each.name() + ".gradient", gradients.get(each.name()));
            wanted.add(each.name() + ".gradient");
            fed.put(each.name(), Exactly.of(each.initial()));
        }
        ModelProto model = on.graph().model();
        fed.keySet()
                .retainAll(model.getGraph().getInputList().stream()
                        .map(input -> input.getName())
                        .toList());
        Map<String, double[]> got = Exactly.run(model, fed, wanted);
        return new Found(got.get("value"), got);
    }

    private static WeightForm.Rounded rounded(boolean learnt, boolean straight) {
        return new WeightForm.Rounded(1, MOST, SCALES, learnt, straight);
    }

    @Test
    void gradients_pass_the_rounding_within_the_range_and_the_scale_has_that_of_lsq() {
        Found found = found(rounded(true, true));

        double[] byScale = new double[2];
        for (int i = 0; i < WEIGHT.length; i++) {
            float s = SCALES[i % 2];
            double v = (double) WEIGHT[i] / s;
            double clipped = Math.max(-MOST, Math.min(MOST, v));
            boolean within = clipped == v;
            assertThat(found.value()[i]).isCloseTo(Math.rint(clipped) * s, within(1e-6));
            assertThat(found.gradients().get("w.gradient")[i]).isCloseTo(within ? BACK[i] : 0, within(1e-6));
            // Esser et al. 2020, equation 3, times s, for the scale is s exp(t).
            byScale[i % 2] += BACK[i] * s * (within ? Math.rint(v) - v : Math.signum(v) * MOST);
        }
        assertThat(found.gradients().get("w.log_scale.gradient")).containsExactly(byScale, within(1e-5));
        assertThat(found.gradients().get("w.gradient")).contains(0.0);
    }

    @Test
    void where_none_passes_the_weight_has_none() {
        assertThat(found(rounded(true, false)).gradients().get("w.gradient")).containsOnly(0.0);
    }

    @Test
    void scales_that_are_not_learnt_are_no_parameters() {
        Found found = found(rounded(false, true));

        assertThat(found.gradients()).containsOnlyKeys("value", "w.gradient");
        assertThat(found.value()).isEqualTo(found(rounded(true, true)).value());
    }

    @Test
    void what_is_masked_is_zero_and_stays_so() {
        float[] mask = {1, 0, 1, 1, 0, 1, 0, 1};
        Found found = found(new WeightForm.Masked(Tensor.floats(Shape.of(4, 2), mask)));

        for (int i = 0; i < mask.length; i++) {
            assertThat(found.value()[i]).isEqualTo(mask[i] * WEIGHT[i]);
            assertThat(found.gradients().get("w.gradient")[i]).isEqualTo((double) mask[i] * BACK[i]);
        }
    }

    @Test
    void a_form_for_what_is_no_weight_is_refused() {
        ModelProto model = Protos.model(
                17,
                GraphProto.newBuilder()
                        .setName("one")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(1, 4)))
                        .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1, 2)))
                        .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(4, 2), WEIGHT)))
                        .addNode(Protos.node("MatMul", "product", List.of("x", "w"), List.of("y"))));

        assertThat(ImportedNetwork.of("one", model, Map.of("w", rounded(true, true)))
                        .classes())
                .isEqualTo(2);
        assertThatThrownBy(() -> ImportedNetwork.of("one", model, Map.of("other", rounded(true, true))))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("training changes nothing of other");
    }
}
