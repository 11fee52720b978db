package dev.bascule.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTextTest {
    @Test
    void text_has_no_markup_and_ends_no_attribute() {
        assertThat(HtmlText.escaped("<a b=\"c\" d='e'> & &amp;"))
                .isEqualTo("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt; &amp; &amp;amp;");
    }

    @Test
    void plain_text_stays_as_it_is() {
        assertThat(HtmlText.escaped("webgpu in Chrome 153, 2 σ")).isEqualTo("webgpu in Chrome 153, 2 σ");
    }
}
