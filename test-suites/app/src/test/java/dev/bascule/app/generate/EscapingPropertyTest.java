package dev.bascule.app.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.bascule.fallback.text.HostileText;
import dev.bascule.fallback.text.ShellText;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a text is, the tool that reads what was generated reads that text: a compiler, a YAML reader, a shell. */
@Tag("attack")
class EscapingPropertyTest {
    private static final int MIXTURES = 1000;

    @TempDir
    Path folder;

    @Test
    void java_reads_every_literal_back_and_every_comment_stays_one() throws Exception {
        List<String> texts = HostileText.some(MIXTURES).toList();
        String literals = texts.stream()
                .map(text -> "/** " + JavaText.comment(text) + " */\n" + JavaText.literal(text))
                .collect(Collectors.joining(",\n"));
        Path source = Files.writeString(
                folder.resolve("Texts.java"),
                "public class Texts { public static final String[] ALL = {" + literals + "}; }");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-encoding", "UTF-8", "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            assertThat((String[]) loader.loadClass("Texts").getField("ALL").get(null))
                    .containsExactlyElementsOf(texts);
        }
    }

    @Test
    void yaml_reads_every_value_key_and_list_back() throws IOException {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        for (String text : HostileText.some(MIXTURES).toList()) {
            String written = new YamlText()
                    .comment(text)
                    .entry(0, "value", text)
                    .list(0, "list", List.of(text, text))
                    .key(0, "keys")
                    .entry(1, text, "x")
                    .text();
            JsonNode read = yaml.readTree(written);
            assertThat(read.path("value").asText()).as(written).isEqualTo(text);
            assertThat(read.path("list").findValuesAsText("none")).isEmpty();
            assertThat(IntStream.range(0, 2).mapToObj(read.path("list")::get).map(JsonNode::asText))
                    .containsExactly(text, text);
            assertThat(read.path("keys").fieldNames().next()).isEqualTo(text);
            assertThat(read.size()).isEqualTo(3);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no POSIX shell")
    void a_shell_reads_every_word_back() throws Exception {
        List<String> texts =
                HostileText.some(MIXTURES).map(text -> text.replace("\0", "")).toList();
        String script = texts.stream().map(ShellText::quoted).collect(Collectors.joining(" ", "printf '%s\\0' ", "\n"));
        Path file = Files.writeString(folder.resolve("words.sh"), script);
        Process shell = new ProcessBuilder("/bin/sh", file.toString())
                .directory(folder.toFile())
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        List<String> words = new ArrayList<>(List.of(said.split("\0", -1)));
        words.remove(words.size() - 1);
        assertThat(words).containsExactlyElementsOf(texts);
        assertThat(ShellWords.split(ShellText.quoted("it's"))).containsExactly("it's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a/../../b", "/etc/passwd", "a//b", "a/./b", "a\\b", "a\nb", "", "a b", "a:b"})
    void a_generated_file_lies_in_the_project(String path) {
        assertThatThrownBy(() -> new GeneratedFile(path, "")).isInstanceOf(IllegalArgumentException.class);
    }
}
