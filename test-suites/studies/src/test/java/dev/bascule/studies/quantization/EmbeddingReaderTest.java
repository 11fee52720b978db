package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EmbeddingReaderTest {
    private static final EmbeddingReader READER = new EmbeddingReader(new AnswerSpec.Embedding("v", "mask"));
    private static final int SENTENCES = 24;
    private static final int WIDTH = 8;
    private static final Sample SAMPLE =
            Sample.of(Map.of("mask", Tensor.longs(Shape.of(1, 1), 1)), OptionalInt.empty());
    private static final List<Sample> SAMPLES =
            IntStream.range(0, SENTENCES).mapToObj(i -> SAMPLE).toList();

    private static Map<String, Tensor> vector(float... values) {
        return Map.of("v", Tensor.floats(Shape.of(1, 1, values.length), values));
    }

    private static List<Map<String, Tensor>> drawn(String name) {
        SplitMix random = SplitMix.named(name);
        return IntStream.range(0, SENTENCES)
                .mapToObj(i -> {
                    float[] values = new float[WIDTH];
                    for (int at = 0; at < WIDTH; at++) {
                        values[at] = (float) random.nextGaussian();
                    }
                    return vector(values);
                })
                .toList();
    }

    /** With the first numbers of each vector times this. */
    private static List<Map<String, Tensor>> scaled(List<Map<String, Tensor>> vectors, double by) {
        return vectors.stream()
                .map(outputs -> {
                    Elements.Reader old = Elements.of(Objects.requireNonNull(outputs.get("v")));
                    float[] values = new float[WIDTH];
                    for (int at = 0; at < WIDTH; at++) {
                        values[at] = (float) (old.at(at) * (at < 2 ? by : 1));
                    }
                    return vector(values);
                })
                .toList();
    }

    private static Point point(String variant, List<Map<String, Tensor>> own, List<Map<String, Tensor>> base) {
        return Points.answering(Points.of(variant, 0, 1, 1_000_000), READER.all(SAMPLES, own, base));
    }

    @Test
    void the_cosine_is_of_vectors_of_length_one() {
        SampleAnswer answer = READER.read(SAMPLE, vector(3, 4), vector(10, 0));

        assertThat(answer.further().orElseThrow().cosine().orElseThrow()).isCloseTo(0.6, offset(1e-6));
    }

    @Test
    void ranks_are_spearmans_and_the_nearest_is_of_the_others() {
        Similarities one = new Similarities(List.of(new double[] {1, 0.9, 0.5, 0.1, 0.3}));
        Similarities other = new Similarities(List.of(new double[] {1, 0.8, 0.2, 0.1, 0.4}));

        // Ranks 4 3 1 2 beside 4 2 1 3: 1 - 6 (1 + 1) / (4 * 15) = 0.8.
        assertThat(one.ranks(0, other).orElseThrow()).isCloseTo(0.8, offset(1e-9));
        assertThat(one.nearest(0)).isEqualTo(1);
        assertThat(one.ranks(0, new Similarities(List.of(new double[] {1, 0, 0, 0, 0}))))
                .isEmpty();
    }

    @Test
    void a_copy_ties_and_a_wrong_scale_loses_order_and_nearest() {
        List<Map<String, Tensor>> base = drawn("base");
        Point copy = point("nothing", base, base);
        Point wrong = point("scaled", scaled(base, 1.5), base);

        TargetJudge.Verdict verdict =
                Points.judged(Points.split(false), List.of(), "", point(Variant.ORIGINAL, base, base), copy, wrong);

        assertThat(verdict.loss()).contains(Loss.AGREEMENT);
        assertThat(FurtherFigures.of(copy).ranks().orElseThrow().difference()).isCloseTo(0, offset(1e-9));
        assertThat(Points.named(verdict, "nothing").figures().agreement()).hasValue(1.0);
        assertThat(FurtherFigures.of(wrong)
                        .ranks()
                        .orElseThrow()
                        .ci95()
                        .orElseThrow()
                        .low())
                .isGreaterThan(0.01);
        assertThat(Points.named(verdict, "scaled").figures().agreement().getAsDouble())
                .isLessThan(1);
        assertThat(FurtherFigures.of(wrong).cosine().getAsDouble()).isBetween(0.9, 0.999);
    }

    @Test
    void vectors_that_have_nothing_to_do_with_it_have_no_order_in_common() {
        Point other = point("other", drawn("other"), drawn("base"));

        assertThat(FurtherFigures.of(other).ranks().orElseThrow().difference()).isBetween(0.7, 1.3);
    }

    @Test
    void what_is_no_number_has_no_vector_and_two_have_no_order() {
        assertThat(READER.read(SAMPLE, vector(Float.NaN, 1), vector(1, 1)).further())
                .isEmpty();
        assertThat(READER.all(
                        SAMPLES.subList(0, 2),
                        drawn("base").subList(0, 2),
                        drawn("base").subList(0, 2)))
                .allMatch(answer -> answer.agrees().isEmpty());
    }
}
