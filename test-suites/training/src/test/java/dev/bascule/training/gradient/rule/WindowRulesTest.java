package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.gradient.GradientRules;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes are drawn at random, by seeds that stay. */
final class WindowRulesTest {
    private static final double BOUND = 1e-6;
    private static final int DRAWS = 12;

    /** Of one axis or two. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void the_gradients_of_a_convolution_are_those_of_its_differences(int rank) {
        for (int seed = 0; seed < DRAWS; seed++) {
            assertThat(error(seed, convolution(rank, seed))).as("seed %d", seed).isLessThan(BOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void the_gradients_of_a_transposed_convolution_are_those_of_its_differences(int rank) {
        for (int seed = 0; seed < DRAWS; seed++) {
            assertThat(error(seed, transposed(rank, seed))).as("seed %d", seed).isLessThan(BOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MaxPool", "AveragePool"})
    void the_gradient_of_a_pooling_is_that_of_its_differences(String operator) {
        for (int seed = 0; seed < 2 * DRAWS; seed++) {
            assertThat(error(seed, pooling(operator, 1 + seed % 2, seed)))
                    .as("seed %d", seed)
                    .isLessThan(BOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GlobalMaxPool", "GlobalAveragePool"})
    void the_gradient_of_a_global_pooling_is_that_of_its_differences(String operator) {
        assertThat(error(1, check -> check.on().graph().op(operator, List.of(check.wanted("x", 2, 3, 4, 5)))))
                .isLessThan(BOUND);
    }

    @Test
    void a_flipped_sign_is_seen() {
        GradientRule flipped = new GradientRule() {
            @Override
            public List<String> operators() {
                return List.of("Conv");
            }

            @Override
            public List<Optional<Symbol>> gradients(Backward at, Operators on) {
                return new ConvRule()
                        .gradients(at, on).stream()
                                .map(each -> each.map(on::neg))
                                .toList();
            }
        };
        GradientCheck check = new GradientCheck(new GradientRules(List.of(flipped, new MulRule(), new TotalRule())), 3);
        assertThat(check.worst(convolution(2, 3).apply(check))).isGreaterThan(0.1);
    }

    private static Function<GradientCheck, Symbol> convolution(int rank, int seed) {
        return check -> {
            Random random = new Random(seed);
            int group = List.of(1, 1, 2, 3).get(random.nextInt(4));
            int share = 1 + random.nextInt(2);
            List<Long> x = new ArrayList<>(List.of(1L + random.nextInt(3), (long) group * share));
            List<Long> w = new ArrayList<>(List.of((long) group * (1 + random.nextInt(2)), (long) share));
            List<AttributeProto> attributes = window(random, rank, x, w, true);
            attributes.add(Attributes.integer("group", group));
            List<Symbol> inputs = new ArrayList<>(List.of(wanted(check, "x", x), wanted(check, "w", w)));
            if (random.nextBoolean()) {
                inputs.add(check.wanted("b", w.get(0)));
            }
            return check.on().graph().op("Conv", inputs, attributes.toArray(AttributeProto[]::new));
        };
    }

    private static Function<GradientCheck, Symbol> transposed(int rank, int seed) {
        return check -> {
            Random random = new Random(seed);
            int group = 1 + random.nextInt(2);
            long out = 1 + random.nextInt(2);
            List<Long> x = new ArrayList<>(List.of(1L + random.nextInt(2), group * (1L + random.nextInt(2))));
            List<Long> w = new ArrayList<>(List.of(x.get(1), out));
            long[] strides = new long[rank];
            long[] dilations = new long[rank];
            long[] pads = new long[2 * rank];
            long[] more = new long[rank];
            for (int i = 0; i < rank; i++) {
                x.add(2L + random.nextInt(3));
                long kernel = 1 + random.nextInt(3);
                w.add(kernel);
                strides[i] = 1 + random.nextInt(3);
                dilations[i] = 1 + random.nextInt(2);
                pads[i] = random.nextInt((int) kernel);
                pads[i + rank] = random.nextInt((int) kernel);
                more[i] = random.nextInt((int) strides[i]);
            }
            List<Symbol> inputs = new ArrayList<>(List.of(wanted(check, "x", x), wanted(check, "w", w)));
            if (random.nextBoolean()) {
                inputs.add(check.wanted("b", group * out));
            }
            boolean same = random.nextInt(4) == 0;
            return check.on()
                    .graph()
                    .op(
                            "ConvTranspose",
                            inputs,
                            Attributes.ints("strides", strides),
                            Attributes.ints("dilations", dilations),
                            same ? Attributes.text("auto_pad", "SAME_UPPER") : Attributes.ints("pads", pads),
                            Attributes.ints("output_padding", more),
                            Attributes.integer("group", group));
        };
    }

    private static Function<GradientCheck, Symbol> pooling(String operator, int rank, int seed) {
        return check -> {
            Random random = new Random(seed);
            List<Long> x = new ArrayList<>(List.of(1L + random.nextInt(2), 1L + random.nextInt(3)));
            List<Long> kernel = new ArrayList<>();
            boolean max = operator.equals("MaxPool");
            List<AttributeProto> attributes = window(random, rank, x, kernel, max);
            attributes.add(Attributes.ints(
                    "kernel_shape", kernel.stream().mapToLong(Long::longValue).toArray()));
            if (random.nextBoolean()) {
                attributes.add(Attributes.integer("ceil_mode", 1));
            }
            if (!max) {
                attributes.add(Attributes.integer("count_include_pad", random.nextInt(2)));
            }
            return check.on()
                    .graph()
                    .op(operator, List.of(wanted(check, "x", x)), attributes.toArray(AttributeProto[]::new));
        };
    }

    /** Draws the spatial sizes of both, and attributes that fit. */
    private static List<AttributeProto> window(
            Random random, int rank, List<Long> x, List<Long> kernels, boolean dilated) {
        long[] strides = new long[rank];
        long[] dilations = new long[rank];
        long[] pads = new long[2 * rank];
        for (int i = 0; i < rank; i++) {
            long kernel = 1 + random.nextInt(3);
            dilations[i] = dilated ? 1 + random.nextInt(2) : 1;
            kernels.add(kernel);
            x.add((kernel - 1) * dilations[i] + 1 + random.nextInt(4));
            strides[i] = random.nextBoolean() ? kernel : 1 + random.nextInt(3);
            pads[i] = random.nextInt((int) kernel);
            pads[i + rank] = random.nextInt((int) kernel);
        }
        List<AttributeProto> attributes = new ArrayList<>();
        attributes.add(Attributes.ints("strides", strides));
        if (dilated) {
            attributes.add(Attributes.ints("dilations", dilations));
        }
        String auto =
                List.of("NOTSET", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID").get(random.nextInt(5));
        attributes.add(auto.equals("NOTSET") ? Attributes.ints("pads", pads) : Attributes.text("auto_pad", auto));
        return attributes;
    }

    private static Symbol wanted(GradientCheck check, String name, List<Long> dims) {
        return check.wanted(name, dims.stream().mapToLong(Long::longValue).toArray());
    }

    private static double error(long seed, Function<GradientCheck, Symbol> build) {
        GradientCheck check = new GradientCheck(StandardRules.all(), seed);
        return check.worst(build.apply(check));
    }
}
