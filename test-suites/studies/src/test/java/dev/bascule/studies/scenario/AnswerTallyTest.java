package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class AnswerTallyTest {

    @Test
    void right_answers_come_with_wilsons_interval_and_beside_them_what_is_right_by_chance() {
        AnswerTally tally = new AnswerTally();
        for (int i = 0; i < 24; i++) {
            String label = i % 2 == 0 ? "upright" : "upside down";
            tally.add(labelled(label), says(label), Optional.of(says(label)));
        }
        assertThat(tally.otherwise()).isEmpty();
        assertThat(figure(tally, "right answers").value()).contains(1.0);
        assertThat(figure(tally, "right answers").interval().orElseThrow().low())
                .isCloseTo(0.862, within(1e-3));
        // The negative control: the same answers to labels that are not theirs.
        assertThat(figure(tally, "right answers with labels shuffled").value().orElseThrow())
                .isBetween(0.25, 0.75);
    }

    @Test
    void a_target_that_answers_otherwise_than_native_cpu_is_wrong_even_where_it_is_nearer_to_the_label() {
        AnswerTally tally = new AnswerTally();
        tally.add(labelled("one"), says("one"), Optional.of(says("one")));
        tally.add(labelled("two"), says("two"), Optional.of(says("three")));
        assertThat(tally.otherwise()).hasValueSatisfying(why -> {
            assertThat(why.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(why.failure().message())
                    .isEqualTo(
                            "1 of 2 answers are not those of native CPU: sample 2 is 'two' here and 'three' on native CPU");
        });
        assertThat(figure(tally, "right here alone").value()).contains(1.0);
    }

    @Test
    void of_two_words_that_are_nearly_as_likely_either_may_be_said() {
        AnswerTally tally = new AnswerTally();
        Answer here = new Answer.Activity(scores(7, 0.50001), 0.5);
        Answer there = new Answer.Activity(scores(7, 0.49999), 0.5);
        tally.add(labelled("speech"), List.of(here), Optional.of(List.of(there)));
        assertThat(Said.of(List.of(here))).isNotEqualTo(Said.of(List.of(there)));
        assertThat(tally.otherwise()).isEmpty();
    }

    @Test
    void a_model_that_does_not_know_the_answer_is_told_of_and_the_target_is_not_blamed() {
        AnswerTally tally = new AnswerTally();
        tally.add(labelled("SOUTH"), read("SOuTH"), Optional.of(read("SOuTH")));
        assertThat(tally.otherwise()).isEmpty();
        assertThat(tally.notes()).containsExactly("sample 1 is 'SOUTH', and the model says 'SOuTH'");
        assertThat(figure(tally, "character error rate").value()).contains(0.2);
    }

    @Test
    void boxes_are_right_one_to_one_from_half_an_overlap_on_and_beside_them_stands_what_is_right_by_chance() {
        AnswerTally tally = new AnswerTally();
        for (int i = 0; i < 6; i++) {
            Answer.Box place = new Answer.Box(10 * i, 0, 10 * i + 10, 10, "", 1);
            Answer.Box low = new Answer.Box(10 * i, i == 5 ? 6 : 2, 10 * i + 10, 12, "", 0.9);
            List<Answer> given = List.of(new Answer.Boxes(List.of(low)));
            LabelledCase label = new LabelledCase(List.of(), "", Optional.of(new Answer.Boxes(List.of(place))));
            tally.add(label, given, Optional.of(given));
        }
        assertThat(tally.otherwise()).isEmpty();
        assertThat(figure(tally, "right answers").value()).contains(5 / 6.0);
        assertThat(figure(tally, "right answers with labels shuffled").value().orElseThrow())
                .isLessThan(0.5);
        assertThat(figure(tally, "mean overlap of boxes (IoU)").samples().get(0))
                .isCloseTo(8 / 12.0, within(1e-12));
        assertThat(tally.notes())
                .containsExactly(
                        "sample 6 is '1 box: 50,0–60,10 (1.00)', and the model says '1 box: 50,6–60,12 (0.90)'");
        assertThat(tally.figures()).noneMatch(figure -> figure.name().startsWith("character error rate"));
    }

    @Test
    void without_answers_there_is_no_number() {
        assertThat(new AnswerTally().figures()).isEmpty();
    }

    @Test
    void of_three_sentences_the_nearer_of_the_last_two_is_said() {
        List<Answer> vectors = List.of(vector(1, 0), vector(0.6, 0.8), vector(0.8, 0.6));
        assertThat(Said.of(vectors)).isEqualTo("second");
    }

    @Test
    void somebody_speaks_where_so_many_frames_in_a_row_say_so_and_not_where_they_are_scattered() {
        assertThat(Said.of(List.of(new Answer.Activity(scores(8, 0.1), 0.5)))).isEqualTo("speech");
        List<Double> scattered = new ArrayList<>(scores(7, 0.1));
        scattered.addAll(scores(7, 0.1));
        assertThat(Said.of(List.of(new Answer.Activity(scattered, 0.5)))).isEqualTo("no speech");
    }

    private static List<Double> scores(int high, double last) {
        List<Double> scores = new ArrayList<>(Collections.nCopies(high, 0.9));
        scores.add(last);
        return scores;
    }

    @Test
    void edits_are_counted_by_levenshtein() {
        assertThat(Said.characterErrorRate(List.of("KITTEN"), List.of("SITTING")))
                .isCloseTo(0.5, within(1e-12));
        assertThat(Said.characterErrorRate(List.of("AB"), List.of(""))).isEqualTo(1);
    }

    @Test
    void mcnemars_exact_test_is_twice_the_binomials_tail() {
        assertThat(Proportion.mcNemar(0, 0)).isEqualTo(1);
        assertThat(Proportion.mcNemar(0, 6)).isCloseTo(2 / 64.0, within(1e-12));
        assertThat(Proportion.mcNemar(1, 7)).isCloseTo(2 * 9 / 256.0, within(1e-12));
        assertThat(Proportion.mcNemar(3, 3)).isEqualTo(1);
        // 2^-1080 is no number of a double.
        assertThat(Proportion.mcNemar(540, 540)).isEqualTo(1);
        assertThat(Proportion.mcNemar(0, 1080)).isZero();
        assertThat(Proportion.mcNemar(500, 580)).isBetween(0.015, 0.0165);
    }

    private static Figure figure(AnswerTally tally, String name) {
        return tally.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static LabelledCase labelled(String label) {
        return new LabelledCase(List.of(), label);
    }

    private static List<Answer> says(String label) {
        return List.of(new Answer.Classes(List.of(new Answer.Scored(0, label, 0.9))));
    }

    private static List<Answer> read(String text) {
        return List.of(new Answer.Text(text, 0.9));
    }

    private static Answer vector(double x, double y) {
        return new Answer.Vector(List.of(x, y));
    }
}
