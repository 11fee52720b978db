package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NextTokenReaderTest {
    private static final NextTokenReader READER = new NextTokenReader("input_ids", "logits");
    private static final int VOCABULARY = 16;
    private static final int WINDOW = 12;
    private static final int WINDOWS = 20;

    private static Sample window(long... tokens) {
        return Sample.of(Map.of("input_ids", Tensor.longs(Shape.of(1, tokens.length), tokens)), OptionalInt.empty());
    }

    private static Sample drawn(int number) {
        SplitMix random = SplitMix.named("window " + number);
        return window(IntStream.range(0, WINDOW)
                .mapToLong(i -> random.nextBelow(VOCABULARY))
                .toArray());
    }

    /** Of a model that foresees token + 1 after each, so sure. */
    private static Map<String, Tensor> logits(Sample sample, Map<Long, Long> next, double sure, String noise) {
        SplitMix random = SplitMix.named(noise);
        Tensor tokens = sample.inputs().values().iterator().next();
        float[] scores = new float[WINDOW * VOCABULARY];
        for (int at = 0; at < WINDOW; at++) {
            for (int i = 0; i < VOCABULARY; i++) {
                scores[at * VOCABULARY + i] = (float) (0.1 * random.nextGaussian());
            }
            long token = tokens.data().getLong(at * Long.BYTES);
            scores[(int) (at * VOCABULARY + next.getOrDefault(token, (token + 1) % VOCABULARY))] += (float) sure;
        }
        return Map.of("logits", Tensor.floats(Shape.of(1, WINDOW, VOCABULARY), scores));
    }

    /** Windows that count up, so that they can be foreseen. */
    private static List<Sample> counting() {
        return IntStream.range(0, WINDOWS)
                .mapToObj(from -> window(IntStream.range(0, WINDOW)
                        .mapToLong(i -> (from + i) % VOCABULARY)
                        .toArray()))
                .toList();
    }

    private static Point point(
            String variant, List<Sample> samples, List<Map<String, Tensor>> own, List<Map<String, Tensor>> base) {
        return Points.answering(Points.of(variant, 0, 1, 1_000_000), READER.all(samples, own, base));
    }

    private static List<Map<String, Tensor>> said(List<Sample> samples, double sure, String noise) {
        return IntStream.range(0, samples.size())
                .mapToObj(i -> logits(samples.get(i), Map.of(), sure, noise + i))
                .toList();
    }

    @Test
    void equal_logits_have_the_vocabulary_as_perplexity() {
        Sample sample = window(3, 1, 2);
        Map<String, Tensor> flat = Map.of("logits", Tensor.floats(Shape.of(1, 3, 4), new float[12]));

        assertThat(READER.read(sample, flat, flat).nats().orElseThrow()).isCloseTo(Math.log(4), offset(1e-9));
    }

    @Test
    void the_loss_is_of_the_token_that_comes_and_not_of_the_one_that_is_there() {
        // After token 0 the right one, 1, has the share 3/6; of the last position nothing is asked.
        float ln3 = (float) Math.log(3);
        Map<String, Tensor> outputs = Map.of("logits", Tensor.floats(Shape.of(1, 2, 4), 0, ln3, 0, 0, 9, 9, 9, 9));

        assertThat(READER.read(window(0, 1), outputs, outputs).nats().orElseThrow())
                .isCloseTo(Math.log(2), offset(1e-6));
    }

    @Test
    void a_copy_ties_and_logits_times_one_and_a_half_are_surely_worse() {
        List<Sample> samples =
                IntStream.range(0, WINDOWS).mapToObj(NextTokenReaderTest::drawn).toList();
        List<Map<String, Tensor>> base = said(samples, 1, "base ");
        List<Map<String, Tensor>> scaled = said(samples, 1.5, "base ");

        TargetJudge.Verdict verdict = Points.judged(
                Points.split(false),
                List.of(),
                "",
                point(Variant.ORIGINAL, samples, base, base),
                point("nothing", samples, base, base),
                point("scaled", samples, scaled, base));

        assertThat(verdict.loss()).contains(Loss.NEXT_TOKEN);
        assertThat(Points.named(verdict, "nothing")
                        .figures()
                        .loss()
                        .orElseThrow()
                        .difference())
                .isZero();
        assertThat(Points.named(verdict, "scaled").dominatedBy()).contains(Variant.ORIGINAL);
        assertThat(Points.named(verdict, "scaled")
                        .figures()
                        .loss()
                        .orElseThrow()
                        .ci95()
                        .orElseThrow()
                        .low())
                .isPositive();
    }

    /** Negative control: the tokens of another tokenizer are foreseen by nobody. */
    @Test
    void tokens_that_are_shuffled_cost_perplexity() {
        List<Sample> samples = counting();
        List<Map<String, Tensor>> said = said(samples, 4, "sure ");
        List<Sample> shuffled =
                samples.stream().map(NextTokenReaderTest::reversed).toList();

        double right = FurtherFigures.of(point(Variant.ORIGINAL, samples, said, said))
                .perplexity()
                .getAsDouble();
        double wrong = FurtherFigures.of(point(Variant.ORIGINAL, shuffled, said, said))
                .perplexity()
                .getAsDouble();

        assertThat(right).isLessThan(1.5);
        assertThat(wrong).isGreaterThan(10);
    }

    private static Sample reversed(Sample sample) {
        Tensor tokens = sample.inputs().values().iterator().next();
        return window(IntStream.range(0, WINDOW)
                .mapToLong(i -> tokens.data().getLong((WINDOW - 1 - i) * Long.BYTES))
                .toArray());
    }

    @Test
    void logits_that_are_no_numbers_or_of_another_length_have_no_loss() {
        Sample sample = window(0, 1);
        Map<String, Tensor> unsound = Map.of("logits", Tensor.floats(Shape.of(1, 2, 2), Float.NaN, 0, 0, 0));
        Map<String, Tensor> odd = Map.of("logits", Tensor.floats(Shape.of(1, 1, 3), 0, 0, 0));

        assertThat(READER.read(sample, unsound, unsound).nats()).isEmpty();
        assertThat(READER.read(sample, odd, odd).nats()).isEmpty();
        assertThat(READER.read(sample, Map.of(), Map.of()).nats()).isEmpty();
    }
}
