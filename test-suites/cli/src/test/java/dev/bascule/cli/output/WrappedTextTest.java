package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {

    @Test
    void lines_break_between_words_and_go_on_indented() {
        assertThat(WrappedText.lines("one two three four", 4, 2, 12)).isEqualTo("one two\n  three four");
    }

    @Test
    void a_word_longer_than_a_line_stays_whole() {
        assertThat(WrappedText.lines("a /very/long/path b", 0, 2, 8)).isEqualTo("a\n  /very/long/path\n  b");
    }

    @Test
    void nothing_stays_nothing() {
        assertThat(WrappedText.lines("", 4, 2, 12)).isEmpty();
    }
}
