package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The reference says what the code says. {@code -Dbascule.writeReference=true} writes it anew. */
class ReferencePagesTest {
    private static final boolean WRITE = Boolean.getBoolean("bascule.writeReference");
    private static final int WIDTH = 100;

    @BeforeAll
    static void write_them_where_that_is_asked_for() throws IOException {
        if (WRITE) {
            Files.writeString(ReferencePages.file("settings.md"), ReferencePages.settings(commands()));
            Files.writeString(ReferencePages.file("errors.md"), ReferencePages.errors());
            Files.writeString(ReferencePages.file("commands.md"), ReferencePages.commands(commands()));
        }
    }

    @Test
    void the_settings_are_those_of_the_code() throws IOException {
        hold("settings.md", ReferencePages.settings(commands()));
    }

    @Test
    void the_errors_are_those_of_the_code() throws IOException {
        hold("errors.md", ReferencePages.errors());
    }

    @Test
    void the_commands_are_those_that_help_tells_of() throws IOException {
        hold("commands.md", ReferencePages.commands(commands()));
    }

    @Test
    void what_the_code_lacks_is_noticed() {
        String settings = ReferencePages.settings(commands());
        assertThat(settings).contains("| `warmUpLimit` | `--warm-up-limit` |").contains("| `chains` | `--chain` |");
        assertThatThrownBy(() -> hold("settings.md", settings.replace("warmUpLimit", "warmLimit")))
                .isInstanceOf(AssertionError.class);
    }

    private static void hold(String name, String text) throws IOException {
        Path file = ReferencePages.file(name);
        assertThat(Files.readString(file)).as(name).isEqualTo(text);
    }

    private static CommandLine commands() {
        return Cli.commandLine(nowhere());
    }

    private static CliContext nowhere() {
        PrintStream nobody = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return new CliContext(
                new Console(nobody, nobody, new Terminal(false, false, WIDTH)),
                Map.of(),
                Path.of(""),
                Path.of(""),
                Clock.systemUTC(),
                () -> 0,
                new FakeServices(),
                Interrupts.none());
    }
}
