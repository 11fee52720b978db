package dev.bascule.bridge.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UserJsTest {

    @Test
    void booleans_integers_and_texts_are_written_as_firefox_reads_them() {
        assertThat(UserJs.of(new TreeMap<>(Map.of("a.flag", true, "b.number", -1, "c.text", "ignore"))))
                .isEqualTo("""
                        user_pref("a.flag", true);
                        user_pref("b.number", -1);
                        user_pref("c.text", "ignore");
                        """);
    }

    @Test
    void a_text_cannot_break_out_of_its_quotes_or_its_line() {
        assertThat(UserJs.of(Map.of("a", "x\"); user_pref(\"evil\", true); // \\")))
                .isEqualTo("user_pref(\"a\", \"x\\\"); user_pref(\\\"evil\\\", true); // \\\\\");\n");
        assertThat(UserJs.of(Map.of("a", "one\r\ntwo\ttab")))
                .isEqualTo("user_pref(\"a\", \"one\\r\\ntwo\\u0009tab\");\n");
        assertThat(UserJs.of(Map.of("a\"b", 1))).isEqualTo("user_pref(\"a\\\"b\", 1);\n");
    }

    @Test
    void what_is_not_ascii_survives_whatever_encoding_the_file_is_read_in() {
        assertThat(UserJs.of(Map.of("a", "\u00e9\u2028\ud83d\ude00")))
                .isEqualTo("user_pref(\"a\", \"\\u00e9\\u2028\\ud83d\\ude00\");\n");
    }

    @Test
    void what_firefox_has_no_kind_for_is_refused() {
        assertThatThrownBy(() -> UserJs.of(Map.of("a", 1.5))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UserJs.of(Map.of("a", "x\0y"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothing_is_an_empty_file() {
        assertThat(UserJs.of(Map.of())).isEmpty();
    }
}
