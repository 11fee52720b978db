package dev.bascule.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueryCommandTest {
    @Test
    void a_number_is_shown_with_as_many_digits_as_people_read() {
        assertThat(QueryCommand.shown(1.6500000655651092E-4)).isEqualTo("0.000165");
        assertThat(QueryCommand.shown(260.284416)).isEqualTo("260.2844");
        assertThat(QueryCommand.shown(3.0)).isEqualTo("3");
        assertThat(QueryCommand.shown(1e12)).isEqualTo("1000000000000");
        assertThat(QueryCommand.shown(Double.NaN)).isEqualTo("NaN");
        assertThat(QueryCommand.shown(1234567890123L)).isEqualTo("1234567890123");
    }

    @Test
    void what_a_question_makes_of_a_text_stays_in_its_cell() {
        assertThat(QueryCommand.shown("a\u001b[31mred\nb\u202ec")).isEqualTo("a [31mred b c");
    }
}
