package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainTextTest {

    @Test
    void a_line_is_one_line_and_nothing_in_it_moves_the_cursor() {
        assertThat(PlainText.line("a\u001b[2Jb\r\n\u2028c\u009bd\u202ee")).isEqualTo("a [2Jb c d e");
        HostileText.some(2000)
                .forEach(text -> assertThat(PlainText.line(text).codePoints().noneMatch(PlainText::isControl))
                        .as(text)
                        .isTrue());
    }

    @Test
    void what_is_plain_stays_as_it_is() {
        String plain = "Intel(R) Xeon(R) @ 2.10GHz → 漢 😀 'é'";
        assertThat(PlainText.line(plain)).isSameAs(plain);
        assertThat(PlainText.lines("a\n\tb")).isEqualTo("a\n\tb");
    }

    @Test
    void lines_keep_their_lines_and_show_that_something_was_there() {
        assertThat(PlainText.lines("a\u001b\u0007b\nc\r\n")).isEqualTo("a\ufffdb\nc\ufffd\n");
    }

    @Test
    void json_says_the_same_and_holds_nothing_that_a_terminal_obeys() throws JsonProcessingException {
        for (String text : HostileText.some(2000).toList()) {
            String json = Json.plain(Json.MAPPER.writeValueAsString(List.of(text)));
            assertThat(json.codePoints().noneMatch(PlainText::isControl))
                    .as(json)
                    .isTrue();
            assertThat(Json.MAPPER.readTree(json).get(0).asText()).isEqualTo(text);
        }
    }

    @Test
    void any_text_names_one_file_of_the_folder_and_none_elsewhere(@TempDir Path folder) throws IOException {
        for (String text : HostileText.some(500).toList()) {
            String name = FileName.of(text);
            assertThat(name).matches("[A-Za-z0-9_+][A-Za-z0-9._+-]{0,119}").doesNotMatch("(?i)(con|nul)(\\..*)?|.*\\.");
            Path file = folder.resolve(name);
            assertThat(file.normalize().getParent()).isEqualTo(folder);
            Files.writeString(file, text);
        }
        assertThat(FileName.of("bert-micro_v2+fp16.onnx")).isEqualTo("bert-micro_v2+fp16.onnx");
        assertThat(FileName.of("x".repeat(500))).hasSize(120);
    }
}
