package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChannelRulesTest {
    private static final double BOUND = 1e-6;

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void batch_normalisation_is_differentiated_by_the_given_moments_and_by_the_batchs(int training) {
        assertThat(error(7, check -> {
                    Symbol mean = check.wanted("mean", 3);
                    Symbol variance = check.wanted("variance", () -> check.between(0.5, 2), 3);
                    return check.on()
                            .graph()
                            .op(
                                    "BatchNormalization",
                                    List.of(
                                            check.wanted("x", 2, 3, 4, 2),
                                            check.wanted("gain", 3),
                                            check.wanted("shift", 3),
                                            mean,
                                            variance),
                                    Attributes.integer("training_mode", training),
                                    Attributes.real("epsilon", 0.01));
                }))
                .isLessThan(BOUND);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void instance_normalisation_is_differentiated(int rank) {
        assertThat(error(8, check -> {
                    return check.on()
                            .graph()
                            .op(
                                    "InstanceNormalization",
                                    List.of(
                                            check.wanted(
                                                    "x", rank == 3 ? new long[] {2, 3, 5} : new long[] {2, 3, 2, 4}),
                                            check.wanted("gain", 3),
                                            check.wanted("shift", 3)));
                }))
                .isLessThan(BOUND);
    }

    @ParameterizedTest
    @CsvSource({"DepthToSpace, DCR", "DepthToSpace, CRD", "SpaceToDepth, ''"})
    void blocks_go_back_where_they_came_from(String operator, String mode) {
        assertThat(error(9, check -> {
                    Symbol x = check.wanted("x", 2, 8, 4, 6);
                    return mode.isEmpty()
                            ? check.on().graph().op(operator, List.of(x), Attributes.integer("blocksize", 2))
                            : check.on()
                                    .graph()
                                    .op(
                                            operator,
                                            List.of(x),
                                            Attributes.integer("blocksize", 2),
                                            Attributes.text("mode", mode));
                }))
                .isLessThan(BOUND);
    }

    @ParameterizedTest
    @CsvSource({"half_pixel, round_prefer_floor, 2, 3", "half_pixel, round_prefer_ceil, 3, 1", "asymmetric, floor, 4, 2"
    })
    void repeated_elements_are_summed_again(String place, String nearest, float high, float wide) {
        assertThat(error(10, check -> resized(check, place, nearest, high, wide)))
                .isLessThan(BOUND);
    }

    @Test
    void a_resizing_that_does_not_repeat_is_refused() {
        assertThatThrownBy(() -> error(11, check -> resized(check, "half_pixel", "round_prefer_floor", 1.5f, 2)))
                .hasMessageContaining("whole factors");
        assertThatThrownBy(() -> error(11, check -> resized(check, "asymmetric", "ceil", 2, 2)))
                .hasMessageContaining("whole factors");
    }

    private static Symbol resized(GradientCheck check, String place, String nearest, float high, float wide) {
        Symbol x = check.wanted("x", 1, 2, 4, 2);
        Symbol scales = check.on().graph().constant("scales", Tensor.floats(Shape.of(4), 1, 1, high, wide));
        return check.on()
                .graph()
                .add(Protos.node(
                        "Resize",
                        "resized",
                        List.of(x.name(), "", scales.name()),
                        List.of("resized"),
                        Attributes.text("mode", "nearest"),
                        Attributes.text("coordinate_transformation_mode", place),
                        Attributes.text("nearest_mode", nearest)))
                .output(0);
    }

    private static double error(long seed, Function<GradientCheck, Symbol> build) {
        GradientCheck check = new GradientCheck(StandardRules.all(), seed);
        return check.worst(build.apply(check));
    }
}
