package dev.bascule.fallback.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page's decoder has the same cases in {@code answers.test.ts}. */
class AnswerDecoderTest {
    private static final AnswerSpec.Ctc CTC = new AnswerSpec.Ctc("y", 0, List.of("", "a", "b"));

    @Test
    void classes_are_the_likeliest_by_softmax_where_scores_are_logits() {
        AnswerSpec spec = new AnswerSpec.Classes("y", true, 2, List.of("no", "yes"));
        Tensor logits = Tensor.floats(Shape.of(1, 3), 0, (float) Math.log(2), (float) Math.log(5));
        Answer.Classes answer = (Answer.Classes) decode(spec, logits);
        assertThat(answer.best()).extracting(Answer.Scored::label).containsExactly("2", "yes");
        assertThat(answer.best().get(0).score()).isCloseTo(0.625, within(1e-6));
        assertThat(answer.words()).isEqualTo("2 62.5 %, yes 25.0 %");
    }

    @Test
    void of_equal_scores_the_first_is_first() {
        AnswerSpec spec = new AnswerSpec.Classes("y", false, 2, List.of());
        Answer.Classes answer = (Answer.Classes) decode(spec, Tensor.floats(Shape.of(3), 0.5f, 0.5f, 0));
        assertThat(answer.best()).extracting(Answer.Scored::index).containsExactly(0, 1);
    }

    @Test
    void text_takes_repetitions_together_unless_a_blank_stands_between_them() {
        assertThat(decode(CTC, steps(1, 1, 0, 1, 2, 2)).words()).isEqualTo("\"aab\" 90.0 %");
        assertThat(decode(CTC, steps(0, 0))).isEqualTo(new Answer.Text("", 0));
    }

    @Test
    void an_alphabet_of_another_size_is_refused_with_both_numbers() {
        AnswerSpec other = new AnswerSpec.Ctc("y", 0, List.of("a"));
        assertThatThrownBy(() -> decode(other, steps(0))).hasMessage("'y' has 3 symbols, the alphabet 1");
    }

    @Test
    void an_embedding_is_the_mean_over_the_tokens_that_are_there_of_length_one() {
        Answer answer = AnswerDecoder.decode(
                new AnswerSpec.Embedding("y", "m"),
                List.of(Map.of("y", Tensor.floats(Shape.of(1, 3, 2), 3, 0, 0, 4, 99, 99))),
                Map.of("m", Tensor.longs(Shape.of(1, 3), 1, 1, 0)));
        assertThat(((Answer.Vector) answer).values().get(0)).isCloseTo(0.6, within(1e-12));
        assertThat(((Answer.Vector) answer).values().get(1)).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void activity_has_one_score_a_step() {
        AnswerSpec spec = new AnswerSpec.Activity("y", 0.5);
        List<Map<String, Tensor>> steps = List.of(
                Map.of("y", Tensor.floats(Shape.of(1, 1), 0.25f)), Map.of("y", Tensor.floats(Shape.of(1, 1), 0.75f)));
        assertThat(AnswerDecoder.decode(spec, steps, Map.of()).words()).isEqualTo("speech in 1 of 2 frames");
        assertThatThrownBy(() -> decode(spec, Tensor.floats(Shape.of(2), 0, 1))).hasMessageContaining("2 values");
    }

    @Test
    void an_output_that_is_not_there_is_told_by_its_name() {
        assertThatThrownBy(() -> AnswerDecoder.decode(CTC, List.of(Map.of()), Map.of()))
                .hasMessage("there is no tensor 'y'");
    }

    @Test
    void answers_are_the_same_within_a_thousandth_and_otherwise_not() {
        Answer right = classes(0, 0.9, 1, 0.1);
        assertThat(AnswerJudge.difference(right, classes(0, 0.9004, 1, 0.0996))).isEmpty();
        assertThat(AnswerJudge.difference(right, classes(1, 0.9, 0, 0.1))).isPresent();
        assertThat(AnswerJudge.difference(right, classes(0, 0.8, 1, 0.2))).isPresent();
        // Either may be first of two that are nearly equal.
        assertThat(AnswerJudge.difference(classes(0, 0.5002, 1, 0.4998), classes(1, 0.5001, 0, 0.4999)))
                .isEmpty();
        // A page's own words count for nothing: another label, a class named twice, another threshold.
        assertThat(AnswerJudge.difference(
                        right,
                        new Answer.Classes(
                                List.of(new Answer.Scored(0, "class 1", 0.9), new Answer.Scored(1, "class 1", 0.1)))))
                .isPresent();
        assertThat(AnswerJudge.difference(classes(0, 0.5002, 1, 0.4998), classes(0, 0.5002, 0, 0.4998)))
                .isPresent();
        assertThat(AnswerJudge.difference(new Answer.Activity(List.of(0.4), 0.5), new Answer.Activity(List.of(0.4), 0)))
                .isPresent();
        assertThat(AnswerJudge.difference(new Answer.Text("a", 0.9), new Answer.Text("b", 0.9)))
                .contains("it reads \"b\" 90.0 %, not \"a\" 90.0 %");
        assertThat(AnswerJudge.difference(right, new Answer.Text("a", 0.9))).contains("it is of another kind");
        assertThat(AnswerJudge.difference(new Answer.Vector(List.of(1.0, 0.0)), new Answer.Vector(List.of(0.6, 0.8))))
                .isPresent();
        assertThat(AnswerJudge.difference(
                        new Answer.Activity(List.of(0.5), 0.5), new Answer.Activity(List.of(0.6), 0.5)))
                .isPresent();
    }

    private static Answer classes(int first, double score, int second, double other) {
        return new Answer.Classes(List.of(
                new Answer.Scored(first, "class " + first, score),
                new Answer.Scored(second, "class " + second, other)));
    }

    private static Answer decode(AnswerSpec spec, Tensor output) {
        return AnswerDecoder.decode(spec, List.of(Map.of("y", output)), Map.of());
    }

    /** Probabilities of which at each step one is far the greatest. */
    private static Tensor steps(int... best) {
        float[] values = new float[best.length * 3];
        for (int step = 0; step < best.length; step++) {
            for (int symbol = 0; symbol < 3; symbol++) {
                values[step * 3 + symbol] = symbol == best[step] ? 0.9f : 0.05f;
            }
        }
        return Tensor.floats(Shape.of(1, best.length, 3), values);
    }
}
