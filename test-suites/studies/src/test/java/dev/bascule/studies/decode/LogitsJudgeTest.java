package dev.bascule.studies.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LogitsJudgeTest {
    private static final float[] A = {1, 3, 2, 0};
    private static final float[] B = {5, 1, 4.999f, 0};
    private static final ForcedText TEXT =
            new ForcedText(new long[] {3, 1, 0}, 1, List.of(1), List.of(A, B), false, Set.of(), Map.of());

    private static Judgement judged(float[] first, float[] second) {
        LogitsJudge judge = new LogitsJudge(TEXT, LogitsJudge.LIMIT);
        judge.take(0, first);
        judge.take(1, second);
        return judge.judgement(2);
    }

    @Test
    void equal_logits_agree_and_what_is_added_to_all_alike_is_no_difference() {
        Judgement judgement = judged(A, new float[] {15, 11, 14.999f, 10});

        assertThat(judgement.isRight()).isTrue();
        assertThat(judgement.agreement()).isEqualTo(1);
        assertThat(judgement.furthest()).isLessThan(1e-5);
        assertThat(judgement.worstDivergence()).isLessThan(1e-9);
        assertThat(judgement.perplexity()).isCloseTo(judgement.referencePerplexity(), within(1e-5));
    }

    @Test
    void another_token_within_the_limit_is_told_with_its_margin_and_is_right() {
        Judgement judgement = judged(A, new float[] {4.998f, 1, 5, 0});

        assertThat(judgement.isRight()).isTrue();
        assertThat(judgement.agreement()).isEqualTo(0.5);
        LogitsJudge.Disagreement first = judgement.first().orElseThrow();
        assertThat(first.position()).isEqualTo(1);
        assertThat(first.expected()).isZero();
        assertThat(first.got()).isEqualTo(2);
        assertThat(first.margin()).isCloseTo(0.001, within(1e-6));
    }

    @Test
    void logits_further_off_are_wrong_though_every_token_is_the_same() {
        Judgement judgement = judged(A, new float[] {5.5f, 1, 4.999f, 0});

        assertThat(judgement.isRight()).isFalse();
        assertThat(judgement.agreement()).isEqualTo(1);
        assertThat(judgement.wrong().orElseThrow()).contains("at position 1").contains("0.01 are allowed");
        assertThat(judgement.worstDivergence()).isPositive();
    }

    @Test
    void what_is_no_number_is_wrong() {
        assertThat(judged(A, new float[] {Float.NaN, 1, 2, 0}).isRight()).isFalse();
        assertThat(judged(new float[] {Float.NaN, Float.NaN, Float.NaN, Float.NaN}, B)
                        .isRight())
                .isFalse();
    }

    @Test
    void a_position_that_brought_nothing_is_wrong_and_so_are_logits_of_another_shape() {
        LogitsJudge judge = new LogitsJudge(TEXT, LogitsJudge.LIMIT);
        judge.take(0, A);
        assertThat(judge.judgement(1).isRight()).isTrue();
        assertThat(judge.judgement(2).wrong().orElseThrow()).contains("1 of 2 positions");

        judge.takeSteps(new Outputs(
                List.of(new Outputs.Output("logits", 1, 1, Tensor.floats(Shape.of(1, 1, 3), 1, 2, 3)))));
        assertThat(judge.judgement(1).wrong().orElseThrow()).contains("its logits are");
    }

    @Test
    void a_wrong_answer_among_many_rounds_is_not_forgotten() {
        LogitsJudge judge = new LogitsJudge(TEXT, LogitsJudge.LIMIT);
        judge.take(0, A);
        judge.take(1, new float[] {0, 5, 1, 2});
        judge.take(1, B);

        Judgement judgement = judge.judgement(2);
        assertThat(judgement.isRight()).isFalse();
        assertThat(judgement.agreement()).isEqualTo(0.5);
    }

    private static OwnText own(boolean ended, Set<Long> ends, float[] first, float[] second) {
        ForcedText text = new ForcedText(new long[] {3, 1, 0}, 1, List.of(1), List.of(A, B), ended, ends, Map.of());
        LogitsJudge judge = new LogitsJudge(text, LogitsJudge.LIMIT);
        judge.take(0, first);
        judge.take(1, second);
        // A second round that agrees does not mend the first.
        judge.take(0, A);
        judge.take(1, B);
        return judge.judgement(2).own().orElseThrow();
    }

    @Test
    void what_a_target_would_have_written_goes_to_its_first_other_token_and_ends_as_the_reference_or_not() {
        float[] two = {0, 1, 9, 0};
        assertThat(own(true, Set.of(0L), A, B))
                .isEqualTo(new OwnText(List.of(1L, 0L), true, OwnText.Ending.SAME, Optional.empty()));
        assertThat(own(true, Set.of(0L), A, two))
                .isEqualTo(new OwnText(List.of(1L, 2L), false, OwnText.Ending.LATER, Optional.empty()));
        assertThat(own(true, Set.of(0L, 2L), A, two).ending()).isEqualTo(OwnText.Ending.SAME);
        assertThat(own(false, Set.of(2L), two, B))
                .isEqualTo(new OwnText(List.of(2L), true, OwnText.Ending.EARLIER, Optional.empty()));
        assertThat(own(true, Set.of(0L), two, B))
                .isEqualTo(new OwnText(List.of(2L), false, OwnText.Ending.UNKNOWN, Optional.empty()));
    }

    @Test
    void a_text_that_was_not_gone_through_is_not_known() {
        LogitsJudge judge = new LogitsJudge(TEXT, LogitsJudge.LIMIT);
        judge.take(0, A);

        assertThat(judge.judgement(1).own()).isEmpty();
        assertThat(judge.judgement(2).own()).isEmpty();
    }

    @Test
    void perplexity_is_of_the_tokens_that_came() {
        // exp(-(log p(1 | A) + log p(0 | B)) / 2)
        double first = Math.exp(3) / (Math.exp(1) + Math.exp(3) + Math.exp(2) + 1);
        double second = Math.exp(5) / (Math.exp(5) + Math.exp(1) + Math.exp(4.999f) + 1);
        assertThat(judged(A, B).perplexity()).isCloseTo(1 / Math.sqrt(first * second), within(1e-6));
    }
}
