package dev.bascule.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTextTest {
    @Test
    void text_has_no_markup_and_stays_in_one_line_of_a_table() {
        assertThat(MarkdownText.text("[a](b) `c` *d* e_f |\n#1 ~ <img> & \u001b"))
                .isEqualTo("\\[a\\](b) \\`c\\` \\*d\\* e\\_f \\| \\#1 \\~ &lt;img&gt; &amp; ");
    }

    @Test
    void a_command_is_copied_from_its_code_span_as_it_was() {
        assertThat(MarkdownText.code("run --filter 'a|b_*'")).isEqualTo("`run --filter 'a|b_*'`");
        assertThat(MarkdownText.code("a ``b`` c")).isEqualTo("``` a ``b`` c ```");
    }
}
