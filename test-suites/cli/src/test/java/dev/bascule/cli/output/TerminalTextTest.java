package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.text.HostileText;
import dev.bascule.fallback.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
class TerminalTextTest {

    @Test
    void a_terminal_is_told_lines_and_colours_and_nothing_else() {
        assertThat(TerminalText.of("a\u001b[2J\u001b]0;owned\u0007b\u009b1Ac\rd"))
                .isEqualTo("a\ufffd[2J\ufffd]0;owned\ufffdb\ufffd1Ac\ufffdd");
        HostileText.some(2000)
                .forEach(text -> assertThat(TerminalText.of(text)
                                .codePoints()
                                .noneMatch(c -> c != '\n' && c != '\t' && PlainText.isControl(c)))
                        .as(text)
                        .isTrue());
    }

    @Test
    void our_own_colours_stay() {
        String painted = new Style(true).good("PASS") + " " + new Style(true).strong("a\u001b[8mb");
        assertThat(TerminalText.of(painted)).isEqualTo("\u001b[32mPASS\u001b[0m \u001b[1ma\ufffd[8mb\u001b[0m");
    }

    @Test
    void data_talk_and_complaints_all_go_this_way() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Terminal(true, true, 80));
        console.print("\u001b[2Jdata");
        console.say("\u001b[2Jtalk");
        console.complain("\u001b[2Jerror");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .doesNotContain("\u001b")
                .contains("data");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .doesNotContain("\u001b")
                .contains("talk", "error");
    }
}
