package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.measure.Interval;
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

        assertThat(verdict.loss()).contains(Loss.ORDER);
        assertThat(Points.named(verdict, "scaled").figures().loss())
                .isEqualTo(FurtherFigures.of(wrong).ranks());
        assertThat(Points.named(verdict, "nothing").isOnFront()).isTrue();
        // An order that did not change is not known to be without any loss.
        assertThat(Points.named(verdict, "nothing")
                        .figures()
                        .loss()
                        .flatMap(PairedLoss::ci95)
                        .orElseThrow())
                .satisfies(ends -> assertThat(ends.low()).isNegative())
                .satisfies(ends -> assertThat(ends.high()).isBetween(1e-5, 1e-3));
        assertThat(Points.named(verdict, "scaled").dominatedBy()).contains("nothing");
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

    private static Point noisy(int round, double noise) {
        List<Map<String, Tensor>> base = drawn("base " + round);
        List<Map<String, Tensor>> other = drawn("noise " + round);
        List<Map<String, Tensor>> own = IntStream.range(0, SENTENCES)
                .mapToObj(i -> {
                    Elements.Reader one =
                            Elements.of(Objects.requireNonNull(base.get(i).get("v")));
                    Elements.Reader two =
                            Elements.of(Objects.requireNonNull(other.get(i).get("v")));
                    float[] values = new float[WIDTH];
                    for (int at = 0; at < WIDTH; at++) {
                        values[at] = (float) (one.at(at) + noise * two.at(at));
                    }
                    return vector(values);
                })
                .toList();
        return point("noisy", own, base);
    }

    /** Both lose nearly the same of the same sentences: beside each other that is sure, where each alone is not. */
    @Test
    void what_one_loses_more_than_another_leaves_out_the_same_sentence_of_both() {
        List<Map<String, Tensor>> base = drawn("base");
        Point less = point("less", scaled(base, 1.5), base);
        Point more = point("more", scaled(base, 1.6), base);
        Point same = point("same", scaled(base, 1.5), base);

        PairedLoss paired = Loss.ORDER.paired(more, less).orElseThrow();
        double alone = FurtherFigures.of(more).ranks().orElseThrow().difference()
                - FurtherFigures.of(less).ranks().orElseThrow().difference();

        assertThat(paired.difference()).isCloseTo(alone, offset(1e-12)).isPositive();
        assertThat(paired.ci95().orElseThrow().low()).isPositive();
        assertThat(FurtherFigures.of(more)
                        .ranks()
                        .orElseThrow()
                        .ci95()
                        .orElseThrow()
                        .low())
                .isLessThan(FurtherFigures.of(less).ranks().orElseThrow().difference());
        assertThat(Loss.ORDER.paired(same, less).orElseThrow().difference()).isZero();
        assertThat(Loss.ORDER
                        .paired(less, more)
                        .orElseThrow()
                        .ci95()
                        .orElseThrow()
                        .high())
                .isNegative();
    }

    private static Interval studentsOverLines(Point point) {
        double[] lost = point.answers().stream()
                .mapToDouble(
                        answer -> 1 - answer.further().orElseThrow().ranks().orElseThrow())
                .toArray();
        return PairedLoss.of(lost, new double[lost.length]).ci95().orElseThrow();
    }

    /** Negative control: Student's over lines, whose correlations share vectors, has the mean too seldom in it. */
    @Test
    void the_interval_of_lost_order_has_the_mean_in_it_as_often_as_it_says() {
        List<Point> points =
                IntStream.range(0, 300).mapToObj(round -> noisy(round, 0.5)).toList();
        List<PairedLoss> rounds = points.stream()
                .map(point -> FurtherFigures.of(point).ranks().orElseThrow())
                .toList();
        double mean =
                rounds.stream().mapToDouble(PairedLoss::difference).average().orElseThrow();

        assertThat(rounds.stream()
                        .map(lost -> lost.ci95().orElseThrow())
                        .filter(ends -> ends.low() <= mean && mean <= ends.high())
                        .count())
                .isBetween(270L, 299L);
        assertThat(points.stream()
                        .map(EmbeddingReaderTest::studentsOverLines)
                        .filter(ends -> ends.low() <= mean && mean <= ends.high())
                        .count())
                .isLessThan(265L);
    }

    @Test
    void ranks_without_one_are_those_of_the_others_alone() {
        List<double[]> own = List.of(
                new double[] {1, 0.9, 0.5, 0.1, 0.3},
                new double[] {0.9, 1, 0.2, 0.2, 0.4},
                new double[] {0.5, 0.2, 1, 0.7, 0.6},
                new double[] {0.1, 0.2, 0.7, 1, 0.8},
                new double[] {0.3, 0.4, 0.6, 0.8, 1});
        List<double[]> its = List.of(
                new double[] {1, 0.1, 0.5, 0.9, 0.3},
                new double[] {0.1, 1, 0.6, 0.2, 0.3},
                new double[] {0.5, 0.6, 1, 0.4, 0.7},
                new double[] {0.9, 0.2, 0.4, 1, 0.2},
                new double[] {0.3, 0.3, 0.7, 0.2, 1});
        double[] without =
                new Similarities(own).ranksWithout(new Similarities(its)).orElseThrow();

        for (int left = 0; left < 5; left++) {
            Similarities one = new Similarities(without(own, left));
            Similarities other = new Similarities(without(its, left));
            assertThat(without[left])
                    .isCloseTo(
                            IntStream.range(0, 4)
                                    .mapToDouble(i -> one.ranks(i, other).orElseThrow())
                                    .average()
                                    .orElseThrow(),
                            offset(1e-12));
        }
    }

    private static List<double[]> without(List<double[]> cosines, int left) {
        return IntStream.range(0, cosines.size())
                .filter(row -> row != left)
                .mapToObj(row -> IntStream.range(0, cosines.size())
                        .filter(column -> column != left)
                        .mapToDouble(column -> cosines.get(row)[column])
                        .toArray())
                .toList();
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
