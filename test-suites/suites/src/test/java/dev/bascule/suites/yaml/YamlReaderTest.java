package dev.bascule.suites.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

    private static YamlNode read(String text) {
        return YamlReader.read(text, "file.yaml", ErrorCode.SUITE_INVALID);
    }

    @Test
    void every_value_knows_its_line_and_path() {
        YamlNode.Mapping top = read("a: 1\nb:\n  - x\n  - c: 2\n").mapping();

        YamlNode inner = top.require("b").items().get(1).mapping().require("c");

        assertThat(inner.place().line()).isEqualTo(4);
        assertThat(inner.place().path()).isEqualTo("b[1].c");
        assertThat(inner.integer(0)).isEqualTo(2);
    }

    @Test
    void an_empty_document_is_an_empty_mapping() {
        assertThat(read("# nothing\n").mapping().entries()).isEmpty();
    }

    @Test
    void a_key_given_twice_is_refused() {
        assertThatThrownBy(() -> read("a: 1\nb: 2\na: 3\n")).hasMessage("file.yaml:3: the key 'a' is given twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:\n  - b\n  c: d|3: no valid YAML at column 3: a key does not fit the indentation of the list that"
                        + " begins at line 2, column 3",
                "a: 1\n - b: 2|2: no valid YAML at column 5: no ':' can be here; a key is indented as its siblings"
                        + " are, and a text with ': ' in it is in quotes",
                "a: 1\n- b|2: no valid YAML at column 1: an item with '-' does not fit the indentation of the mapping"
                        + " that begins at line 1, column 1",
                "a: [1, 2|1: no valid YAML at column 9: expected ',' or ']', but got the end of the file, in the list"
                        + " that begins at line 1, column 4",
                "a: {x: 1\nb: 2|2: no valid YAML at column 2: expected ',' or '}', but got :, in the mapping that"
                        + " begins at line 1, column 4",
                "a: 1\n\tb: 2|2: no valid YAML at column 1: a tab cannot indent; use blanks",
                "a: @x|1: no valid YAML at column 4: a text that begins with '@' must be in quotes",
                "a: \"x|1: no valid YAML at column 6: the text in quotes that begins at line 1, column 4 never ends",
                "- *:test|1: no valid YAML at column 4: a text that begins with '*' must be in quotes",
                "- *test|1: a text that begins with '*' must be in quotes: \"*test\"",
                "- *test*|1: no valid YAML at column 8: a text that begins with '*' must be in quotes",
            })
    void broken_yaml_says_where_and_what_in_words(String textAndComplaint) {
        String[] parts = textAndComplaint.split("\\|", 2);

        assertThatThrownBy(() -> read(parts[0])).hasMessage("file.yaml:" + parts[1]);
    }

    @Test
    void a_star_in_quotes_is_a_text() {
        assertThat(read("- '*test'").items().get(0).text()).isEqualTo("*test");
    }

    @Test
    void a_second_document_is_refused() {
        assertThatThrownBy(() -> read("a: 1\n---\nb: 2\n")).hasMessageContaining("second YAML document");
    }

    @Test
    void a_wrong_type_says_what_is_wanted_and_what_is_there() {
        YamlNode.Mapping top = read("threads: two\nlist: [1]\nempty:\n").mapping();

        assertThatThrownBy(() -> top.require("threads").integer(1))
                .hasMessage("file.yaml:1: 'threads' must be a whole number of at least 1, but is 'two'");
        assertThatThrownBy(() -> top.require("list").mapping())
                .hasMessage("file.yaml:2: 'list' must be a mapping of keys to values, but is a list");
        assertThatThrownBy(() -> top.require("empty").text()).hasMessageContaining("but is empty");
    }

    @Test
    void an_unknown_key_names_the_nearest() {
        assertThatThrownBy(() ->
                        read("a:\n  fiel: x\n").mapping().require("a").mapping().knowingOnly(List.of("file", "text")))
                .hasMessage("file.yaml:2: unknown key 'fiel' in 'a'; did you mean 'file'?");
    }

    @Test
    void nested_lists_become_json() {
        assertThat(read("x: [[1, 2.5], [true, \"a \\\"b\\\"\"]]")
                        .mapping()
                        .require("x")
                        .json())
                .isEqualTo("[[1,2.5],[true,\"a \\\"b\\\"\"]]");
    }
}
