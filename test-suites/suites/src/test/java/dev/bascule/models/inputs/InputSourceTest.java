package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputSourceTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/no/such",
                "./ids",
                "../ids",
                "~/ids",
                "C:\\ids",
                "d:/ids",
                "\\\\host\\share",
                "ids.npy",
                "cat.GIF"
            })
    void what_is_written_as_a_path_is_meant_as_a_file(String value) {
        assertThat(InputSource.FileTypes.isMeant(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "good morning",
                "and/or",
                "/imagine a cat",
                "text:/no/such",
                "text:cat.png",
                "1,2,3",
                "[[1, 2]]",
                "float32[1,3]",
                "...",
                "cat.png\nand more",
                "a\0b"
            })
    void what_is_not_stays_a_text_or_a_number(String value) {
        assertThat(InputSource.FileTypes.isMeant(value)).isFalse();
    }

    @Test
    void a_file_of_any_name_is_meant_where_it_is_there(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("two words"), "x");

        assertThat(InputSource.FileTypes.isMeant(file.toString())).isTrue();
        Files.delete(file);
        assertThat(InputSource.FileTypes.isMeant(file.toString())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "/no/such", "cat.png", "text:hello", "1,2", "true", "float32[1]", ""})
    void a_text_is_read_back_from_how_it_is_typed(String text) {
        InputSource.Text source = new InputSource.Text(text);

        assertThat(InputSource.FileTypes.isMeant(source.typed())).isFalse();
        assertThat(InputSource.parse(source.typed())).isEqualTo(source);
    }
}
