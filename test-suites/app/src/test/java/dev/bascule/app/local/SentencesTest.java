package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentencesTest {
    @Test
    void a_line_that_is_there_twice_is_one_sample_and_that_is_told() {
        Sentences sentences = Sentences.of("It rains.\n\n It rains. \nThe sun shines.\nIt rains.\n", 10);

        assertThat(sentences.lines()).containsExactly("It rains.", "The sun shines.");
        assertThat(sentences.notes()).containsExactly("2 of 4 lines are there before: each is one sample");
    }

    @Test
    void of_lines_that_all_differ_nothing_is_told_but_those_that_are_too_many() {
        assertThat(Sentences.of("a\nb\nc", 3).notes()).isEmpty();

        Sentences sentences = Sentences.of("a\nb\nc", 2);
        assertThat(sentences.lines()).containsExactly("a", "b");
        assertThat(sentences.notes()).containsExactly("of 3 different lines the first 2 are taken");
    }
}
