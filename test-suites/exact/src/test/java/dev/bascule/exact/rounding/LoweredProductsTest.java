package dev.bascule.exact.rounding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Attributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The noise of products in less than 32 bits is held against products whose factors are really rounded. */
class LoweredProductsTest {
    private static final int ROWS = 24;
    private static final int COLUMNS = 20;

    @ParameterizedTest
    @EnumSource(ProductFormat.class)
    void random_products_are_moved_about_as_far_as_those_of_rounded_factors_are_off(ProductFormat format) {
        for (int terms : new int[] {4, 64, 1024}) {
            SplittableRandom random = new SplittableRandom(5);
            assertIsAbout(format, terms, () -> random.nextDouble(-1, 1));
        }
    }

    @ParameterizedTest
    @EnumSource(ProductFormat.class)
    void so_are_products_whose_factors_have_one_sign_or_are_of_all_sizes(ProductFormat format) {
        // One after the other in 16 bits, many terms of one sign are no longer rounded by chance: small ones vanish.
        for (int terms : new int[] {64, format == ProductFormat.FP16 ? 256 : 1024}) {
            SplittableRandom random = new SplittableRandom(6);
            assertIsAbout(format, terms, () -> random.nextDouble(0, 1));
            // A few large ones among many small ones.
            assertIsAbout(format, terms, () -> Math.scalb(random.nextDouble(-1, 1), -random.nextInt(8)));
        }
    }

    private static void assertIsAbout(ProductFormat format, int terms, DoubleSupplier draw) {
        float[] a = drawn(ROWS * terms, draw);
        float[] b = drawn(terms * COLUMNS, draw);
        Graphs graph = Graphs.opset(17)
                .fed("a", Tensor.floats(Shape.of(ROWS, terms), a))
                .constant("b", Tensor.floats(Shape.of(terms, COLUMNS), b))
                .node("y = MatMul a b");
        ExactOutput output =
                run(graph, Map.of("a", Tensor.floats(Shape.of(ROWS, terms), a)), Lowering.ofProducts(format));
        double[] exact = ((Reals) output.exact()).data();
        double real = 0;
        for (int i = 0; i < exact.length; i++) {
            double off = product(a, b, i / COLUMNS, i % COLUMNS, terms, format) - exact[i];
            real += off * off;
        }
        assertThat(Math.sqrt(moved(output) / real))
                .as("%s, %d terms", format, terms)
                .isBetween(0.8, 3.0);
    }

    private static double product(float[] a, float[] b, int row, int column, int terms, ProductFormat format) {
        FloatFormat sums = format == ProductFormat.FP16 ? format.factors() : FloatFormat.of(DType.FLOAT32);
        double sum = 0;
        for (int t = 0; t < terms; t++) {
            double one = format.factors().nearest(a[row * terms + t]);
            double other = format.factors().nearest(b[t * COLUMNS + column]);
            sum = sums.nearest(sum + sums.nearest(one * other));
        }
        return sum;
    }

    /** A filter's rounded weights are off alike at every place, and what they make of it does not average out. */
    @Test
    void what_a_shared_weight_is_off_does_not_average_out_over_the_places_of_a_convolution() {
        int channels = 4;
        int places = 1024;
        SplittableRandom random = new SplittableRandom(7);
        double real = 0;
        double noise = 0;
        for (int trial = 0; trial < 40; trial++) {
            float[] x = drawn(channels * places, () -> 1 + random.nextDouble(0, 0.01));
            float[] w = drawn(channels, () -> random.nextDouble(-1, 1));
            Tensor fed = Tensor.floats(Shape.of(1, channels, places, 1), x);
            Graphs graph = Graphs.opset(17)
                    .fed("x", fed)
                    .constant("w", Tensor.floats(Shape.of(1, channels, 1, 1), w))
                    .node("y = Conv x w")
                    .node("mean = GlobalAveragePool y");
            ExactOutput output = run(graph, Map.of("x", fed), Lowering.ofProducts(ProductFormat.BF16));
            double mean = 0;
            for (int i = 0; i < x.length; i++) {
                mean += ProductFormat.BF16.factors().nearest(x[i])
                        * ProductFormat.BF16.factors().nearest(w[i / places])
                        / places;
            }
            double off = mean - ((Reals) output.exact()).data()[0];
            real += off * off;
            noise += moved(output);
        }
        assertThat(Math.sqrt(noise / real)).isBetween(0.8, 3.0);
    }

