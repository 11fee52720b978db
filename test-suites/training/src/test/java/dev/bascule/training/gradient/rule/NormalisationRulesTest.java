package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormalisationRulesTest {
    private static final double TOLERANCE = 1e-6;

    private final GradientCheck check = new GradientCheck(StandardRules.all(), 4);
    private final Operators on = check.on();

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 2, -2})
    void softmax_and_its_logarithm_over_every_axis(long axis) {
        Symbol x = check.wanted("x", 2, 3, 4);

        assertThat(check.worst(
                        on.graph().op("Softmax", List.of(x), Attributes.integer("axis", axis)),
                        on.graph().op("LogSoftmax", List.of(x), Attributes.integer("axis", axis))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void without_an_axis_it_is_the_last() {
        Symbol x = check.wanted("x", 2, 3);

        assertThat(check.worst(on.graph().op("Softmax", List.of(x)), on.graph().op("LogSoftmax", List.of(x))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void layers_over_the_last_axis() {
        Symbol x = check.wanted("x", 3, 5);

        assertThat(check.worst(on.graph()
                        .op("LayerNormalization", List.of(x, check.wanted("scale", 5), check.wanted("bias", 5)))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void layers_over_several_axes_without_a_bias_and_with_an_epsilon() {
        Symbol x = check.wanted("x", 2, 3, 4);
        Symbol y = on.graph()
                .op(
                        "LayerNormalization",
                        List.of(x, check.wanted("scale", 3, 4)),
                        Attributes.integer("axis", 1),
                        Attributes.real("epsilon", 0.1));

        assertThat(check.worst(y)).isLessThan(TOLERANCE);
    }

    @Test
    void layers_whose_scale_no_gradient_is_wanted_of() {
        Symbol x = check.wanted("x", 2, 4);
        Symbol scale = check.fixed("scale", check::normal, 4);

        assertThat(check.worst(on.graph().op("LayerNormalization", List.of(x, scale))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void layers_made_of_primitives() {
        Symbol x = check.wanted("x", 3, 5);
        Symbol centred = on.sub(x, on.reduceMean(x, true, 1));
        Symbol variance = on.reduceMean(on.square(centred), true, 1);
        Symbol normalised = on.div(centred, on.sqrt(on.add(variance, 1e-5)));
        Symbol y = on.add(on.mul(normalised, check.wanted("scale", 5)), check.wanted("bias", 5));

        assertThat(check.worst(y)).isLessThan(TOLERANCE);
    }
}