    @Test
    void results_that_are_kept_in_16_bits_are_moved_by_its_unit_roundoff() {
        SplittableRandom random = new SplittableRandom(8);
        Tensor x = Tensor.floats(Shape.of(4096), drawn(4096, () -> random.nextDouble(1, 2)));
        Tensor w = Tensor.floats(Shape.of(4096), drawn(4096, () -> random.nextDouble(1, 2)));
        Graphs graph = Graphs.opset(17).fed("x", x).constant("w", w).node("y = Add x w");
        Lowering kept = Lowering.ofProducts(ProductFormat.BF16).withResultsIn(ProductFormat.BF16);
        double usual = moved(run(graph, Map.of("x", x), Lowering.NONE));
        assertThat(moved(run(graph, Map.of("x", x), Lowering.ofProducts(ProductFormat.BF16))))
                .as("no product")
                .isEqualTo(usual);
        assertThat(Math.sqrt(moved(run(graph, Map.of("x", x), kept)) / usual)).isBetween(6e4, 1e5);
    }

    @Test
    void only_the_kinds_of_products_that_are_named_are_moved_further() {
        SplittableRandom random = new SplittableRandom(9);
        Tensor a = Tensor.floats(Shape.of(8, 64), drawn(512, () -> random.nextDouble(-1, 1)));
        Graphs graph = Graphs.opset(17)
                .fed("a", a)
                .constant("b", Tensor.floats(Shape.of(64, 8), drawn(512, () -> random.nextDouble(-1, 1))))
                .node("y = MatMul a b");
        double usual = moved(run(graph, Map.of("a", a), Lowering.NONE));
        Lowering conv = new Lowering(Map.of(ProductKind.CONV, ProductFormat.TF32), Optional.empty());
        Lowering matMul = new Lowering(Map.of(ProductKind.MATMUL, ProductFormat.TF32), Optional.empty());
        assertThat(moved(run(graph, Map.of("a", a), conv))).isEqualTo(usual);
        assertThat(moved(run(graph, Map.of("a", a), matMul))).isGreaterThan(1e4 * usual);
    }

    @Test
    void a_recurrent_layer_has_its_factors_rounded_too() {
        SplittableRandom random = new SplittableRandom(10);
        DoubleSupplier draw = () -> random.nextDouble(-1, 1);
        Tensor x = Tensor.floats(Shape.of(5, 2, 8), drawn(80, draw));
        Graphs graph = Graphs.opset(17)
                .fed("x", x)
                .constant("w", Tensor.floats(Shape.of(1, 16, 8), drawn(128, draw)))
                .constant("r", Tensor.floats(Shape.of(1, 16, 4), drawn(64, draw)))
                .node("y = LSTM x w r", Attributes.integer("hidden_size", 4));
        double usual = moved(run(graph, Map.of("x", x), Lowering.NONE));
        double lowered = moved(run(graph, Map.of("x", x), Lowering.ofProducts(ProductFormat.TF32)));
        assertThat(lowered).isGreaterThan(1e4 * usual);
    }

    @Test
    void a_model_tells_which_kinds_of_products_it_has_and_its_noise_which_format_it_is_of() {
        Tensor x = Tensor.floats(Shape.of(2, 2), 1, 2, 3, 4);
        Graphs graph = Graphs.opset(17).fed("x", x).node("g = Gemm x x").node("y = MatMul g x");
        assertThat(new ExactModel(graph.model()).products()).containsExactly(ProductKind.MATMUL, ProductKind.GEMM);
        RoundingNoise noise = run(graph, Map.of("x", x), Lowering.ofProducts(ProductFormat.TF32))
                .noise()
                .orElseThrow();
        assertThat(noise.tolerance().basis()).endsWith("noisy passes of the exact reference with products in tf32");
    }

    private static float[] drawn(int count, DoubleSupplier draw) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) draw.getAsDouble();
        }
        return values;
    }

    private static ExactOutput run(Graphs graph, Map<String, Tensor> fed, Lowering lowering) {
        Map<String, Value> inputs = new HashMap<>();
        fed.forEach((name, tensor) -> inputs.put(name, Value.of(tensor)));
        ExactModel model = new ExactModel(graph.model());
        String last = graph.model()
                .getGraph()
                .getNode(graph.model().getGraph().getNodeCount() - 1)
                .getOutput(0);
        ExactResult result = model.run(inputs, List.of(last), new ExactModel.Plan(8, 3, lowering), () -> false);
        return ((ExactResult.Known) result).output(last);
    }

    /** Sum of the squares of what a pass moves, in the mean over passes. */
    private static double moved(ExactOutput output) {
        double[] exact = ((Reals) output.exact()).data();
        double squares = 0;
        for (Optional<Operand> pass : output.noisy()) {
            double[] moved = ((Reals) pass.orElseThrow()).data();
            for (int i = 0; i < exact.length; i++) {
                squares += (moved[i] - exact[i])
                        * (moved[i] - exact[i])
                        / output.noisy().size();
            }
        }
        return squares;
    }
}
